"""What a monitoring system asks: is the process alive, can it serve people, in which figures?"""

import logging
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_prometheus.exports import ExportToDjangoView
from kombu.exceptions import OperationalError as BrokerError

from deploy.celery import app

log = logging.getLogger(__name__)


@never_cache
@require_safe
def livez(_request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def readyz(_request: HttpRequest) -> JsonResponse:
    """Answer 200 when the parts are there that people need, else 503; name those missing.

    Without the broker people are served all the same: what waits is delivered when it is back.
    """
    missing = [name for name, is_there in PARTS.items() if not is_there()]
    parts = {name: "missing" if name in missing else "ok" for name in PARTS}
    status = "missing" if missing else "ok"
    is_ready = set(missing) <= DISPENSABLE
    return JsonResponse(
        {"status": status, "missing": missing, "parts": parts}, status=200 if is_ready else 503
    )


def database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        log.warning("database_away", extra={"reason": str(error)})
        return False
    return True


def broker_answers() -> bool:
    try:
        with app.connection_for_write(connect_timeout=1) as broker:
            broker.ensure_connection(max_retries=1, timeout=2, interval_start=0, interval_step=0)
    except (BrokerError, OSError) as error:
        log.warning("broker_away", extra={"reason": str(error)})
        return False
    return True


def migrations_are_applied() -> bool:
    try:
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return False


PARTS: dict[str, Callable[[], bool]] = {
    "database": database_answers,
    "broker": broker_answers,
    "migrations": migrations_are_applied,
}
DISPENSABLE = {"broker"}


# Figures for a monitoring system that knows the token.


def metrics(request: HttpRequest) -> HttpResponse:
    header = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not constant_time_compare(
        header, f"Bearer {settings.METRICS_TOKEN}"
    ):
        raise Http404
    response: HttpResponse = ExportToDjangoView(request)
    return response
