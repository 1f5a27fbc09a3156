"""Where a page says that a service refused: beside the field that it is about, or above the page.

Both go round the call of the service and what follows when it is done, such as the way on; after
a refusal the page goes on behind them.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from types import TracebackType

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from league.refusal import Refused


class _Shown(AbstractContextManager[None]):
    def __init__(self, show: Callable[[Refused], None]) -> None:
        self._show = show

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if not isinstance(error, Refused):
            return False
        self._show(error)
        return True


def refusals_in(form: forms.BaseForm) -> _Shown:
    """Show a refusal beside the field it names, or above the form when it has no such field."""
    return _Shown(lambda refused: add_refusal(form, refused))


def refusals_above(request: HttpRequest) -> _Shown:
    """Say a refusal above the next page that the person sees."""
    return _Shown(lambda refused: messages.error(request, str(refused)))


def add_refusal(form: forms.BaseForm, refused: Refused) -> None:
    form.add_error(refused.field if refused.field in form.fields else None, str(refused))
