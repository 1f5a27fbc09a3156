"""Where a page says that a service refused: beside the field that it is about, or above the page.

Both go round the call of the service and what follows when it is done, such as the way on; after
a refusal the page goes on behind them.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from types import TracebackType

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from league.foundation.refusal import Refused


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
