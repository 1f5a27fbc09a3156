"""Typed readers of environment variables. A wrong value stops the start-up with a sentence."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def env_str(name: str, default: str | None = None) -> str:
    """Return the text of a variable; without a default it must be set and not be empty."""
    value = os.environ.get(name, default)
    if value is None or (default is None and not value):
        raise ImproperlyConfigured(f"{name} is not set: set it in the environment")
    return value


def env_bool(name: str, default: bool = False) -> bool:
    value = os.environ.get(name, str(default))
    if value not in ("True", "False"):
        raise ImproperlyConfigured(f"{name} is {value!r}: write True or False")
    return value == "True"


def env_int(name: str, default: int, *, low: int, high: int) -> int:
    """Return a whole number from low to high, both included."""
    value = os.environ.get(name, str(default))
    # isdecimal also accepts other scripts' digits, which int reads alike
    if not value.removeprefix("-").isdecimal() or not low <= int(value) <= high:
        raise ImproperlyConfigured(f"{name} is {value!r}: write a whole number, {low} to {high}")
    return int(value)


def env_list(name: str, default: Sequence[str] = ()) -> list[str]:
    """Return the parts of a comma-separated list, without blanks around them."""
    value = os.environ.get(name, ",".join(default))
    parts = [part.strip() for part in value.split(",")]
    if value.strip() and not all(parts):
        raise ImproperlyConfigured(f"{name} is {value!r}: an entry between two commas is empty")
    return [part for part in parts if part]


def env_choice(name: str, default: str, choices: Sequence[str]) -> str:
    value = os.environ.get(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is {value!r}: write one of {', '.join(choices)}")
    return value


def env_rate(name: str, default: str) -> str:
    """Return a rate such as 600/min: how many requests in a second, minute, hour or day."""
    value = os.environ.get(name, default)
    number, _, period = value.partition("/")
    if not number.isdecimal() or int(number) < 1 or period not in ("sec", "min", "hour", "day"):
        raise ImproperlyConfigured(
            f"{name} is {value!r}: write a number, a slash and sec, min, hour or day, as in 600/min"
        )
    return value


def env_folder(name: str) -> str:
    """Return a folder, which is made where it is missing, or "" where none is named."""
    value = os.environ.get(name, "")
    if value:
        try:
            Path(value).mkdir(mode=0o750, parents=True, exist_ok=True)
        except OSError as error:
            raise ImproperlyConfigured(
                f"{name} is {value!r}, which cannot be a folder ({error.strerror}): name one that"
                " the processes of the site may write"
            ) from error
    return value


@dataclass(frozen=True, slots=True)
class DatabaseAddress:
    name: str
    user: str
    password: str
    host: str
    port: str
    options: dict[str, str]


def env_database(name: str, default: str) -> DatabaseAddress:
    """Read postgresql://user:password@host:port/name?host=/socket/folder&sslmode=require.

    Several hosts stand between commas, each with its port or without one: a failover needs them.
    """
    value = os.environ.get(name, default)
    try:
        parts = urlsplit(value)
        host, port = _hosts_and_ports(parts.netloc.rpartition("@")[2])
    except ValueError:
        parts, host, port = urlsplit(""), "", ""
    database = unquote(parts.path.removeprefix("/"))
    if parts.scheme not in ("postgres", "postgresql") or not database:
        # the value may hold a password, so it is not repeated
        raise ImproperlyConfigured(
            f"{name} cannot be read: write postgresql://user:password@host:5432/name"
            " (PostgreSQL is the only database that is supported)"
        )
    options = dict(parse_qsl(parts.query))
    return DatabaseAddress(
        name=database,
        user=options.pop("user", "") or unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        host=options.pop("host", "") or host,
        port=options.pop("port", "") or port,
        options=options,
    )


def _hosts_and_ports(places: str) -> tuple[str, str]:
    """Split host:port,host:port as libpq takes them: `host,host` and `port,port`.

    Raises ValueError for a port that is no number of one.
    """
    each = [urlsplit(f"//{place}") for place in places.split(",")]
    ports = ["" if one.port is None else str(one.port) for one in each]
    return ",".join(one.hostname or "" for one in each), ",".join(ports) if any(ports) else ""


BROKER_SCHEMES = ("redis", "rediss", "redis+socket", "sentinel", "amqp", "amqps")


def env_broker(name: str, default: str) -> str:
    value = os.environ.get(name, default)
    if urlsplit(value).scheme not in BROKER_SCHEMES:
        raise ImproperlyConfigured(
            f"{name} cannot be read: write redis://host:6379/0, rediss://host:6379/0,"
            " redis+socket:///path/to/socket, sentinel://host:26379/0 or"
            " amqp://user:password@host:5672/name"
        )
    return value


def env_cache(name: str, default: str) -> str:
    """Return a Redis-protocol address, or the word local for a cache inside each process."""
    value = os.environ.get(name, default)
    if value != "local" and urlsplit(value).scheme not in ("redis", "rediss", "unix"):
        raise ImproperlyConfigured(
            f"{name} cannot be read: write redis://host:6379/1, unix:///path/to/socket?db=1"
            " or local"
        )
    return value
