"""The command line, for `python -m blockhaus`."""

from .cli import main

main()
