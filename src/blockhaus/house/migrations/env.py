"""How Alembic reaches the database of a house; `storage.migrate` runs it at every start."""

import sqlalchemy as sa
from alembic import context

from blockhaus.house.storage import metadata

engine = sa.create_engine(f"sqlite:///{context.config.attributes['file']}")
with engine.connect() as connection:
    context.configure(connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
engine.dispose()
