"""`python -m deploy.run.serve --fd N`: uvicorn, on a socket its starter already listens on.

The starter keeps the socket open while a web server is restarted: people then wait a moment
instead of being refused.
"""

import argparse
import os
import re
import socket

import uvicorn

# an open stream must not keep the server from stopping
GRACE_SECONDS = 2


class Server(uvicorn.Server):
    """Tells systemd when it answers (Type=notify)."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if address := os.environ.get("NOTIFY_SOCKET"):
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
                # one without a file begins with @
                systemd.sendto(b"READY=1", re.sub("^@", "\0", address))


def listening(given: argparse.Namespace) -> socket.socket:
    if given.fd is not None:
        return socket.socket(fileno=given.fd)
    host, _, port = given.listen.rpartition(":")
    return socket.create_server((host, int(port)), backlog=2048)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m deploy.run.serve", description=__doc__)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--fd", type=int, help="number of the listening socket")
    where.add_argument("--listen", metavar="ADDRESS:PORT", help="where it listens itself")
    parser.add_argument("application", nargs="?", default="deploy.site.front:application")
    given = parser.parse_args()
    config = uvicorn.Config(
        given.application,
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="none",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=15,
    )
    Server(config).run(sockets=[listening(given)])


if __name__ == "__main__":
    main()
