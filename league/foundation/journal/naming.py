"""Names in the journal: people and clubs stand in it by number, and are named when it is read.

In the data of a happening `{"$player": [12, 15]}` reads as these players' names, and what stands
in JOINED as several things in a row. A text is what somebody typed, and reads as it is.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from django.db import connection, models

from league.foundation.lists import listed, partners

LISTED, TOGETHER, WORDS = "$listed", "$together", "$words"
# how several names and texts read as one
JOINED: Mapping[str, Callable[[Iterable[str]], str]] = {
    LISTED: listed,
    TOGETHER: partners,
    WORDS: " ".join,
}
PLAYER, USER, CLUB = "$player", "$user", "$club"
# the tables, which lie above the journal, with what their rows are called
TABLES = {
    PLAYER: ("clubs_player", "name"),
    USER: ("clubs_user", "coalesce(nullif(name, ''), email)"),
    CLUB: ("clubs_club", "name"),
}
# a row that is not there any more
UNKNOWN = "–"

Number: TypeAlias = tuple[str, int]
Names: TypeAlias = Mapping[Number, str]


def by_number(rows: Iterable[models.Model]) -> dict[str, list[int]]:
    """Return how the journal holds players of one side, accounts or clubs."""
    numbers: dict[str, list[int]] = {}
    for row in rows:
        numbers.setdefault(f"${row._meta.model_name}", []).append(row.pk)
    return numbers


def acted(user_id: int | None, players: Sequence[int], word: str) -> Any:
    """Return who did something, by number or as a word for whoever has none."""
    if word or players:
        return word or {PLAYER: list(players)}
    return UNKNOWN if user_id is None else {USER: [user_id]}


def stored(value: Any) -> Any:
    """Return a value as the journal holds it: a row by its number."""
    match value:
        case models.Model():
            return by_number([value])
        case list() | tuple():
            return [stored(part) for part in value]
        case dict():
            return {name: stored(part) for name, part in value.items()}
    return value


def numbers_in(value: Any) -> Iterator[Number]:
    """Go through the numbers of those whom JSON of the journal names."""
    match value:
        case list():
            for part in value:
                yield from numbers_in(part)
        case dict():
            for name, part in value.items():
                if name in TABLES:
                    yield from ((name, number) for number in part)
                else:
                    yield from numbers_in(part)


def names_of(numbers: Iterable[Number]) -> Names:
    """Return what those of the numbers are called that are there; one query, or none."""
    wanted: dict[str, set[int]] = {}
    for mark, number in numbers:
        wanted.setdefault(mark, set()).add(number)
    if not wanted:
        return {}
    parts = [
        f"SELECT '{mark}', id, {name} FROM {table} WHERE id = ANY(%s)"  # noqa: S608  # nosec B608
        for mark, (table, name) in TABLES.items()
        if mark in wanted
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(parts), [list(wanted[mark]) for mark in TABLES if mark in wanted]
        )
        return {(mark, number): name for mark, number, name in cursor.fetchall()}


def replaced(value: Any, instead: Callable[[str, list[int]], Any]) -> Any:
    """Return JSON of the journal with something else in the place of each mark and its numbers."""
    match value:
        case list():
            return [replaced(part, instead) for part in value]
        case dict():
            for mark in TABLES.keys() & value.keys():
                return instead(mark, value[mark])
            return {name: replaced(part, instead) for name, part in value.items()}
    return value


def named(value: Any, names: Names) -> Any:
    """Return JSON of the journal as it reads, with names in the place of numbers."""

    def name(mark: str, numbers: list[int]) -> str:
        return partners(names.get((mark, number), UNKNOWN) for number in numbers) or UNKNOWN

    return _joined(replaced(value, name))


def _joined(value: Any) -> Any:
    match value:
        case list():
            return [_joined(part) for part in value]
        case dict():
            for mark in JOINED.keys() & value.keys():
                return JOINED[mark](str(_joined(part)) for part in value[mark])
            return {name: _joined(part) for name, part in value.items()}
    return value
