"""What passkeys are to sign, whichever process is asked."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "challenges",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(8), primary_key=True),
        sa.Column("challenge", sa.LargeBinary, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("challenges")
