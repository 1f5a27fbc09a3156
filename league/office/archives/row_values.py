"""Rows as lines of an archive and back: a column's value as JSON, and JSON as a column's value."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache
from hashlib import blake2b
from typing import Any
from uuid import UUID

import orjson
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db.models import DateTimeField, DecimalField, Field, ForeignKey, JSONField

from league.clubs.models import Club, User
from league.office.archives.archive_schema import BY_MODEL, BY_NAME
from league.office.archives.archived import Line

ACCOUNTS = "accounts"
NUMBER = "id"  # in a line: what other lines refer to, and nothing else


class BadLine(ValueError):
    """A line that does not describe a row; its text says what is wrong, for people."""


@cache
def fields_of(name: str) -> tuple["Field[Any, Any]", ...]:
    """Return the columns of a kind that are archived, in their order in the model."""
    archived = BY_NAME[name]
    fields: list[Field[Any, Any]] = archived.model._meta.concrete_fields  # type: ignore[assignment]
    return tuple(
        one
        for one in fields
        if not one.primary_key and not is_the_club(one) and one.name not in archived.without
    )


def is_the_club(one: "Field[Any, Any]") -> bool:
    """Say whether the column names the club, which is the archive's for all rows."""
    return isinstance(one, ForeignKey) and one.related_model is Club


def kind_referred_to(one: "Field[Any, Any]") -> str | None:
    """Return the kind of the rows that a foreign key refers to; None for any other column."""
    if not isinstance(one, ForeignKey):
        return None
    return ACCOUNTS if one.related_model is User else BY_MODEL[one.related_model].name


def to_json(value: Any) -> Any:
    """Return a column's value as JSON has it: times in UTC, decimals as text."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal | UUID) else value


def from_json(one: "Field[Any, Any]", value: Any) -> Any:
    """Return what JSON has for a column as its value, a number for a reference. Raises BadLine."""
    if value is None:
        if not one.null:
            raise BadLine(f"{one.name} is missing")
        return None
    if isinstance(one, JSONField):
        return value
    if isinstance(one, ForeignKey):
        return _whole(one, value)
    try:
        return _checked(one, value)
    except (ValidationError, ValueError, TypeError, ArithmeticError) as wrong:
        raise BadLine(f"{one.name} cannot be {str(value)[:60]!r}") from wrong


def _checked(one: "Field[Any, Any]", value: Any) -> Any:
    if isinstance(one, ArrayField):
        return _list(one, value)
    if isinstance(value, dict | list) or (isinstance(value, str) and "\0" in value):
        raise ValueError
    read = one.to_python(value)
    if read is None:
        raise ValueError
    if isinstance(one, DateTimeField) and read.tzinfo is None:
        raise ValueError
    if isinstance(one, DecimalField):
        read = read.quantize(Decimal(1).scaleb(-one.decimal_places))
    if one.choices and read not in {choice for choice, _label in one.flatchoices}:
        raise ValueError
    one.run_validators(read)
    return read


def _list(one: "ArrayField[Any, Any]", value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError
    return [_checked(one.base_field, part) for part in value]


def _whole(one: "Field[Any, Any]", value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 2**62:
        raise BadLine(f"{one.name} must be a number of a row")
    return value


def number_of(line: Line) -> int:
    """Return the number of a row in the archive. Raises BadLine."""
    number = line.get(NUMBER)
    if not isinstance(number, int) or isinstance(number, bool) or not 0 < number < 2**62:
        raise BadLine("a row has no number")
    return number


def values_of(name: str, line: Line) -> dict[str, Any]:
    """Return a row's values by column, numbers for references; defaults for what is not there."""
    return {
        one.attname: from_json(one, line[one.name]) if one.name in line else _default(one)
        for one in fields_of(name)
    }


def _default(one: "Field[Any, Any]") -> Any:
    if one.has_default() or one.blank:
        return one.get_default()
    return from_json(one, None)


def digest_of(values: Sequence[Any]) -> str:
    """Return a name for the values of a row here, the same as long as none of them changes."""
    text = orjson.dumps([to_json(value) for value in values], option=orjson.OPT_SORT_KEYS)
    return blake2b(text, digest_size=16).hexdigest()


def unknown_columns(name: str, line: Mapping[str, Any]) -> set[str]:
    """Return what stands in a line and is no column here: a newer release wrote it."""
    known = {one.name for one in fields_of(name)} | {NUMBER} | set(BY_NAME[name].without)
    return set(line) - known
