"""What a person has done with puzzles: first attempts with ratings, days, runs, own mistakes."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "puzzle_results",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.String(12), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("first", sa.Boolean, nullable=False),
        sa.Column("solved", sa.Float),
        sa.Column("met", sa.Float, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("doubt", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("change", sa.Float, nullable=False),
    )
    op.create_table(
        "puzzle_days",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("puzzle", sa.String(12), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "puzzle_runs",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("run", sa.String(16), nullable=False),
        sa.Column("until", sa.Float),
        sa.Column("puzzles", sa.Text, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("runs", sa.Integer, nullable=False),
    )
    op.create_table(
        "puzzle_mistakes",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.String(12), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("table_id", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("solved", sa.Float),
    )


def downgrade() -> None:
    for name in ("puzzle_mistakes", "puzzle_runs", "puzzle_days", "puzzle_results"):
        op.drop_table(name)
