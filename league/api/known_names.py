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


def check_fields(shape: BaseSerializer[Any], data: Any) -> None:
    """Refuse fields of `data` that the shape has not, at any depth. Raises ValidationError."""
    unknown: dict[str, Any] = {}
    for place, name, known in _unknown(shape, data, ""):
        unknown[f"{place}{name[:LONGEST]}"] = [_refusal(name, known, CODE)]
        if len(unknown) == MOST_NAMED:
            break
    if unknown:
        raise ValidationError(unknown)


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
