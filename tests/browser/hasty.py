"""The house with little patience: who closed the page counts as gone after a second."""

from functools import partial

from blockhaus import cli
from blockhaus.house import opening

opening.Settings = partial(opening.Settings, gone_after=1.0)  # type: ignore[misc, assignment]
cli.app()
