"""Undo for a form that was saved: the same form once more, with what it held before."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest

from league.faces.desk.conflict_checked import FIELD, ConflictCheckedForm
from league.faces.desk.undo import say_done_at


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
