"""Tables, their log, who holds seats where, and names."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(10), primary_key=True),
        sa.Column("founding", sa.Text, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("deadline", sa.Float),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_index("ix_tables_deadline", "tables", ["deadline"])
    op.create_index("ix_tables_lists", "tables", ["public", "state", "updated"])
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(10), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "holdings",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(10), primary_key=True),
    )
    op.create_table(
        "people",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(30), nullable=False),
    )


def downgrade() -> None:
    for name in ("people", "holdings", "log", "tables"):
        op.drop_table(name)
