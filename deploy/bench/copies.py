"""The demo's clubs many times over, made by the database itself: rows for a site that has grown.

Every row that belongs to the clubs is copied with its numbers shifted, so that copies hang
together as the clubs they were made from do. Accounts are not copied.
"""

from collections.abc import Iterator
from typing import Any

STRIDE = 1_000_000  # between the numbers of one copy and the next: more than the demo has rows
LEFT_OUT = frozenset(
    {"clubs.user", "journal.reader", "orders.job", "orders.jobfile", "orders.worker"}
)
# columns with ids that are not foreign keys, because the journal may not import those models
PLAIN_NUMBERS = frozenset({"club_id", "event_id", "stage_id", "subject_id"})


def copied() -> list[Any]:
    """Return the models whose rows are copied: all of ours but LEFT_OUT."""
    from django.apps import apps

    ours = [app for app in apps.get_app_configs() if app.name.startswith(("games", "league."))]
    models = [model for app in ours for model in app.get_models()]
    return [model for model in models if model._meta.label_lower not in LEFT_OUT]


def last_rows() -> dict[Any, int]:
    """Return the highest number of each model's rows: what is stored now is what is copied."""
    from django.db.models import Max

    rows = {model: model._default_manager.aggregate(last=Max("pk"))["last"] for model in copied()}
    return {model: last for model, last in rows.items() if last is not None}


def add_copies(copies: int, *, of: dict[Any, int], first: int = 1) -> None:
    """Add so many copies of the rows up to those of `last_rows`, numbered from `first`.

    Foreign keys are not checked while rows are copied: they are valid for the copies if they are
    for the originals.
    """
    from django.db import connection, transaction

    numbered = set(copied())
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for model, last in of.items():
            cursor.execute(copy_of(model, numbered), [first, first + copies - 1, last])
    with connection.cursor() as cursor:
        for model in of:
            _count_on(cursor, model)
        cursor.execute("ANALYZE")


def copy_of(model: Any, numbered: set[Any]) -> str:
    """Return the INSERT that copies the rows of a model.

    Its arguments are the first and the last copy, and the last row that is copied.
    """
    table = model._meta.db_table
    pairs = list(_columns(model, numbered))
    names = ", ".join(f'"{name}"' for name, _value in pairs)
    values = ", ".join(value for _name, value in pairs)
    key = model._meta.pk.column
    return (
        f'INSERT INTO "{table}" ({names}) SELECT {values}'  # noqa: S608  # nosec B608 - our own names
        f' FROM "{table}" original, generate_series(%s, %s) copy WHERE original."{key}" <= %s'
    )


def _columns(model: Any, numbered: set[Any]) -> Iterator[tuple[str, str]]:
    for field in model._meta.concrete_fields:
        name = field.column
        original = f'original."{name}"'
        target = field.related_model if field.is_relation else None
        is_number = field.primary_key and not field.is_relation
        if is_number or target in numbered or (target is None and name in PLAIN_NUMBERS):
            yield name, f"{original} + copy * {STRIDE}"
        elif field.get_internal_type() == "UUIDField" and field.unique:
            yield name, "gen_random_uuid()"
        elif field.unique:
            yield name, f"left({original}, 50) || '-' || copy"
        else:
            yield name, original


def _count_on(cursor: Any, model: Any) -> None:
    """Set the sequence of ids above all copies, for the next row that the site adds."""
    table, key = model._meta.db_table, model._meta.pk
    cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, key.column])
    (sequence,) = cursor.fetchone()
    if sequence:
        cursor.execute(
            f'SELECT setval(%s, (SELECT max("{key.column}") FROM "{table}") + 1)',  # noqa: S608  # nosec B608
            [sequence],
        )
