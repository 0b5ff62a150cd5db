"""From which file a house was brought to this database."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "moves",
        sa.Column("source", sa.String(64), primary_key=True),
        sa.Column("done", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("moves")
