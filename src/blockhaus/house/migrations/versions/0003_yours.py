"""What belongs to a person: ratings, game by game, and tables that were taken off one's list."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("holdings", sa.Column("removed", sa.Float))
    op.create_table(
        "ratings",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("doubt", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("change", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("ratings")
    op.drop_column("holdings", "removed")
