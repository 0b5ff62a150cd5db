"""In which order ratings were written, which every database can tell."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
RATED = ("ratings", "puzzle_results")


def upgrade() -> None:
    for name in RATED:
        column = sa.Column("written", sa.Integer, nullable=False, server_default="0")
        op.add_column(name, column)
        if op.get_bind().dialect.name == "sqlite":  # what is new elsewhere has no rows yet
            op.execute(f"UPDATE {name} SET written = rowid")
        op.create_index(f"ix_{name}_written", name, ["written"])


def downgrade() -> None:
    for name in RATED:
        op.drop_index(f"ix_{name}_written", name)
        op.drop_column(name, "written")
