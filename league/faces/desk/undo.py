"""Undo: a message after an action has a button that takes it back, instead of asking before.

The way back is a form of the desk like any other, with its own permission and its own refusals:
undoing too late is refused with a reason.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest
from django.urls import reverse

from league.faces.desk.access import act_of
from league.faces.desk.conflict_checked import FIELD, ConflictCheckedForm
from league.foundation.journal.models import Happening
from league.foundation.limits import LARGEST_ID, parse_int
from league.foundation.refusal import flash_errors

GOOD_FOR_S = 3600
CHANGE = "change"


def flash_done(
    request: HttpRequest, sentence: str, *, undo: str, at: list[Any], fields: dict[str, Any]
) -> None:
    """Add a message with an undo button, which posts to the address named `undo` with `at`."""
    say_done_at(request, sentence, reverse(undo, args=at), fields)


def say_done_at(
    request: HttpRequest, sentence: str, address: str, fields: Mapping[str, Any]
) -> None:
    """Add a message with an undo button, which posts to the address; of a list each value."""
    sent = [
        (name, str(one))
        for name, value in fields.items()
        for one in (value if isinstance(value, list) else [value])
    ]
    messages.success(request, sentence, extra_tags=json.dumps({"url": address, "fields": sent}))


def flash_change(
    request: HttpRequest, sentence: str, change: Happening | None, *, undo: str, at: list[Any]
) -> None:
    """Add a message with a button that undoes the change, where one was made that can be undone."""
    if change is None:
        messages.success(request, sentence)
    else:
        flash_done(request, sentence, undo=undo, at=at, fields={CHANGE: change.pk})


def flash_change_here(
    request: HttpRequest, sentence: str, change: Happening | None, **more: str
) -> None:
    """Add a message with a button that sends `more` to this page, to undo the change."""
    if change is None:
        messages.success(request, sentence)
    else:
        say_done_at(request, sentence, request.path, {CHANGE: change.pk, **more})


def undo_asked(
    request: HttpRequest, undo: Callable[..., object], sentence: str, **about: Any
) -> None:
    """Undo the change that is asked for with a service, and say so, or why it is too late."""
    with flash_errors(request):
        undo(**about, change=change_asked(request), by=act_of(request))
        messages.success(request, sentence)


def change_asked(request: HttpRequest) -> int:
    """Return the number of the change that is to be undone; 0, which is none, for nonsense."""
    return parse_int(request.POST.get(CHANGE), most=LARGEST_ID) or 0


def sealed(about: str, facts: dict[str, Any]) -> str:
    """Return facts that only the site can have written, for a way back that needs them."""
    return signing.dumps(facts, salt=f"undo {about}")


def unsealed(about: str, seal: str) -> dict[str, Any] | None:
    """Return the facts of a seal, for an hour; None for another's, an old or a broken one."""
    try:
        facts = signing.loads(seal, salt=f"undo {about}", max_age=GOOD_FOR_S)
    except signing.BadSignature:
        return None
    return facts if isinstance(facts, dict) else None


# --- Undo for a form that was saved: the same form once more, with what it held before ---


def flash_saved(
    request: HttpRequest, sentence: str, form: ConflictCheckedForm, **more: str
) -> None:
    """Say that the form of this page was saved, with the way back where it has one.

    The form began with what was stored, and is watched: the way back is refused where somebody
    else has changed it since. `more` is what the page sends besides: its button. A file that was
    replaced is gone, so that a form with one has no way back.
    """
    before = sent_by(form)
    if before is None:
        messages.success(request, sentence)
        return
    before[form.add_prefix(FIELD)] = form.seen_now()
    say_done_at(request, sentence, request.path, {**before, **more})


def sent_by(form: forms.BaseForm) -> dict[str, Any] | None:
    """Return what the fields would send, had nobody changed anything; None for a form with files.

    A box that was not ticked sends nothing.
    """
    sent: dict[str, Any] = {}
    for name, field in form.fields.items():
        if isinstance(field, forms.FileField):
            return None
        if name == FIELD or field.disabled:
            continue
        value = field.prepare_value(form.get_initial_for_field(field, name))
        at = form.add_prefix(name)
        if isinstance(field.widget, forms.CheckboxInput):
            if value:
                sent[at] = "on"
        elif isinstance(field.widget, forms.MultiWidget):
            parts = field.widget.decompress(value) or []
            sent |= {f"{at}_{place}": "" if p is None else str(p) for place, p in enumerate(parts)}
        else:
            sent[at] = _written(field.widget.format_value(value))
    return sent


def _written(value: Any) -> str | list[str]:
    if isinstance(value, list | tuple):
        return [str(one) for one in value]
    return "" if value is None else str(value)
