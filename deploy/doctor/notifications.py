"""Does a NOTIFY come back to who listens? Live pages know of a change by nothing else."""

import secrets
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection
from psycopg import sql

from deploy.doctor.result import Result, fault, well

CHANNEL = "tricktable_doctor"
WAITS_S = 5.0
WANTED = ("dbname", "user", "password", "host", "port", "sslmode", "sslrootcert", "service")


def look() -> Result:
    """Listen as live pages do, notify as the pages do, and wait for the word to come back."""
    word = secrets.token_hex(8)
    try:
        heard = _comes_back(word)
    except psycopg.Error:
        return fault(
            "No connection that listens can be opened, so that live pages hear of nothing.",
            "See whether the database has connections left, and whether the address that live"
            " pages listen at is right.",
        )
    if heard:
        return well("A notification comes back, so live pages hear of changes.")
    return fault(
        f"A notification did not come back within {WAITS_S:.0f} s: live pages stay as they are.",
        "Behind a pooler in transaction mode nobody can listen: give the live process the"
        " database's own address (docs/operations.md, “notifications”).",
    )


def _comes_back(word: str) -> bool:
    with psycopg.connect(**_address(), autocommit=True) as listener:
        listener.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, word])
        return any(
            notification.payload == word
            for notification in listener.notifies(timeout=WAITS_S, stop_after=1)
        )


def _address() -> dict[str, Any]:
    """Return where live pages listen: their own address if they have one, else the site's."""
    own = getattr(settings, "LIVE_DATABASE_URL", "")
    if own:
        return {"conninfo": own, "connect_timeout": "5"}
    parameters: dict[str, Any] = dict(connection.get_connection_params())
    wanted = {name: parameters[name] for name in WANTED if parameters.get(name)}
    return wanted | {"connect_timeout": "5"}
