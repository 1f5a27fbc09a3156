"""What a program sends: read strictly, with names that are known."""

import json
import math
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from typing import IO, Any, NoReturn

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import APIException, ErrorDetail, ParseError, ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer

# --- Reads JSON so that nothing odd gets any further: what passes can be stored and answered ---

NO_OFFSET = gettext_lazy(
    "Write the time with its offset from UTC, as in 2026-11-28T19:30:00+01:00."
)

DEEPEST = 40
LARGEST = 2**63 - 1


class BodyTooLarge(APIException):
    status_code = 413
    default_code = "body_too_large"

    def __init__(self, most: int | None = None) -> None:
        if most is None:
            most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        super().__init__(
            _("The request is too large: send at most %(most)d bytes at once.") % {"most": most}
        )


class StrictJSONParser(JSONParser):
    """Standard JSON only: no NaN, no numbers beyond 64 bits, no NUL, no bottomless nesting.

    A request may have `most_bytes`, by default as many as any request.
    """

    most_bytes: int | None = None

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        most = self.most_bytes or settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(most + 1)
        if len(body) > most:
            raise BodyTooLarge(most)
        data = _load(body)
        check_values(data)
        return data


def _load(body: bytes) -> Any:
    try:
        return json.loads(
            body.decode("utf-8-sig"), parse_constant=_refuse_constant, parse_float=_finite
        )
    except RecursionError:
        raise _too_deep() from None
    except ValueError as fault:
        raise ParseError(
            _("The request is not JSON: %(fault)s.") % {"fault": fault}, code="malformed_json"
        ) from fault


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:20]} is too large a number")
    return number


def _too_deep() -> ParseError:
    return ParseError(
        _("The request is nested too deeply: at most %(most)d levels are allowed.")
        % {"most": DEEPEST},
        code="nested_too_deeply",
    )


def check_values(data: Any) -> None:
    """Refuse what neither the database nor an answer could hold. Raises ParseError."""
    level = [data]
    for _depth in range(DEEPEST + 1):
        if not level:
            return
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                below += value.keys()
                below += value.values()
            elif isinstance(value, list):
                below += value
            else:
                _check_plain(value)
        level = below
    raise _too_deep()


def _check_plain(value: Any) -> None:
    if isinstance(value, str):
        if "\x00" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise ParseError(
                _("The request contains a character that is not text (NUL or half a character)."),
                code="not_text",
            )
    elif isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        raise ParseError(
            _("A number in the request is too large: %(most)d is the most.") % {"most": LARGEST},
            code="number_too_large",
        )


# --- Known names ---
# Fields and filters that nobody reads are refused by name: a slip would change nothing, silently.
# What a view reads is what its description says: the shape of its body, its query's parameters.

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
