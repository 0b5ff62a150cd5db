"""The games of the house: every file in this folder is one, named after its game."""

from pkgutil import iter_modules

from ..core.game import announce

for found in iter_modules(__path__):
    announce(found.name, f"{__name__}.{found.name}")
