"""By which version of its game's rules a table is played."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    column = sa.Column("version", sa.Integer, nullable=False, server_default="1")
    op.add_column("tables", column)


def downgrade() -> None:
    op.drop_column("tables", "version")
