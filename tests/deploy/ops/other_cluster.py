"""A PostgreSQL cluster beside the one of the session, to restore backups into."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from django.db import connection
from psycopg import sql

from deploy.run.embedded.roles import connect_as_superuser
from deploy.site.data_folder import SITE_ROLE, Places

_numbers = count(1)


@contextmanager
def empty_database(places: Places) -> Iterator[str]:
    """Have the site use a new, empty database of the cluster; yields its address."""
    name = f"restored_{next(_numbers)}"
    make = sql.SQL("CREATE DATABASE {} OWNER {}")
    with connect_as_superuser(places, "postgres") as server:
        server.execute(make.format(sql.Identifier(name), sql.Identifier(SITE_ROLE)))
    before = dict(connection.settings_dict)
    connection.close()
    connection.settings_dict.update(
        NAME=name, USER=SITE_ROLE, PASSWORD="", HOST=str(places.sockets), PORT=""
    )
    try:
        yield f"postgresql://{SITE_ROLE}@/{name}?host={places.sockets}"
    finally:
        connection.close()
        connection.settings_dict.update(before)


def count_transactions(number: int) -> None:
    """Have the cluster of the session count so many transactions more than it has to."""
    loop = f"FOR one IN 1..{number} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP;"
    with connection.cursor() as cursor:
        cursor.execute(f"DO $$ BEGIN {loop} END $$")
