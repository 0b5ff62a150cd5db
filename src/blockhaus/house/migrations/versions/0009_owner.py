"""What the owner of a house decides: tables that are closed, and who is barred; and since when
somebody has a name.
"""

import time

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "closed",
        sa.Column("table_id", sa.String(10), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "bars",
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    with op.batch_alter_table("people") as people:
        people.add_column(sa.Column("since", sa.Float, nullable=False, server_default="0"))
    op.execute(sa.text("UPDATE people SET since = :now").bindparams(now=time.time()))


def downgrade() -> None:
    op.drop_column("people", "since")
    op.drop_table("bars")
    op.drop_table("closed")
