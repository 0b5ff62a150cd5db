"""The compiled loops as WebAssembly, for pages without a server.

Numba's own code for a loop, made for wasm32 instead of this machine (`target`, `emitting`), linked
into modules (`linking`), with a description beside each (`description`). `engine` is what a page
runs: plain Python that talks to such modules.
"""
