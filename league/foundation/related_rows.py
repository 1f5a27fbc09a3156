"""Rows of a second table that come with those of the first, as a column of the same query.

    stages = Stage.objects.annotate(
        listed=rows_column(Round.objects.filter(stage=OuterRef("pk")), "id", "number", "state")
    )
    rounds = read_rows(Round, stages[0].listed)

PostgreSQL hands them over as JSON. Read, they are instances whose other columns are deferred;
`player_id` with `player__name` gives them the player, too.
"""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeVar

from django.contrib.postgres.expressions import ArraySubquery
from django.db import DEFAULT_DB_ALIAS
from django.db.models import (
    DateField,
    DecimalField,
    Func,
    JSONField,
    Model,
    QuerySet,
    TimeField,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import JSONObject

Row = TypeVar("Row", bound=Model)
Columns = Mapping[str, Any]
CONVERTED = (DateField, TimeField)  # what JSON has as text


def rows_column(rows: "QuerySet[Any]", *names: str, **more: Combinable) -> Combinable:
    """Return the rows as one column of an outer query, in their order.

    `names` are those of their columns and of columns they refer to, `more` are computed ones.
    """
    found = ArraySubquery(rows.values(row=JSONObject(**{name: name for name in names}, **more)))
    # one document is read quicker than an array of them
    return Func(found, function="TO_JSONB", output_field=JSONField())


def read_rows(model: type[Row], rows: Iterable[Columns]) -> list[Row]:
    """Return what a `rows_column` holds as instances; computed columns are their attributes."""
    return [_reader(model, tuple(row))(row) for row in rows]


def _converter(field: Any) -> Callable[[Any], Any] | None:
    if not isinstance(field, DecimalField):
        return field.to_python if isinstance(field, CONVERTED) else None
    last_place = Decimal(1).scaleb(-field.decimal_places)
    return lambda value: None if value is None else field.to_python(value).quantize(last_place)


@lru_cache(maxsize=256)
def _reader(
    model: type[Row], names: tuple[str, ...], prefix: str = "", pk: str = "id"
) -> Callable[[Columns], Row]:
    """Return what makes an instance of the columns whose names begin with the prefix."""
    fields: list[tuple[Any, str]] = [
        (field, pk if field.primary_key else f"{prefix}{field.attname}")
        for field in model._meta.concrete_fields
    ]
    own = [(field, name) for field, name in fields if name in names]
    converters = [_converter(field) for field, _ in own]
    attnames = [field.attname for field, _name in own]
    related = [
        (field, name, _reader(field.related_model, names, below, name))
        for field, name in own
        if (below := f"{prefix}{field.name}__") and any(other.startswith(below) for other in names)
    ]
    stored = {name for _field, name in own}
    computed = [name for name in names if not prefix and "__" not in name and name not in stored]

    def read(columns: Columns) -> Row:
        values = [
            columns[name] if convert is None else convert(columns[name])
            for (_field, name), convert in zip(own, converters, strict=True)
        ]
        row = model.from_db(DEFAULT_DB_ALIAS, attnames, values)
        for field, name, read_related in related:
            is_there = columns[name] is not None
            field.set_cached_value(row, read_related(columns) if is_there else None)
        for name in computed:
            setattr(row, name, columns[name])
        return row

    return read
