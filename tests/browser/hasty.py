"""The house with little patience: who closed the page counts as gone after a second."""

from functools import partial
from unittest.mock import patch

from blockhaus import cli
from blockhaus.house import choosing
from blockhaus.house.settings import Settings

with patch.object(choosing, "Settings", partial(Settings, gone_after=1.0)):
    cli.app()
