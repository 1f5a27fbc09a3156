"""The lines of an archive: rows as they are written, without what never goes out."""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from django.db.models import QuerySet

from games.models import Deal
from league.foundation.journal.models import Happening
from league.foundation.journal.naming import CLUB, named, names_of, numbers_in, replaced
from league.office.archives.archived import Archived, Line
from league.office.archives.inner_numbers import adapted, without_undo
from league.office.archives.row_values import NUMBER, fields_of, kind_referred_to, to_json
from league.office.archives.scope import Referred
from league.play.prepared.models import WeeklyResult

AT_ONCE = 1_000
WORD = re.compile(r"[^\s<>()]+")
HIDDEN = "…"


def lines_of(
    archived: Archived, rows: "QuerySet[Any]", referred: Referred, *, with_addresses: bool
) -> Iterator[Line]:
    """Go through rows as lines, reading so many at once, and note whom they refer to."""
    fields = fields_of(archived.name)
    names = [one.name for one in fields]
    kinds = [(one.name, kind) for one in fields if (kind := kind_referred_to(one))]
    finish = _FINISHED.get(archived.name, _same)
    columns = ["pk", *(one.attname for one in fields)]
    stored = rows.values_list(*columns).iterator(chunk_size=AT_ONCE)
    while batch := [*islice(stored, AT_ONCE)]:
        lines = [
            {NUMBER: number} | dict(zip(names, map(to_json, values), strict=True))
            for number, *values in batch
        ]
        if archived.model is Happening:
            lines = _with_names_of_clubs(lines)
        for line in lines:
            for name, kind in kinds:
                if line[name] is not None:
                    referred.note(kind, line[name])
            adapted(archived, line, referred.note)
            yield finish(line, with_addresses)


def _same(line: Line, _with_addresses: bool) -> Line:
    return line


# what an archive has only where it is asked for
ADDRESSES = ("email", "phone")


def _player(line: Line, with_addresses: bool) -> Line:
    return line if with_addresses else {k: v for k, v in line.items() if k not in ADDRESSES}


def _happening(line: Line, with_addresses: bool) -> Line:
    """Leave out what only serves to undo, and hide addresses unless they are wished for."""
    line = line | {"data": without_undo(line["data"], line["subject_type"])}
    return line if with_addresses else hide_addresses(line)


def _with_names_of_clubs(lines: list[Line]) -> list[Line]:
    """Put names for the numbers of clubs, which are no rows of an archive."""
    numbers = {number for line in lines for number in numbers_in(line["data"])}
    clubs = names_of(one for one in numbers if one[0] == CLUB)

    def instead(mark: str, numbers: list[int]) -> Any:
        numbered = {mark: numbers}
        return named(numbered, clubs) if mark == CLUB else numbered

    return [line | {"data": replaced(line["data"], instead)} for line in lines]


def _transaction(line: Line, with_addresses: bool) -> Line:
    return line if with_addresses else hide_addresses(line)


def hide_addresses(value: Any) -> Any:
    """Return JSON with every e-mail address in its texts replaced by dots."""
    match value:
        case str():
            return WORD.sub(_without_address, value) if "@" in value else value
        case dict():
            return {name: hide_addresses(one) for name, one in value.items()}
        case list():
            return [hide_addresses(one) for one in value]
    return value


def _without_address(word: re.Match[str]) -> str:
    _name, _at, place = word[0][1:].partition("@")
    return HIDDEN if "." in place[1:-1] else word[0]


# A deal as the `score` door reads it; what came of it is below `expect`, which the door ignores.

OF_THE_DEAL = ("variant", "preset", "options", "players")
OF_THE_RESULT = ("score", "made", "lines", "detail")
DOOR_KEYS = (NUMBER, "expect", "why", *OF_THE_DEAL)
SAID = "said"


def _deal(line: Line, _with_addresses: bool) -> Line:
    return {NUMBER: line[NUMBER]} | deal_for_the_door(line)


def deal_for_the_door(line: Line) -> Line:
    """Return a deal's columns in the form of the `score` door.

    What was sent may have said which game it is too: that is kept as it was said.
    """
    expect = {name: line[name] for name in OF_THE_RESULT}
    expect |= {name: line[name] for name in ("form", "engine_version", "created_at")}
    of_the_deal = {name: line[name] for name in OF_THE_DEAL}
    if said := {name: line["data"][name] for name in DOOR_KEYS if name in line["data"]}:
        expect[SAID] = said
    data = {name: value for name, value in line["data"].items() if name not in DOOR_KEYS}
    return data | of_the_deal | {"expect": expect}


def deal_from_the_door(line: Line) -> Line:
    """Return the columns of a deal from its line: the reverse of `deal_for_the_door`."""
    expect = line.get("expect")
    result = dict(expect) if isinstance(expect, dict) else {}
    said = result.pop(SAID, {})
    data = {name: value for name, value in line.items() if name not in DOOR_KEYS}
    return {
        NUMBER: line.get(NUMBER),
        **{name: line.get(name) for name in OF_THE_DEAL},
        "data": data | (said if isinstance(said, dict) else {}),
        **result,
    }


def weekly_line(result: WeeklyResult) -> Line:
    """Return what a table made of a deal of the week; that one is named by its commitment."""
    deal = {
        one.name: to_json(one.value_from_object(result.deal)) for one in Deal._meta.concrete_fields
    }
    weekly = result.weekly
    return {
        "week": weekly.week.isoformat(),
        "variant": weekly.variant,
        "commitment": weekly.commitment,
        "table_name": result.table_name,
        "entered_at": to_json(result.entered_at),
        "deal": deal_for_the_door(deal),
    }


Finished = Callable[[Line, bool], Line]
_FINISHED: dict[str, Finished] = {
    "players": _player,
    "journal": _happening,
    "deals": _deal,
    "transactions": _transaction,
}
