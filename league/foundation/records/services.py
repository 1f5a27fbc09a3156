"""Saving, removing, revoking and bringing back the rows of any `Record`.

Each is one transaction: the rules, the row, and a happening of the journal with the fields that
changed, before and after. What is wrong with a row is Django's ValidationError; what cannot be done
as things stand is a Refused.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, models, transaction
from django.db.models import ProtectedError, Q

from league.foundation.journal import services as journal
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.records.models import Record
from league.foundation.records.rules import (
    ChangedMeanwhile,
    Gone,
    NotUndone,
    StillUsed,
    kind_of,
    row_of,
    rules_of,
)
from league.foundation.records.sentences import ADDED, CHANGED, REMOVED, REVOKED

Row = TypeVar("Row", bound=Record)
Values = dict[str, Any]


def save(row: Record, *, by: Act) -> Happening | None:
    """Add a row, or store what was changed of it; None where nothing was.

    The row is compared with the version that it was read as. Raises ValidationError, Gone,
    ChangedMeanwhile, and what the rules of the model raise.
    """
    version = row.version
    try:
        with _in_words_of_the_model(row), transaction.atomic():
            rules_of(type(row)).before_save(row, by)
            if not row._state.adding:
                return _change(row, by)
            return _add_single(row, by) if row.single_of else _add(row, by)
    except Exception:
        row.version = version
        raise


def _add(row: Record, by: Act) -> Happening:
    _sign(row, row.made, by)
    row.full_clean()
    row.save(force_insert=True)
    return _journal(row, ADDED, by, after=values_of(row))


def _add_single(row: Record, by: Act) -> Happening | None:
    """Store the row of what has had none: a change of the values that it has without one."""
    # by number: the owner goes on knowing this row, not the one it is compared with
    owner = {f"{row.single_of}_id": getattr(row, f"{row.single_of}_id")}
    stored = type(row)._default_manager.filter(**owner).first()
    if stored is not None:
        raise ChangedMeanwhile(stored, 0)
    row.full_clean()
    before, after = values_of(type(row)(**owner)), values_of(row)
    changed = _changed(before, after)
    if not changed:
        return None
    row.save(force_insert=True)
    return _journal(row, CHANGED, by, before=_only(before, changed), after=_only(after, changed))


def _change(row: Record, by: Act) -> Happening | None:
    stored = _locked(row)
    row.full_clean()
    before, after = values_of(stored), values_of(row)
    changed = _changed(before, after)
    if not changed:
        return None
    row.version = stored.version + 1
    row.save(update_fields=[*changed, "version"])
    return _journal(row, CHANGED, by, before=_only(before, changed), after=_only(after, changed))


@contextmanager
def _in_words_of_the_model(row: Record) -> Iterator[None]:
    """Say what the database refuses as the model's constraints say it.

    It checks them also against rows that others write at this moment.
    """
    try:
        yield
    except IntegrityError as error:
        name = getattr(getattr(error.__cause__, "diag", None), "constraint_name", None)
        for constraint in row._meta.constraints:
            if constraint.name == name:
                sentence = constraint.get_violation_error_message()
                raise ValidationError(sentence, code="constraint") from error
        raise


def remove(row: Record, *, by: Act) -> Happening:
    """Remove a row. Raises StillUsed, Gone, ChangedMeanwhile, and what the rules raise."""
    try:
        with transaction.atomic():
            rules_of(type(row)).before_remove(row, by)
            stored = _locked(row)
            noted = _journal(stored, REMOVED, by, before=values_of(stored))
            stored.delete()
    except ProtectedError as kept:
        raise StillUsed(row, kept.protected_objects) from None
    return noted


@transaction.atomic
def revoke(row: Record, *, by: Act) -> Happening | None:
    """Let a fact count no more; None where somebody has revoked it already. Raises Gone."""
    ended = row.revoked[0]
    if getattr(row, ended) is not None:
        return None
    rules_of(type(row)).before_remove(row, by)
    stored = _held(type(row)).filter(pk=row.pk).first()
    if stored is None:
        raise Gone
    for name in ("version", *row.revoked):
        setattr(row, name, getattr(stored, name))
    if getattr(row, ended) is not None:
        return None
    row.version += 1
    _sign(row, row.revoked, by)
    row.save(update_fields=["version", *row.revoked])
    return _journal(row, REVOKED, by, before=values_of(row))


def change_at(model: type[Record], number: int, **place: int) -> Happening:
    """Return a change of a row of a club or event, such as `club_id=1`. Raises NotUndone.

    What other services wrote has no version, and no way back here.
    """
    name = model._meta.model_name
    rows = Happening.objects.filter(pk=number, data__has_key="version", **place)
    change = rows.filter(Q(subject_type=name) | Q(data__of=name)).first()
    if change is None:
        raise NotUndone
    return change


@transaction.atomic
def undo(model: type[Row], change: Happening, *, by: Act, hidden: Values | None = None) -> Row:
    """Take a change back where nobody has changed the row since; return the row.

    What was changed has its values again, what was added goes, and what was removed or revoked
    comes again as a new row. `hidden` are values that the journal does not hold. Raises as `save`
    and `remove` do, and NotUndone.
    """
    _check_not_undone(change)
    by = replace(by, undoes=change.pk)
    row = restored(model, change, hidden)
    if "before" in change.data:
        _check_references(row, change.data["before"])
        save(row, by=by)
    elif row.revoked:
        revoke(row, by=by)
    else:
        remove(row, by=by)
    return row


def _check_not_undone(change: Happening) -> None:
    # held, so that two who press the button at once undo it once
    Happening.objects.select_for_update().get(pk=change.pk)
    since = Happening.objects.filter(club_id=change.club_id, pk__gt=change.pk)
    if since.filter(data__undoes=change.pk).exists():
        raise NotUndone


def _check_references(row: Record, before: Values) -> None:
    """Raise Gone for a row that pointed to another one which is not there any more."""
    for field in row._meta.concrete_fields:
        number, related = before.get(field.name), field.related_model
        if related and number and not related._base_manager.filter(pk=number).exists():
            raise Gone


def restored(model: type[Row], change: Happening, hidden: Values | None = None) -> Row:
    """Return the row as it was before the change, not saved. Raises Gone."""
    is_there = "after" in change.data
    row = model._default_manager.filter(pk=row_of(change)).first() if is_there else model()
    if row is None:
        raise Gone
    if is_there:
        row.version = change.data["version"]
    for name, value in {**change.data.get("before", {}), **(hidden or {})}.items():
        field: Any = model._meta.get_field(name)
        setattr(row, field.attname, field.to_python(value))
    return row


def values_of(row: Record) -> Values:
    """Return the values that people keep in a row, as JSON holds them; a reference is a number."""
    values = {field.name: _value(field, row) for field in row.editable_fields()}
    as_json: Values = json.loads(json.dumps(values, cls=DjangoJSONEncoder))
    return as_json


def _value(field: "models.Field[Any, Any]", row: Record) -> Any:
    value = field.value_from_object(row)
    is_typed = isinstance(field, models.DecimalField) and value is not None
    # 4.5, as somebody typed it, is kept as 4.50
    return round(value, field.decimal_places) if is_typed else value  # type: ignore[attr-defined]


def _locked(row: Row) -> Row:
    """Return the row as it is stored, and let nobody else change it until the commit."""
    stored = _held(type(row)).filter(pk=row.pk).first()
    if stored is None:
        raise Gone
    if stored.version != row.version:
        raise ChangedMeanwhile(stored, row.version)
    return stored


def _held(model: type[Row]) -> "models.QuerySet[Row]":
    return model._default_manager.select_for_update(no_key=True, of=("self",))


def _sign(row: Record, names: Collection[str], by: Act) -> None:
    for name, value in zip(names, (by.at, by.actor.user_id), strict=False):
        setattr(row, name, value)


def _changed(before: Values, after: Values) -> list[str]:
    return [name for name in after if after[name] != before[name]]


def _only(values: Values, names: Collection[str]) -> Values:
    return {name: values[name] for name in names}


def _journal(row: Record, verb: str, by: Act, **states: Mapping[str, Any]) -> Happening:
    shown = {
        state: {name: value for name, value in values.items() if name not in row.unlogged}
        for state, values in states.items()
    }
    changed = sorted({name for values in states.values() for name in values})
    subject = row.journal_subject()
    for_undo: Values = {} if by.undoes is None else {"undoes": by.undoes}
    if subject is not row:
        for_undo |= {"of": row._meta.model_name, "row": row.pk}
    data = {**row.journal_data(), **shown, "changed": changed, "version": row.version}
    return journal.append(
        kind=row.journal_kind(kind_of(type(row), verb)),
        by=by,
        subject=subject,
        data=data | for_undo,
        **row.journal_place(),
    )
