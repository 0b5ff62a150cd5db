"""How Alembic reaches the database of a house; `Database.migrate` runs it at every start."""

from alembic import context

from blockhaus.house.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
