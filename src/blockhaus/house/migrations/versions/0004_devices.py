"""One person on several devices: who a browser is, links, passkeys; whom a ranked game met."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("device", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False, index=True),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False, index=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False, index=True),
        sa.Column("host", sa.String(253), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
    )
    op.add_column("ratings", sa.Column("met", sa.Text, nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("ratings", "met")
    for name in ("passkeys", "links", "devices"):
        op.drop_table(name)
