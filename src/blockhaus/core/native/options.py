"""How everything is compiled."""

# All compiled functions share one set of options: Numba compiles a function anew for every set
# it is called under. Nobody calls through C, so the wrappers for that are left out.
OPTIONS = {"error_model": "numpy", "nogil": True, "boundscheck": False, "no_cfunc_wrapper": True}
