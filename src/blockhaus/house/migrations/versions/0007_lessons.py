"""What a person has done of the first steps of games."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "lesson_steps",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("step", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(10), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("lesson_steps")
