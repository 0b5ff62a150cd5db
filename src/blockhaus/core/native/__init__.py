"""The compiled side: the same rules at native speed, by NumPy and Numba."""
