"""Fields and filters that nobody reads are refused by name: a slip would change nothing, silently.

What a view reads is what its description says: the shape of its body, its query's parameters.
"""

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer

# of what is unknown so many are named, each cut to a length that a sentence can hold
MOST_NAMED = 10
LONGEST = 60
CODE = "unknown_field"
FIXED = "cannot_be_changed"


def check_fields(shape: BaseSerializer[Any], data: Any) -> None:
    """Refuse fields of `data` that the shape has not, at any depth. Raises ValidationError."""
    unknown: dict[str, Any] = {}
    for place, name, known in _unknown(shape, data, ""):
        unknown[f"{place}{name[:LONGEST]}"] = [_refusal(name, known, CODE)]
        if len(unknown) == MOST_NAMED:
            break
    if unknown:
        raise ValidationError(unknown)


def has_unknown(shape: BaseSerializer[Any], data: Any) -> bool:
    """Say whether there are fields that the shape does not write, at any depth."""
    return any(True for _fault in _unknown(shape, data, ""))


def without_what_stays(shape: Any, data: Any, shown: Any, place: str = "") -> Any:
    """Return what was sent without fields that cannot be changed and are as they were read.

    `shown` is what was read. Raises ValidationError for one that is sent otherwise; what was not
    read either is left in.
    """
    if isinstance(shape, ListSerializer) and isinstance(data, list):
        rows = shown if isinstance(shown, list) else []
        return [
            without_what_stays(shape.child, row, _read_row(shape.child, row, rows), f"{place}{n}.")
            for n, row in enumerate(data)
        ]
    if not isinstance(shape, Serializer) or not isinstance(data, Mapping):
        return data
    known: Mapping[str, Any] = shown if isinstance(shown, Mapping) else {}
    kept = {}
    for name, value in data.items():
        if name in _written(shape):
            below = f"{place}{name}."
            kept[name] = without_what_stays(shape.fields[name], value, known.get(name), below)
        elif name not in known:
            kept[name] = value
        elif known[name] != value:
            raise ValidationError({f"{place}{name}"[:LONGEST]: [cannot_be_changed(str(name))]})
    return kept


def cannot_be_changed(name: str) -> ErrorDetail:
    sentence = _("“%(name)s” cannot be changed here: leave it out or send it as it was read.")
    return ErrorDetail(sentence % {"name": name[:LONGEST]}, code=FIXED)


def _read_row(shape: Any, row: Any, rows: list[Any]) -> Any:
    """Return the row that was read of one that is sent: that with the same fixed fields."""
    if not isinstance(shape, Serializer) or not isinstance(row, Mapping):
        return None
    fixed = [name for name in row if name not in _written(shape)]
    for read in rows:
        if isinstance(read, Mapping) and all(read.get(name) == row[name] for name in fixed):
            return read
    return None


def _written(shape: Any) -> set[str]:
    return {name for name, field in shape.fields.items() if not field.read_only}


def check_nothing_sent(data: Any) -> None:
    """Refuse a body where none is read. Raises ValidationError."""
    if isinstance(data, Mapping) and data:
        sentence = _("Nothing is read here besides the address: leave the body out.")
        raise ValidationError({str(next(iter(data)))[:LONGEST]: sentence}, code=CODE)


def check_query(request: Request, known: Collection[str]) -> None:
    """Refuse parameters of the query that nothing reads here. Raises ValidationError."""
    unknown = [name for name in request.query_params if name not in known][:MOST_NAMED]
    if unknown:
        raise ValidationError(
            {name[:LONGEST]: [_refusal(name, known, "unknown_parameter")] for name in unknown}
        )


def _unknown(shape: Any, data: Any, place: str) -> Iterator[tuple[str, str, Collection[str]]]:
    """Yield every unknown name with its place, such as `changes.0.`, and what is known there."""
    if isinstance(shape, ListSerializer) and isinstance(data, list):
        for number, child in enumerate(data):
            yield from _unknown(shape.child, child, f"{place}{number}.")
    if not isinstance(shape, Serializer) or not isinstance(data, Mapping):
        return
    fields = {name: field for name, field in shape.fields.items() if not field.read_only}
    yield from ((place, str(name), fields.keys()) for name in data if name not in fields)
    for name in fields.keys() & data.keys():
        yield from _unknown(fields[name], data[name], f"{place}{name}.")


def _refusal(name: str, known: Collection[str], code: str) -> ErrorDetail:
    near = get_close_matches(name[:LONGEST], known, n=3)
    names = {"name": name[:LONGEST], "names": ", ".join(near or sorted(known)[:40])}
    if near:
        sentence = _("“%(name)s” is not known here. Did you mean: %(names)s?") % names
    elif known:
        sentence = _("“%(name)s” is not known here. Known names: %(names)s.") % names
    else:
        sentence = _("“%(name)s” is not known here, and nothing else is read.") % names
    return ErrorDetail(sentence, code=code)
