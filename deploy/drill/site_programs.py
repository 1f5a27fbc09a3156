"""The site's own processes on a machine of the drill: as the units of deploy/ops run them."""

import sys

from deploy.drill import server_settings

# by PYTHONPATH alone: the folder that the drill was started in has the code of this release
PYTHON = (sys.executable, "-P", "-m")
ANYWHERE = "0.0.0.0"  # noqa: S104 - of a namespace that only this machine reaches
SITE_PROGRAMS = ("web", "live", "worker")

WEB = (
    *("gunicorn", "--workers", "1", "--threads", "4", "--no-control-socket"),
    *("--bind", f"{ANYWHERE}:{server_settings.WEB_PORT}", "deploy.wsgi:application"),
)
LIVE = (
    *("uvicorn", "--host", ANYWHERE, "--port", str(server_settings.LIVE_PORT)),
    *("--lifespan", "off", "--timeout-graceful-shutdown", "2", "deploy.asgi:application"),
)
# before the parts of it had names the clock was asked for
WORKER, WORKER_BEFORE = ("deploy.workers",), ("deploy.workers", "--beat")


def command_of(name: str, *, is_former: bool) -> list[str]:
    """Return the words that run one of the SITE_PROGRAMS, of this release or of the former one."""
    worker = WORKER_BEFORE if is_former else WORKER
    return [*PYTHON, *{"web": WEB, "live": LIVE, "worker": worker}[name]]


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
