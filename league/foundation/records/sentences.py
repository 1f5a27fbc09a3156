"""The usual sentences of the journal, and values as people read them."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, cast

from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise, lazy
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.foundation.lists import labelled, listed
from league.foundation.shown_numbers import figure

ADDED, CHANGED, REMOVED, REVOKED = "added", "changed", "removed", "revoked"
SENTENCES = {
    ADDED: gettext_lazy("%(actor)s added: %(what)s “%(name)s”"),
    CHANGED: gettext_lazy("%(actor)s changed: %(what)s “%(name)s” (%(changes)s)"),
    REMOVED: gettext_lazy("%(actor)s removed: %(what)s “%(name)s”"),
    REVOKED: gettext_lazy("%(actor)s withdrew: %(what)s “%(name)s”"),
}
LONGEST_VALUE = 80


def sentence_about(model: type[models.Model], verb: str) -> Promise:
    """Return the sentence of a verb with what the model is called, which can be searched for."""
    what = model._meta.verbose_name
    sentence: Any = lazy(lambda: str(SENTENCES[verb]).replace("%(what)s", str(what)), str)
    return cast("Promise", sentence())


def words_of(model: type[models.Model], former: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a sentence names, in the reader's language."""
    named = data.get("name", data.get(former, "–"))
    return {"name": named, "changes": listed(_changes(model, data)) or "–"}


def _changes(model: type[models.Model], data: Mapping[str, Any]) -> list[str]:
    before, after = data.get("before", {}), data.get("after", {})
    return [_change(model, name, before, after) for name in data.get("changed", ())]


def _change(
    model: type[models.Model], name: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> str:
    field = field_named(model, name)
    if field is None or field.is_relation or name not in before or name not in after:
        return label_of(model, name)
    change = " → ".join(describe_value(field, state[name]) for state in (before, after))
    return labelled(label_of(model, name), change)


def field_named(model: type[models.Model], name: str) -> "models.Field[Any, Any] | None":
    return next((field for field in model._meta.concrete_fields if field.name == name), None)


def label_of(model: type[models.Model], name: str) -> str:
    """Return the label of a field; a field that another release had is called by its name."""
    field = field_named(model, name)
    label = name if field is None else str(field.verbose_name)
    return capfirst(label)


def value_in_words(row: models.Model, name: str) -> str:
    """Return what a row holds, as pages, files and refusals show it."""
    field = field_named(type(row), name)
    if field is not None and field.is_relation:
        return str(getattr(row, name) or "–")
    return describe_value(field, getattr(row, name))


def describe_value(field: "models.Field[Any, Any] | None", value: Any) -> str:
    """Return a value as the row or the journal has it; a column may have words of its own."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    own: Any = getattr(field, "in_words", None)
    if own is not None:
        return _short(own(value))
    if isinstance(field, models.DateField) and value:
        return _moment(field.to_python(value))
    if isinstance(value, int | Decimal):
        return figure(value)
    if isinstance(value, list | tuple):
        inner = getattr(field, "base_field", None)
        return _short(listed(describe_value(inner, one) for one in value))
    labels = dict(getattr(field, "flatchoices", ()))
    return _short(str(labels.get(value, "" if value is None else value)))


def _moment(value: Any) -> str:
    if isinstance(value, datetime):
        return date_format(timezone.localtime(value), "DATETIME_FORMAT")
    return date_format(value, "DATE_FORMAT")


def _short(text: str) -> str:
    return (text[:LONGEST_VALUE] + "…" if len(text) > LONGEST_VALUE else text) or "–"
