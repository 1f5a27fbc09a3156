"""Deleted rows that can be restored: the journal stores them completely, with their ids."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core import serializers
from django.db import connection
from django.db.models import Model


def kept(rows: Iterable[Model]) -> list[dict[str, Any]]:
    """Return the rows as values that the journal can keep."""
    rows_as_json: list[dict[str, Any]] = json.loads(serializers.serialize("json", rows))
    return rows_as_json


def put_rows_back(rows: Sequence[Mapping[str, Any]]) -> None:
    """Make kept rows again, in their order; columns that a newer release took away are left out.

    Raises IntegrityError, here and not when the transaction ends, for rows that no longer fit.
    """
    for row in serializers.deserialize("python", rows, ignorenonexistent=True):
        row.save()
    connection.check_constraints()
