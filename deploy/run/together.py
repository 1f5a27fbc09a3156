"""`python -m deploy.run.together START SOCKET LOG`: the web server and all workers of `make run`.

The site is loaded once and forked: a web server beside the workers takes half the memory of one
that loads the site for itself. START is the reading end of a pipe: the launcher closes the other
end when the tables are there. SOCKET already listens. What the web server writes goes to LOG.
"""

import os
import sys
from collections.abc import Callable

from celery.signals import worker_ready
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections

from deploy.run import serve, workers
from deploy.site.database_pool import pool_of
from deploy.site.time_limits import limited

WEB_CONNECTIONS = 8
# the launcher waits a little longer; it may have been killed, and the servers with it
PATIENCE_S = 8.0


def main(start: int, listening: int, log: str) -> int:
    workers.load()
    wait_for_start(start)
    worker_ready.connect(workers.start_clock)
    parts = [web_server(listening, log), *(group.work for group in workers.GROUPS)]
    return workers.run(parts, patience_s=PATIENCE_S)


def wait_for_start(pipe: int) -> None:
    """Read until the launcher, who alone has the other end, closes it."""
    while os.read(pipe, 1):
        pass
    os.close(pipe)


def web_server(listening: int, log: str) -> Callable[[], None]:
    """Return what becomes the web server in a process that was forked from this one."""

    def become() -> None:
        file = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        os.dup2(file, sys.stdout.fileno())
        os.dup2(file, sys.stderr.fileno())
        limit_the_database()
        sys.argv = [serve.__name__, "--fd", str(listening)]
        serve.main()

    return become


def limit_the_database() -> None:
    """Give this process the pool and the time limits of a web server, which the workers lack."""
    connections.settings[DEFAULT_DB_ALIAS] |= {
        "CONN_MAX_AGE": 0,
        "OPTIONS": limited(
            {
                **settings.UNLIMITED_DATABASE_OPTIONS,
                "pool": pool_of(settings.DATABASE_POOL_MAX or WEB_CONNECTIONS),
            },
            settings.DATABASE_TIME_LIMITS["web"],
            pooler=settings.DATABASE_POOLER,
        ),
    }


if __name__ == "__main__":
    pipe, socket, path = sys.argv[1:]
    sys.exit(main(int(pipe), int(socket), path))
