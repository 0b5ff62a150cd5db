"""The games of the house: every file in this folder is one."""

from importlib import import_module
from pkgutil import iter_modules

from ..core.game import Definition, register

for found in iter_modules(__path__):
    register(Definition.of(import_module(f"{__name__}.{found.name}")))
