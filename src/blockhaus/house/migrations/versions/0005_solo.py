"""What a person has built alone: the best of each task, and of each day's."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "solo_results",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("task", sa.String(120), primary_key=True),
        sa.Column("pieces", sa.Integer, nullable=False),
        sa.Column("building", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "solo_days",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("task", sa.String(120), nullable=False),
        sa.Column("pieces", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("solo_days")
    op.drop_table("solo_results")
