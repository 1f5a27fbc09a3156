"""The processes that make up the site, started by `make run` and by the tests alike."""

import errno
import http.client
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from deploy.run.embedded.children import Child, start_child, wait_until
from deploy.site.address import CannotStart
from deploy.site.files import how_to_run

START_SECONDS = 60.0
READY_LINE = b"celery_ready"
GROUPS = ("results", "large", "sends")  # of deploy/run/workers.py, which needs the settings


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there. Raises CannotStart with a sentence when it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as error:
        listening.close()
        raise CannotStart(_why_not(error, host, port)) from error
    return listening


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is in use by another program:"
            f" stop that one, or choose another port with '{how_to_run(port + 1)}'."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} is for the system only: choose one above 1023, as in PORT=8000."
    return f"{host} is no address of this machine: leave HOST out, or set HOST=0.0.0.0."


def start_web(
    listening: socket.socket,
    *,
    log: Path,
    env: Mapping[str, str],
) -> Child:
    return start_child(
        "The web server",
        [sys.executable, "-m", "deploy.run.serve", "--fd", str(listening.fileno())],
        log=log,
        # before the settings are read: deploy/site/wsgi.py would say so too late
        env={"DATABASE_POOL_MAX": "8", "DATABASE_LIMITS": "web", **env},
        inherit=[listening.fileno()],
    )


def start_worker(
    *,
    log: Path,
    env: Mapping[str, str],
    with_clock: bool = True,
) -> Child:
    """Start the Celery workers of all queues, and the clock inside them."""
    return start_child(
        "The task worker",
        [
            *(sys.executable, "-m", "deploy.run.workers"),
            *(() if with_clock else ["--without-clock"]),
        ],
        log=log,
        env=as_any_user(env),
    )


def as_any_user(env: Mapping[str, str]) -> dict[str, str]:
    """Let workers run as root, as the launcher may: their messages come from our own socket."""
    return {**env, "C_FORCE_ROOT": "1"}


def wait_for_web(child: Child, listening: socket.socket) -> None:
    host, port = listening.getsockname()[:2]
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared only
    wait_until(lambda: _is_alive(reachable, port), child, seconds=START_SECONDS)


def _is_alive(host: str, port: int) -> bool:
    with closing(http.client.HTTPConnection(host, port, timeout=2)) as connection:
        try:
            connection.request("GET", "/livez", headers={"Host": "localhost"})
            return connection.getresponse().status == http.client.OK
        except OSError:
            return False


def wait_for_worker(child: Child, *, seen: int = 0) -> None:
    """Wait until all workers say in the log, behind the first `seen` bytes, that they are ready."""
    wait_until(
        lambda: child.log.read_bytes()[seen:].count(READY_LINE) >= len(GROUPS),
        child,
        seconds=START_SECONDS,
    )


def site_environment(**changes: str) -> dict[str, str]:
    """Return this process's environment with the changes, for children that are Python."""
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(part for part in (root, os.environ.get("PYTHONPATH", "")) if part)
    return {**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1", **changes}
