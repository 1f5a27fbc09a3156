"""As whom the site connects: a role that owns its database and nothing else of the server.

The role the server was made with is its superuser and cannot be made less; it is used here and by
nothing that answers requests.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import sql

from deploy.site.data_folder import DATABASE, SITE_ROLE, SUPERUSER, Places

Connection = psycopg.Connection[tuple[object, ...]]


def connect_as_superuser(places: Places, database: str) -> Connection:
    """Connect for what only the server's own role may do. Raises psycopg.OperationalError."""
    return psycopg.connect(
        host=str(places.sockets),
        user=SUPERUSER,
        dbname=database,
        autocommit=True,
        connect_timeout=5,
    )


def make_database(places: Places, *, may_make_databases: bool) -> None:
    """Make the site's role and its database where they are missing.

    `may_make_databases`: for tests, which make databases of their own.
    """
    role, database = sql.Identifier(SITE_ROLE), sql.Identifier(DATABASE)
    with connect_as_superuser(places, "postgres") as server:
        if not _is_there(server, "SELECT 1 FROM pg_roles WHERE rolname = %s", SITE_ROLE):
            server.execute(sql.SQL("CREATE ROLE {} LOGIN").format(role))
        rights = sql.SQL("CREATEDB" if may_make_databases else "NOCREATEDB")
        server.execute(sql.SQL("ALTER ROLE {} NOSUPERUSER NOCREATEROLE {}").format(role, rights))
        if not _is_there(server, "SELECT 1 FROM pg_database WHERE datname = %s", DATABASE):
            server.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(database, role))


def allow_copying_unchecked(places: Places) -> None:
    """Let the site's role copy rows without looking at foreign keys, as measurements do."""
    with connect_as_superuser(places, "postgres") as server:
        server.execute(
            sql.SQL("GRANT SET ON PARAMETER session_replication_role TO {}").format(
                sql.Identifier(SITE_ROLE)
            )
        )


@contextmanager
def copied_database(places: Places, database: str, copy: str) -> Iterator[str]:
    """Copy a database, as measurements do, and drop the copy at the end; yields its name.

    Whoever is connected to the database is disconnected.
    """
    names = {"copy": sql.Identifier(copy), "database": sql.Identifier(database)}
    with connect_as_superuser(places, "postgres") as server:
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [database]
        )
        make = sql.SQL("CREATE DATABASE {copy} TEMPLATE {database} OWNER {owner}")
        server.execute(make.format(**names, owner=sql.Identifier(SITE_ROLE)))
        try:
            yield copy
        finally:
            server.execute(sql.SQL("DROP DATABASE {copy} WITH (FORCE)").format(**names))


def _is_there(connection: Connection, question: str, name: str) -> bool:
    return connection.execute(question, [name]).fetchone() is not None
