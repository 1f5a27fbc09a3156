"""The site's own processes on a machine of the drill: as the units of deploy/ops run them."""

import sys

from deploy.drill import server_settings

# by PYTHONPATH alone: the folder that the drill was started in has the code of this release
PYTHON = (sys.executable, "-P", "-m")
ANYWHERE = "0.0.0.0"  # noqa: S104 - of a namespace that only this machine reaches
CELERY = ("celery", "--quiet", "--app", "deploy.celery")
QUEUES = ("journal", "rebuild", "large", "mail", "webhooks")
WORKERS = tuple(f"{queue} worker" for queue in QUEUES)
SITE_PROGRAMS = ("web", "live", *WORKERS, "beat")

WEB = (
    *("granian", "--interface", "wsgi", "--workers", "1", "--blocking-threads", "4"),
    *("--host", ANYWHERE, "--port", str(server_settings.WEB_PORT), "deploy.wsgi:application"),
)
LIVE = (
    *("uvicorn", "--host", ANYWHERE, "--port", str(server_settings.LIVE_PORT)),
    *("--lifespan", "off", "--timeout-graceful-shutdown", "2", "deploy.asgi:application"),
)
BEAT = (*CELERY, "beat", "--pidfile=")


def command_of(name: str, machine: str) -> list[str]:
    """Return the words that run one of the SITE_PROGRAMS on a machine of this name."""
    words = {"web": WEB, "live": LIVE, "beat": BEAT}.get(name) or _worker(name, machine)
    return [*PYTHON, *words]


def _worker(name: str, machine: str) -> tuple[str, ...]:
    # called after its queue; it is controlled by another one, which is called after it
    called = name.split(" ", 1)[0]
    return (
        *(*CELERY, "worker", "--queues", called, "--hostname", f"{called}@{machine}"),
        *("--concurrency", "1", "--without-gossip", "--without-mingle"),
    )


def database_urls_of(name: str) -> dict[str, str]:
    """Return where a program finds the database: at its machine's PgBouncer, which sets its limits.

    Live streams listen past it, by the proxy that leads to the primary.
    """
    is_web = name in ("web", "live")
    pool = server_settings.WEB_POOL if is_web else server_settings.WORKER_POOL
    return {
        "DATABASE_URL": server_settings.here(server_settings.POOLER_PORT, pool),
        "DATABASE_POOLER": "pgbouncer",
        "LIVE_DATABASE_URL": server_settings.here(
            server_settings.POSTGRES_PORT, server_settings.DATABASE
        ),
    }
