"""The tables of the database, as they are now; migrations lead to them."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()


def _written(name: str) -> sa.Column[int]:
    """The order in which rows were written: games may end in the same millisecond."""
    following = sa.text(f"(SELECT coalesce(max(written), 0) + 1 FROM {name})")
    return sa.Column(
        "written", sa.Integer, nullable=False, server_default="0", default=following, index=True
    )


tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(10), primary_key=True),
    sa.Column("founding", sa.Text, nullable=False),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("deadline", sa.Float, index=True),  # when the house must act by itself
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False, server_default="1"),  # of the game's rules
)
log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.String(10), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sqlite_with_rowid=False,
)
holdings = sa.Table(
    "holdings",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(10), primary_key=True),
    sa.Column("removed", sa.Float),  # when the holder took it off the list
)
ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(10), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("rating", sa.Float, nullable=False),  # after the game, as are the next two
    sa.Column("doubt", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("change", sa.Float, nullable=False),
    sa.Column("met", sa.Text, nullable=False, server_default="[]"),  # [rating, doubt, score] each
    _written("ratings"),
)
# What was built alone: the best result of each task, and of each day's task.
solo_results = sa.Table(
    "solo_results",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("task", sa.String(120), primary_key=True),
    sa.Column("pieces", sa.Integer, nullable=False),
    sa.Column("building", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
solo_days = sa.Table(
    "solo_days",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("task", sa.String(120), nullable=False),
    sa.Column("pieces", sa.Integer, nullable=False),
    sa.Column("at", sa.Float, nullable=False),  # when it was first solved
)
# Puzzles: the first attempt at each, which is rated, and when it was first solved at all; the
# puzzles of days; the run under way of each kind, and the best; one's own mistakes.
puzzle_results = sa.Table(
    "puzzle_results",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("puzzle", sa.String(12), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("first", sa.Boolean, nullable=False),  # whether the first attempt solved it
    sa.Column("solved", sa.Float),
    sa.Column("met", sa.Float, nullable=False),  # the rating of the puzzle
    _written("puzzle_results"),
    sa.Column("rating", sa.Float, nullable=False),  # one's own after it, as are the next two
    sa.Column("doubt", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("change", sa.Float, nullable=False),
)
puzzle_days = sa.Table(
    "puzzle_days",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("puzzle", sa.String(12), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
puzzle_runs = sa.Table(
    "puzzle_runs",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("run", sa.String(16), nullable=False),
    sa.Column("until", sa.Float),
    sa.Column("puzzles", sa.Text, nullable=False),  # ids; the last is the present one
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("ended", sa.Float),
    sa.Column("best", sa.Integer, nullable=False),
    sa.Column("runs", sa.Integer, nullable=False),
)
puzzle_mistakes = sa.Table(
    "puzzle_mistakes",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("puzzle", sa.String(12), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("table_id", sa.String(10), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # of the decision
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("solved", sa.Float),
)
# First steps that are done; the games at their end with their tables, over or not.
lesson_steps = sa.Table(
    "lesson_steps",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("step", sa.String(40), primary_key=True),
    sa.Column("table_id", sa.String(10), primary_key=True),  # empty but for the game
    sa.Column("at", sa.Float, nullable=False),
)
people = sa.Table(
    "people",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(30), nullable=False),
    sa.Column("since", sa.Float, nullable=False, server_default="0"),
)
devices = sa.Table(  # who a browser is; one that is not here is a person of its own
    "devices",
    metadata,
    sa.Column("device", sa.String(64), primary_key=True),
    sa.Column("holder", sa.String(64), nullable=False, index=True),
    sa.Column("since", sa.Float, nullable=False),
)
links = sa.Table(  # one-time links that make another browser the same person
    "links",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),  # its hash
    sa.Column("holder", sa.String(64), nullable=False, index=True),
    sa.Column("until", sa.Float, nullable=False),
)
passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.String(1400), primary_key=True),  # of the credential, in base64url
    sa.Column("holder", sa.String(64), nullable=False, index=True),
    sa.Column("host", sa.String(253), nullable=False),  # where it was made, and works
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("uses", sa.Integer, nullable=False),  # as its authenticator counts
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("used", sa.Float),
)
alive = sa.Table(  # one row: when the house, whichever of its processes, last gave a sign of life
    "alive",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
)
pauses = sa.Table(  # when nobody's time ran
    "pauses",
    metadata,
    sa.Column("since", sa.Float, primary_key=True),
    sa.Column("until", sa.Float, nullable=False),
)
processes = sa.Table(  # of a house on PostgreSQL
    "processes",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("since", sa.Float, nullable=False),  # when its signs of life began
    sa.Column("until", sa.Float, nullable=False),  # how long the last one counts
)
keepers = sa.Table(  # which process sees to what
    "keepers",
    metadata,
    sa.Column("key", sa.String(40), primary_key=True),  # a table, or a review
    sa.Column("owner", sa.String(16), nullable=False, index=True),
)
moves = sa.Table(  # from which file a house was brought here
    "moves",
    metadata,
    sa.Column("source", sa.String(64), primary_key=True),
    sa.Column("done", sa.Boolean, nullable=False),
)
reviews = sa.Table(  # of finished games, as they are told; of a house in several processes
    "reviews",
    metadata,
    sa.Column("table_id", sa.String(10), primary_key=True),
    sa.Column("facts", sa.Text, nullable=False),
)
challenges = sa.Table(  # what passkeys are to sign
    "challenges",
    metadata,
    sa.Column("device", sa.String(64), primary_key=True),
    sa.Column("purpose", sa.String(8), primary_key=True),
    sa.Column("challenge", sa.LargeBinary, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
house_secrets = sa.Table(  # what the house keeps to itself; all its processes share it
    "house_secrets",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.String(200), nullable=False),
)

# What the owner of the house has decided.
closed = sa.Table(
    "closed",
    metadata,
    sa.Column("table_id", sa.String(10), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
)
bars = sa.Table(
    "bars",
    metadata,
    sa.Column("who", sa.String(64), primary_key=True),  # an address, a network or a visitor
    sa.Column("at", sa.Float, nullable=False),
)

# A table that was taken off the list while it could go on comes back when it does.
LISTED = sa.or_(
    holdings.c.removed.is_(None),
    sa.and_(tables.c.state != "over", tables.c.updated > holdings.c.removed),
)
TOLD = (tables.c.id, tables.c.created, tables.c.updated, tables.c.summary)  # what lists need
