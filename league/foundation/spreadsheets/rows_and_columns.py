"""A list as a spreadsheet shows it: its columns, declared once, and its rows."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

# what a cell can hold; None is an empty one
Value: TypeAlias = str | int | float | Decimal | date | datetime | None

MOST_ROWS = 10_000  # of a list that strangers may ask for


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading in the reader's language, and the value of a row."""

    heading: "str | Promise"
    value: Callable[[Any], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A list with a `title`; `rows` may be read only once, one after the other."""

    title: str
    columns: Sequence[Column]
    rows: Iterable[Any]

    @property
    def headings(self) -> list[str]:
        return [str(column.heading) for column in self.columns]

    def lines(self) -> Iterator[list[Value]]:
        """Yield the rows as values of cells, in the order of the columns."""
        for row in self.rows:
            yield [as_value(column.value(row)) for column in self.columns]


def as_value(value: Any) -> Value:
    """Return what a cell holds of a value: numbers stay numbers, days and moments stay such.

    Moments are in the active time zone; a fraction is written to six decimals.
    """
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Fraction):
        return round(float(value), 6)
    if isinstance(value, datetime) and timezone.is_aware(value):
        return timezone.make_naive(value).replace(microsecond=0)
    if isinstance(value, (int, float, Decimal, date, str)):
        return value
    return str(value)
