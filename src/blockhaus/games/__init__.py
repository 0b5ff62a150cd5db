"""The games of the house: every package in this folder is the room of one, named after it."""

from pkgutil import iter_modules

from ..core.rooms import announce

for found in iter_modules(__path__):
    announce(found.name, f"{__name__}.{found.name}")
