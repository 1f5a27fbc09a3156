"""What of the API should not be used any more: said in its description and in every answer.

The rules are in docs/api.md. A test compares the description with that of the last release.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from email.utils import format_datetime

from django.http import HttpResponse

SHORTEST_MONTHS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Deprecation:
    """Since when an operation should not be used, from when on it may be gone, and what is used
    in its place: the id of another operation.
    """

    since: date
    until: date
    instead: str


# by the ids of operations
DEPRECATED: Mapping[str, Deprecation] = {}


def say_deprecated(answer: HttpResponse, operation: str) -> None:
    """Give the answer of a deprecated operation the headers of RFC 9745 and RFC 8594."""
    found = DEPRECATED.get(operation)
    if found is None:
        return
    answer["Deprecation"] = f"@{int(_midnight(found.since).timestamp())}"
    answer["Sunset"] = format_datetime(_midnight(found.until), usegmt=True)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
