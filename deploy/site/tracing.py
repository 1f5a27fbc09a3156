"""Traces of requests, queries and tasks by OpenTelemetry, where an address for them is given.

Without one nothing of it is imported. What leaves the process is taken from a list: anything that
an instrumentation records besides (addresses, parameters, agents, messages of errors) stays here,
and of the rest secrets are taken out as they are from the logs.
"""

from functools import cache

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from league.faces.public.live.questions import Around, plainly


@cache
def start() -> None:
    """Begin to send traces, if the site has an address for them; a process begins once.

    Raises ImproperlyConfigured where the packages for it are not installed.
    """
    if not settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        return
    try:
        from deploy.site import traces_sent  # noqa: PLC0415 - nothing is imported without an address
    except ImportError as error:
        raise ImproperlyConfigured(
            f"OTEL_EXPORTER_OTLP_ENDPOINT is set, and {error.name} is not installed: run"
            " 'pip install -r requirements/traces.txt', or leave it unset"
        ) from error
    traces_sent.start()


def around_live_questions() -> Around:
    """Return what live streams ask the database with: each question is a trace where it is on."""
    if not settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        return plainly
    from deploy.site.traces_sent import in_a_span  # noqa: PLC0415 - as above

    return in_a_span
