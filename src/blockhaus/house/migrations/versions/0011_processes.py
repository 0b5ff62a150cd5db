"""The processes of a house on PostgreSQL, and which of them sees to what."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "keepers",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("owner", sa.String(16), nullable=False, index=True),
    )


def downgrade() -> None:
    op.drop_table("keepers")
    op.drop_table("processes")
