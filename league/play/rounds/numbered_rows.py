"""Rows that belong to a match by its round and number, when the match gets another number."""

from collections.abc import Mapping
from typing import Any

from django.db.models import F, QuerySet

# above every number of a table, so that matches may change numbers with each other
ASIDE = 16_000


def renumber(rows: "QuerySet[Any]", numbers: Mapping[int, int]) -> None:
    """Give rows, unique by `number`, new numbers: (old: new); a few updates."""
    if not numbers:
        return
    rows.filter(number__in=numbers).update(number=F("number") + ASIDE)
    for old, new in numbers.items():
        rows.filter(number=old + ASIDE).update(number=new)
