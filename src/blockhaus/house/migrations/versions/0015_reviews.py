"""Reviews of finished games, for the processes that did not make them."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(10), primary_key=True),
        sa.Column("facts", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("reviews")
