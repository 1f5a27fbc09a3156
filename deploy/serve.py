"""`python -m deploy.serve --fd N`: the web server, on a socket its starter already listens on.

The starter keeps the socket open while a web server is restarted: people then wait a moment
instead of being refused.
"""

import argparse
import socket

import uvicorn

# an open stream must not keep the server from stopping
GRACE_SECONDS = 2


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m deploy.serve", description=__doc__)
    parser.add_argument("--fd", type=int, required=True, help="number of the listening socket")
    listening = socket.socket(fileno=parser.parse_args().fd)
    config = uvicorn.Config(
        "deploy.front:application",
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="none",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=15,
    )
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
