"""Structured logs: one line an event, with the ids of the request and the task it belongs to."""

import logging
import logging.config
from typing import Any

import structlog
from structlog.tracebacks import ExceptionDictTransformer

from deploy.site.redaction import redact_secrets

# loggers that tell what our own request line tells already, or retell every task twice
TOO_LOUD = {
    "django.server": "WARNING",
    "django.request": "ERROR",
    "uvicorn.access": "WARNING",
    "celery.app.trace": "WARNING",
    "celery.worker.strategy": "WARNING",
    "celery.beat": "WARNING",
    "axes": "WARNING",
    "kombu": "WARNING",
    "amqp": "WARNING",
    # each attempt to reach a database that is away; whoever needed it says so
    "psycopg.pool": "ERROR",
    # every table of every font of a PDF
    "fontTools": "WARNING",
    "fpdf": "WARNING",
}


class RedactingFormatter(structlog.stdlib.ProcessorFormatter):
    """Takes secrets out of the finished line: of our own loggers and of every library's."""

    def format(self, record: logging.LogRecord) -> str:
        return redact_secrets(super().format(record))


# one list for good: loggers keep the one they were first used with
PROCESSORS: list[structlog.types.Processor] = []


def configure_logs(form: str, level: str) -> None:
    """Send everything, also what libraries log, to standard error as text or as JSON lines."""
    before: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # never the values of variables: they hold keys, links and people's data, and a traceback that
    # prints them holds up the request for seconds
    last: list[Any] = (
        [
            structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
            structlog.processors.JSONRenderer(),
        ]
        if form == "json"
        else [
            structlog.dev.ConsoleRenderer(
                colors=False, exception_formatter=structlog.dev.plain_traceback
            )
        ]
    )
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "structured": {
                    "()": RedactingFormatter,
                    "foreign_pre_chain": before,
                    "processors": [
                        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                        *last,
                    ],
                }
            },
            "filters": {"database": {"()": "deploy.site.unavailable.OneLineATask"}},
            "handlers": {
                "stderr": {"class": "logging.StreamHandler", "formatter": "structured"},
                "counted": {"class": "deploy.site.metrics.counted.CountErrors"},
            },
            "root": {"handlers": ["stderr", "counted"], "level": level},
            "loggers": {
                **{name: {"level": least} for name, least in TOO_LOUD.items()},
                "celery.app.trace": {
                    "level": TOO_LOUD["celery.app.trace"],
                    "filters": ["database"],
                },
            },
        }
    )
    PROCESSORS[:] = [
        structlog.stdlib.filter_by_level,
        *before,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ]
    structlog.configure(
        processors=PROCESSORS,
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
