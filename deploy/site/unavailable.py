"""Answers for a database that is away, or a statement that it stopped: 503, and when to try again.

Nothing here asks the database: no session, no account, no context of a template.
"""

import logging
from collections.abc import Iterator
from enum import Enum
from typing import Any

import psycopg
import structlog
from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from league.faces.api.problems import problem_without_view

RETRY_AFTER_S = 5

log = structlog.stdlib.get_logger("database")


class Trouble(Enum):
    """What is the matter; the value is the code that programs are given."""

    AWAY = "database_away"
    TOO_LONG = "took_too_long"
    IN_USE = "in_use"


# by PostgreSQL's codes, or the first two characters of them; an error without a code is of the
# connection itself, where nothing came or something that was not asked for
TROUBLES = {
    "08": Trouble.AWAY,  # connections
    "53": Trouble.AWAY,  # no connection, memory or disk left
    "58": Trouble.AWAY,  # its disk fails
    "57P01": Trouble.AWAY,  # is stopped
    "57P02": Trouble.AWAY,  # has crashed
    "57P03": Trouble.AWAY,  # is starting
    "57P05": Trouble.AWAY,  # an idle session was ended
    "25P03": Trouble.TOO_LONG,  # an idle transaction was ended
    "25006": Trouble.AWAY,  # a standby, whose primary is being replaced
    "57014": Trouble.TOO_LONG,  # a statement was stopped
    "55P03": Trouble.IN_USE,  # a lock was waited for too long
    "40P01": Trouble.IN_USE,  # a deadlock
    "40001": Trouble.IN_USE,  # changed meanwhile
}


# COPY is not Django's, nor are its errors
OF_THE_DATABASE = (
    *(OperationalError, InterfaceError, InternalError),
    *(psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError),
)


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Return what is the matter with the database; None for an error that is of something else."""
    if not isinstance(error, OF_THE_DATABASE):
        return None
    code = next((cause.sqlstate for cause in _causes(error) if cause.sqlstate), None)
    if code is None:
        return Trouble.AWAY
    return TROUBLES.get(code) or TROUBLES.get(code[:2])


def _causes(error: BaseException) -> Iterator[psycopg.Error]:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, psycopg.Error):
            yield cause
        cause = cause.__cause__


def sentence_of(trouble: Trouble) -> str:
    """Return what the page says, in the language of the request."""
    sentences = {
        Trouble.AWAY: _(
            "The site is not available for a moment and comes back by itself. Results that were "
            "already confirmed as received are safe. Please try again in %(seconds)d seconds."
        ),
        Trouble.TOO_LONG: _(
            "This took too long and was stopped, so that nobody else has to wait. Please try "
            "again in %(seconds)d seconds; if it happens again, tell the club's director what "
            "you were doing."
        ),
        Trouble.IN_USE: _(
            "Somebody else is just changing the same thing, so yours was not saved. Please try "
            "again in %(seconds)d seconds."
        ),
    }
    return sentences[trouble] % {"seconds": RETRY_AFTER_S}


def answer(request: HttpRequest, error: BaseException, trouble: Trouble) -> HttpResponse:
    """Answer 503: a page for people, a line for a part of a page, a problem for programs."""
    log.warning("database_unavailable", trouble=trouble.value, reason=_first_line(error))
    _leave_alone(request)
    response = _said(request, trouble)
    response["Retry-After"] = str(RETRY_AFTER_S)
    response["Cache-Control"] = "no-store"
    # Django would log a traceback for each request
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def _said(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    sentence = sentence_of(trouble)
    if request.path_info.startswith("/api/"):
        return problem_without_view(503, code=trouble.value, detail=sentence)
    if request.headers.get("HX-Request"):
        return HttpResponse(sentence, status=503, content_type="text/plain; charset=utf-8")
    shown = {"sentence": sentence, "path": request.get_full_path(), "sent": _sent(request)}
    return HttpResponse(render_to_string("503.html", shown), status=503)


def _sent(request: HttpRequest) -> list[tuple[str, str]]:
    """Return what was typed into a form, to be sent again; nothing where it cannot be kept."""
    if request.method != "POST":
        return []
    try:
        has_files = bool(request.FILES)
        fields = [(name, value) for name, values in request.POST.lists() for value in values]
    except Exception:
        # it could not be read, which is what the error was about or nothing to keep
        return []
    if has_files or any("password" in name for name, _value in fields):
        return []
    return fields


def _leave_alone(request: Any) -> None:
    """Keep what runs behind this answer from writing a session, or a message of what was undone."""
    if hasattr(request, "session"):
        request.session.modified = False
    if hasattr(request, "_messages"):
        del request._messages


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


class OneLineATask(logging.Filter):
    """Has one line in the log for a task that the database stopped: no traceback, no arguments.

    The sweeps do what it was to do when the database is back.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        trouble = trouble_of(error)
        if error is None or trouble is None:
            return True
        log.warning("database_unavailable", trouble=trouble.value, reason=_first_line(error))
        return False
