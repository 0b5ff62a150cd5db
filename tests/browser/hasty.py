"""The house with little patience: who closed the page counts as gone after a second."""

from functools import partial
from unittest.mock import patch

from blockhaus import cli
from blockhaus.house import opening
from blockhaus.house.house import Settings

with patch.object(opening, "Settings", partial(Settings, gone_after=1.0)):
    cli.app()
