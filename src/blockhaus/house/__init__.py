"""The house: a server where people and computers play at tables in the browser."""
