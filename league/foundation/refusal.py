"""What a service says when it will not do what it was asked."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from types import TracebackType
from typing import ClassVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import ngettext

MINUTE, HOUR = 60, 3_600


class Refused(Exception):
    """A request that can be understood but makes no sense now, with a sentence for people.

    Subclasses stand beside the service that raises them and set `code`, which is stable and goes
    to programs; the sentence is translated, has the numbers in it and says what to do next.
    `field` names the form field that it belongs to, when there is one. `wait` is the number of
    seconds after which it can be asked again, where waiting helps.
    """

    code: ClassVar[str] = "refused"
    wait: int | None = None

    def __init__(self, sentence: "str | Promise", *, field: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field

    def __str__(self) -> str:
        return str(self.sentence)


class NotAllowed(Refused):
    """The person may not do this, whatever the state of things."""

    code = "not_allowed"


class OutOfDate(Refused):
    """What the person looked at has changed since; offer it again."""

    code = "out_of_date"


class RowsRefused(Refused):
    """Some of many rows cannot be written, so none was.

    `rows` are the refusals by the index of their row, from 0, in the list called `field`.
    """

    code = "rows_refused"

    def __init__(self, rows: Mapping[int, Refused], *, field: str) -> None:
        first = min(rows)
        sentence = ngettext(
            "Nothing was written, because %(count)d row cannot be. Row %(row)d: %(why)s",
            "Nothing was written, because %(count)d rows cannot be. The first is row %(row)d: "
            "%(why)s",
            len(rows),
        )
        words = {"count": len(rows), "row": first + 1, "why": rows[first]}
        super().__init__(sentence % words, field=field)
        self.rows = dict(sorted(rows.items()))


def wait_in_words(seconds: int) -> str:
    """Return a time to wait, rounded up: "40 seconds", "12 minutes", "3 hours"."""
    if seconds <= 2 * MINUTE:
        return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
    if seconds <= 2 * HOUR:
        minutes = -(-seconds // MINUTE)
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    hours = -(-seconds // HOUR)
    return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}


# --- Refusal shown ---
# Where a page says that a service refused: beside the field that it is about, or above the page.
#
# Both go round the call of the service and what follows when it is done, such as the way on; after
# a refusal the page goes on behind them.


class Shown(AbstractContextManager["Shown"]):
    """Goes round a call; `refused` is what it was refused with, if it was."""

    def __init__(self, show: Callable[[Refused], None]) -> None:
        self._show = show
        self.refused: Refused | None = None

    def __enter__(self) -> "Shown":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if not isinstance(error, Refused):
            return False
        self.refused = error
        self._show(error)
        return True


def form_errors(form: forms.BaseForm) -> Shown:
    """Show a refusal beside the field it names, or above the form when it has no such field."""
    return Shown(lambda refused: add_refusal(form, refused))


def flash_errors(request: HttpRequest) -> Shown:
    """Say a refusal above the next page that the person sees."""
    return Shown(lambda refused: messages.error(request, str(refused)))


def add_refusal(form: forms.BaseForm, refused: Refused) -> None:
    form.add_error(refused.field if refused.field in form.fields else None, str(refused))


def add_retry_after(response: HttpResponse, refused: Refused | None) -> HttpResponse:
    """Say in an answer that refuses for being asked too often when to come back."""
    if refused is not None and refused.wait is not None:
        response.status_code = 429
        response.headers["Retry-After"] = str(refused.wait)
    return response
