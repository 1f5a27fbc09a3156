"""How long PostgreSQL lets a kind of process work, wait for a lock, or keep a transaction open.

They are options of the connection: they cost no statement, and hold for each one of them.
Management commands and migrations have none. Behind pgbouncer a session is nobody's own; there
pgbouncer sets them for each of its databases (docs/configuration.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimits:
    """In seconds; 0 is no limit."""

    statement: int
    lock: int
    idle_transaction: int


NONE = TimeLimits(statement=0, lock=0, idle_transaction=0)


def as_options(limits: TimeLimits) -> str:
    """Return the limits as a connection is given them."""
    seconds = {
        "statement_timeout": limits.statement,
        "lock_timeout": limits.lock,
        "idle_in_transaction_session_timeout": limits.idle_transaction,
    }
    return " ".join(f"-c {name}={number}s" for name, number in seconds.items())


def limited(options: Mapping[str, Any], limits: TimeLimits, *, pooler: str) -> dict[str, Any]:
    """Return the options of a connection with the limits; what they say themselves goes before."""
    if pooler == "pgbouncer" or limits == NONE:
        return dict(options)
    given = options.get("options", "")
    return {**options, "options": f"{as_options(limits)} {given}".strip()}
