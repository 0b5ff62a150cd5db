"""The house in a page: the same Python as the server's, in a browser's worker, for one visitor.

`entry` opens it. What the house's modules need of FastAPI, Pydantic and orjson is stood in for by
`standins`, because those would take longer to load than the house itself.
"""
