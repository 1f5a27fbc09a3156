"""The demo's club many times over, with more nights in each: rows for a site that has grown.

The database makes the copies itself. Every row that belongs to the club is copied with its numbers
shifted, so that a copy hangs together as the demo does; then one event that is over is copied
again and again into each club, a week further back every time.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any

# between the numbers of one club and the next, and of one night and the next: more than there are
A_CLUB = 1_000_000_000
A_NIGHT = 1_000_000
# what a site has once, however many clubs there are, and what is counted at the end
LEFT_OUT = frozenset(
    {
        *("journal.reader", "once.keyedrequest", "prepared.weeklydeal", "events.eventcount"),
        *("orders.job", "orders.jobfile", "orders.worker", "orders.turn"),
        *("journal.undelivered", "journal.siteversion", "clubs.mail", "club_limits.clubuse"),
    }
)
# where the way from a row to its event is not a chain of foreign keys
WAYS_TO_EVENT = {
    "events.event": "pk",
    "games.deal": "submission__table__round__stage__event",
    "journal.happening": "event_id",
    "webhooks.change": "event_id",
}
# columns with ids that are not foreign keys, as the journal may not import those models
IDS_OF_CLUBS = frozenset({"club_id", "actor_user_id"})
IDS_OF_NIGHTS = frozenset(
    {
        *("event_id", "stage_id", "subject_id", "subject", "happening_id"),
        *("event_number", "evening_number"),
    }
)
# columns with numbers that the site gives from a sequence, each once
NUMBERED = {"webhooks.change.position": "webhooks_change_position"}
LISTS_OF_PLAYERS = frozenset({"partners"})
CLUBS_AT_ONCE = 10

COPIES = """(
    SELECT club * {a_club} AS club_shift, club * {a_club} + night * {a_night} AS night_shift,
           concat(club, '-', night, '-') AS mark, lpad(to_hex(club), 8, '0') AS hex_mark,
           lpad(to_hex(club * 4096 + night), 8, '0') AS night_hex_mark,
           night * interval '1 week' AS back
      FROM generate_series(%s::bigint, %s) club, generate_series(%s::bigint, %s) night
) copy"""
# what no constraint stands on; the others are few pages at the end of which the copies are added
PLAIN_INDEXES = """
    SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid)
      FROM pg_index WHERE indrelid = ANY(%s::regclass[]) AND NOT indisunique
"""


@dataclass(frozen=True, slots=True)
class Size:
    """How many clubs are added, and how many more nights each of them has than the demo."""

    clubs: int
    nights: int

    @classmethod
    def read(cls, text: str) -> "Size":
        """Read "2000x43": clubs x nights. Raises ValueError."""
        clubs, _x, nights = text.partition("x")
        return cls(int(clubs), int(nights or 0))


def copied() -> list[Any]:
    """Return the models whose rows are copied: all of ours but LEFT_OUT."""
    from django.apps import apps

    ours = [app for app in apps.get_app_configs() if app.name.startswith(("games", "league."))]
    models = [model for app in ours for model in app.get_models()]
    return [model for model in models if model._meta.label_lower not in LEFT_OUT]


def add_copies(
    size: Size,
    *,
    keep_indexes: bool = False,
    report: Callable[[int], None] = lambda _clubs: None,
) -> None:
    """Add so many copies of the club that there is; `report` is called with how many there are.

    Foreign keys are not checked and triggers are off: copies are valid if the originals are. What
    may not happen twice (addresses, accounts) is marked with the number of the copy. Indexes are
    made again after the last copy, which is faster for many; beside transactions of others keep
    them, as PostgreSQL leaves a new index aside until older transactions are over.
    """
    from django.db import connection

    everything = {model: _keys(model.objects.all()) for model in copied()}
    of_a_night = _rows_of(largest_event())
    with connection.cursor() as cursor:
        indexes = nullcontext() if keep_indexes else _without_plain_indexes(cursor, [*everything])
        with indexes:
            for first in range(1, size.clubs + 1, CLUBS_AT_ONCE):
                last = min(size.clubs, first + CLUBS_AT_ONCE - 1)
                _add(cursor, everything, (first, last, 0, 0))
                _add(cursor, of_a_night, (first, last, 1, size.nights))
                report(last)
            for model in everything:
                _count_on(cursor, model)
    _count_events()


def tidy() -> None:
    """Do what PostgreSQL does by itself in quiet hours; not inside a transaction."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")


def _add(cursor: Any, rows: dict[Any, list[Any]], copies: tuple[int, ...]) -> None:
    from django.db import transaction

    with transaction.atomic():
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("SET LOCAL synchronous_commit = off")
        for model, keys in rows.items():
            cursor.execute(copy_of(model), [*copies, keys])


@contextmanager
def _without_plain_indexes(cursor: Any, models: list[Any]) -> Iterator[None]:
    """Make the indexes again when all copies are in, instead of a bit at every row."""
    cursor.execute(PLAIN_INDEXES, [[f'"{model._meta.db_table}"' for model in models]])
    indexes = cursor.fetchall()
    for name, _definition in indexes:
        cursor.execute(f"DROP INDEX {name}")
    try:
        yield
    finally:
        cursor.execute("SET maintenance_work_mem = '512MB'")
        for _name, definition in indexes:
            cursor.execute(definition)
        cursor.execute("RESET maintenance_work_mem")


def largest_event() -> Any:
    """Return the event that is over and has the most tables: a usual night of a club."""
    from django.db.models import Count

    from league.play.events.models import Event, EventState

    over = Event.objects.filter(state=EventState.FINISHED, pk__lt=A_NIGHT)
    return over.annotate(tables=Count("stages__rounds__tables")).latest("tables", "pk")


def _rows_of(event: Any) -> dict[Any, list[Any]]:
    """Return the keys of all rows that belong to the event, by model."""
    found = {
        model: _keys(model.objects.filter(**{way: event.pk}))
        for model in copied()
        if (way := way_to_event(model))
    }
    return {model: keys for model, keys in found.items() if keys}


def _keys(rows: Any) -> list[Any]:
    return list(rows.order_by("pk").values_list("pk", flat=True))


@cache
def way_to_event(model: Any) -> str:
    """Return the lookup from a model to its event; "" for what belongs to the club as a whole."""
    if model._meta.label_lower in WAYS_TO_EVENT:
        return WAYS_TO_EVENT[model._meta.label_lower]
    for field in model._meta.concrete_fields:
        target = field.related_model if field.is_relation else None
        if target not in (None, model) and (way := way_to_event(target)):
            return field.name if way == "pk" else f"{field.name}__{way}"
    return ""


def copy_of(model: Any) -> str:
    """Return the INSERT that copies rows of a model.

    Its arguments: first and last club, first and last night, and the keys of the rows.
    """
    table, key = model._meta.db_table, model._meta.pk.column
    values = {field.column: _value(field) for field in model._meta.concrete_fields}
    names = ", ".join(f'"{name}"' for name in values)
    copies = COPIES.format(a_club=A_CLUB, a_night=A_NIGHT)
    return (
        f'INSERT INTO "{table}" ({names}) SELECT {", ".join(values.values())}'  # noqa: S608  # nosec B608 - our own names
        f' FROM "{table}" original, {copies} WHERE original."{key}" = ANY(%s)'
    )


def _value(field: Any) -> str:
    """Return what a column of the copy has, as SQL."""
    original, kind = f'original."{field.column}"', field.get_internal_type()
    target = field.related_model if field.is_relation else None
    if target is not None or field.primary_key:
        return _shifted(field.target_field if target else field, original)
    if field.column in IDS_OF_CLUBS:
        return f"{original} + copy.club_shift"
    if field.column in IDS_OF_NIGHTS:
        return f"{original} + copy.night_shift"
    if field.column in LISTS_OF_PLAYERS:
        return f"ARRAY(SELECT player + copy.club_shift FROM unnest({original}) player)"  # noqa: S608  # nosec B608
    if kind in ("DateField", "DateTimeField") and way_to_event(field.model):
        return f"{original} - copy.back"
    return _distinct(field, original)


def _shifted(key: Any, original: str) -> str:
    """Return the key of the copy of the row that is meant."""
    while key.is_relation:
        key = key.target_field
    if key.model not in copied():
        return original
    if key.get_internal_type() == "CharField":
        return _marked_in_hex(original)
    return f"{original} + copy.{'night_shift' if way_to_event(key.model) else 'club_shift'}"


def _distinct(field: Any, original: str) -> str:
    """Return the value, changed where it may not be there twice."""
    if field.name == "slug":
        return f"left(copy.mark || {original}, {field.max_length})"
    if not (field.unique or field in _unique_where(field.model)):
        return original
    if field.get_internal_type() == "UUIDField":
        return "gen_random_uuid()"
    if sequence := NUMBERED.get(f"{field.model._meta.label_lower}.{field.name}"):
        return f"CASE WHEN {original} IS NOT NULL THEN nextval('{sequence}') END"
    if field.name == "email":
        return f"copy.mark || {original}"
    of_night = bool(way_to_event(field.model))
    return _marked_in_hex(original, "night_hex_mark" if of_night else "hex_mark")


@cache
def _unique_where(model: Any) -> list[Any]:
    """Return the fields that may be there once, each by itself, in rows of some condition."""
    ways = [one for one in model._meta.constraints if getattr(one, "condition", None) is not None]
    alone = [one.fields for one in ways if len(getattr(one, "fields", ())) == 1]
    return [model._meta.get_field(name) for (name,) in alone]


def _marked_in_hex(original: str, mark: str = "hex_mark") -> str:
    """Put the number of the club, or of the night too, where a text of hex digits begins."""
    return f"overlay({original} placing copy.{mark} from 1)"


def _count_events() -> None:
    """Count the events of each club, as triggers would have done."""
    from django.db.models import Count

    from league.play.events.models import Event, EventCount

    kinds = Event.objects.order_by().values("club_id", "visibility", "state")
    EventCount.objects.all().delete()
    EventCount.objects.bulk_create(
        EventCount(**kind) for kind in kinds.annotate(events=Count("pk"))
    )


def _count_on(cursor: Any, model: Any) -> None:
    """Set the sequence of ids above all copies, for the next row that the site adds."""
    table, key = model._meta.db_table, model._meta.pk
    cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, key.column])
    (sequence,) = cursor.fetchone()
    if sequence:
        cursor.execute(
            f'SELECT setval(%s, (SELECT coalesce(max("{key.column}"), 0) + 1 FROM "{table}"))',  # noqa: S608  # nosec B608
            [sequence],
        )
