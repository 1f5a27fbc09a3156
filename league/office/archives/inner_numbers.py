"""Numbers of rows that stand inside of JSON columns and keys: replaced by ids here when read.

A number that means nothing here is left out, never kept: it could name a row of another club.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Model

from league.foundation.journal.naming import PLAYER, USER, replaced
from league.foundation.names import clean_name
from league.foundation.records.rules import registered
from league.office.archives.archived import Find, Line
from league.play.rounds.arrangement import VACATED
from league.play.rounds.without_table import DRAWN_FROM, KEPT_WITHOUT
from league.tables.seasons.drafts import digest_of_moves
from league.tables.seasons.keys import key_of_players, key_of_team, players_of

# what the journal keeps only so that something can be undone: ids of rows here, and whole rows
ONLY_FOR_UNDO = frozenset({"was", "moved", "undoes", "version", "of", "row"})
# the fields of a plain thing, before and after a change
STATES = ("before", "after")
# numbers that the data of happenings names, and the kinds of their rows
NUMBERS = {
    "submission": "submissions",
    "goes_id": "players",
    "entry_id": "entries",
    "player_id": "players",
}
# how the data marks the numbers of those whom it names, and the kinds of their rows; names of
# clubs stand in an archive as texts
PEOPLE = {PLAYER: "players", USER: "accounts"}
# what names entries in why a round or a table is as it is
NAMING = frozenset(
    {"names", "entry", "one", "other", "home", "away", "left", "opponent", "moved", "partner"}
    | {"apart", "first", "fewest", "north", "south", "east", "west", "rover", "player", "highest"}
    | {"winners"}
)
# models by which the journal calls its subjects, and the kinds of their rows
SUBJECTS = {
    "club": "club",
    "venue": "venues",
    "event": "events",
    "stage": "stages",
    "round": "rounds",
    "table": "tables",
    "entry": "entries",
    "player": "players",
    "season": "seasons",
    "houserules": "house_rules",
    "submission": "submissions",
    "evening": "evenings",
    "adjustment": "adjustments",
    "playoff": "play_offs",
    "matchrules": "match_rules",
    "preparedset": "prepared_sets",
    "kitty": "kitties",
    "transaction": "transactions",
}
CODE, BY_RULE = re.compile(r"[a-z_]*"), "may_not_stand_in"
# what the source of a transaction names, by its first word: the kinds of the numbers behind it
SOURCES = {
    "deal": ("submissions",),
    "entry": ("entries",),
    "evening": ("evenings", "players"),
    "prizes": ("events",),
}


def whole_numbers(value: Any) -> list[int]:
    """Return the numbers of a list; whatever else stands there is left out."""
    listed = value if isinstance(value, list) else []
    return [one for one in listed if isinstance(one, int) and not isinstance(one, bool)]


def _found(kind: str, numbers: Iterable[int], find: Find) -> list[int]:
    return [here for number in numbers if (here := find(kind, number)) is not None]


def of_a_round(line: Line, find: Find) -> Line:
    """The entries that a round was drawn from, kept without, and that left a place in it."""
    drawing = dict(line.get("drawing") or {})
    for name in (DRAWN_FROM, KEPT_WITHOUT):
        if name in drawing:
            drawing[name] = sorted(_found("entries", whole_numbers(drawing[name]), find))
    if VACATED in drawing:
        drawing[VACATED] = _vacated(drawing[VACATED], find)
    return line | {"drawing": _with_reasons(drawing, find)}


def of_a_table(line: Line, find: Find) -> Line:
    """The entries that are named in why a table is as it is."""
    return _with_reasons(line, find)


def _with_reasons(line: Line, find: Find) -> Line:
    """Number the entries in the reasons; those of an archive of before have names: all are left."""
    why = line.get("why")
    if not isinstance(why, list) or any(map(_has_names, why)):
        return {name: value for name, value in line.items() if name != "why"}
    return line | {"why": _of_entries(why, find)}


def _has_names(reason: Any) -> bool:
    return isinstance(reason, dict) and any(
        _has_names(part) or (name in NAMING and isinstance(part, str))
        for name, part in reason.items()
    )


def _of_entries(value: Any, find: Find) -> Any:
    match value:
        case {"entries": list() as numbers}:
            return {"entries": _found("entries", whole_numbers(numbers), find)}
        case list():
            return [_of_entries(part, find) for part in value]
        case dict():
            return {name: _of_entries(part, find) for name, part in value.items()}
    return value


def _vacated(places: Any, find: Find) -> dict[str, Any]:
    kept = {}
    for entry, place in places.items() if isinstance(places, dict) else ():
        here = find("entries", int(entry)) if str(entry).isdecimal() else None
        if here is not None and isinstance(place, dict):
            stand_in = _found("entries", whole_numbers([place.get("stand_in")]), find)
            kept[str(here)] = {
                "table": place.get("table"),
                "sides": _sides(place, find),
                "stand_in": stand_in[0] if stand_in else None,
            }
    return kept


def _sides(place: dict[str, Any], find: Find) -> list[list[int]] | None:
    sides = place.get("sides")
    if not isinstance(sides, list):
        return None
    return [_found("entries", whole_numbers(side), find) for side in sides]


def of_a_line_up(line: Line, _find: Find) -> Line:
    """The code of why nobody was seated; an archive of before has a sentence with names."""
    refused = str(line.get("refused") or "")
    return line | {"refused": refused if CODE.fullmatch(refused) else BY_RULE}


def of_a_qualifying(line: Line, find: Find) -> Line:
    """The entries that were level for the last places, and those that went through."""
    filling = dict(line.get("filling") or {})
    ties = filling.get("ties")
    if isinstance(ties, list):
        filling["ties"] = [_tie(tie, find) for tie in ties if isinstance(tie, dict)]
    return line | {"filling": filling}


def _tie(tie: dict[str, Any], find: Find) -> dict[str, Any]:
    entries = {
        name: _found("entries", whole_numbers(tie.get(name)), find) for name in ("level", "through")
    }
    return tie | entries


def with_a_key(line: Line, find: Find) -> Line:
    """The players in the key of a competitor, or the name of the team as it is written here."""
    key = _key(line.get("key"), find, line.get("name"))
    # an archive of before has names of players, too
    nameless = {"name": ""} if "name" in line and players_of(str(key)) else {}
    return line | {"key": key} | nameless


def _key(key: Any, find: Find, name: Any = None) -> Any:
    if isinstance(name, str) and key == key_of_team(name):
        return key_of_team(clean_name(name))
    if not isinstance(key, str) or not (players := players_of(key)):
        return key
    here = _found("players", players, find)
    return key_of_players(here) if len(here) == len(players) else ""


def of_signed_moves(line: Line, find: Find) -> Line:
    """The keys of the competitors whose moves were signed; an archive of before has names, too."""
    moves = [
        {name: value for name, value in move.items() if name not in ("name", "public_name")}
        for move in _moves(line.get("moves"), find)
    ]
    return line | {"moves": moves, "digest": digest_of_moves(moves)}


def _moves(moves: Any, find: Find) -> list[dict[str, Any]]:
    return [
        move | {"key": _key(move.get("key"), find, move.get("name"))}
        for move in (moves if isinstance(moves, list) else [])
    ]


def of_a_transaction(line: Line, find: Find) -> Line:
    """The fact that a transaction follows; "" where the archive does not have it."""
    word, *numbers = str(line.get("source") or "").split(":")
    kinds = SOURCES.get(word, ())
    here: list[int | None] = []
    if len(kinds) == len(numbers) and all(map(str.isdecimal, numbers)):
        here = [find(kind, int(number)) for kind, number in zip(kinds, numbers, strict=True)]
    named = bool(here) and None not in here
    return line | {"source": ":".join([word, *map(str, here)]) if named else ""}


def of_who_sent_it(line: Line, find: Find) -> Line:
    """The players who sent something at a table."""
    return line | _players_named(line, "by_players", find)


def _players_named(line: Line, column: str, find: Find) -> Line:
    numbers = whole_numbers(line.get(column))
    return {column: _found("players", numbers, find)} if column in line else {}


def of_a_happening(line: Line, find: Find) -> Line:
    """What a happening is about, and the few numbers of rows that its data names."""
    subject = str(line.get("subject_type"))
    kind, number = SUBJECTS.get(subject), line.get("subject_id")
    about = find(kind, number) if kind and isinstance(number, int) else None
    return line | {
        "subject_id": about,
        "data": _data(line.get("data"), subject, find),
        **_players_named(line, "actor_players", find),
    }


def _data(data: Any, subject: str, find: Find) -> dict[str, Any]:
    kept = without_undo(data if isinstance(data, dict) else {}, subject)
    if (model := _plain_things().get(subject)) is not None:
        states = {name: kept[name] for name in STATES if isinstance(kept.get(name), dict)}
        kept |= {name: _referring(model, values, find) for name, values in states.items()}
    for name, kind in NUMBERS.items():
        if isinstance(kept.get(name), int):
            kept[name] = find(kind, kept[name])
    if "entries" in kept:
        kept["entries"] = _found("entries", whole_numbers(kept["entries"]), find)
    if isinstance(kept.get("moves"), list):
        kept["moves"] = _moves(kept["moves"], find)
    numbered: dict[str, Any] = _of_people(kept, find)
    return numbered


def _of_people(data: Any, find: Find) -> Any:
    """Return the data with the numbers that those whom it names have here."""

    def here(mark: str, numbers: Any) -> dict[str, list[int]]:
        kind = PEOPLE.get(mark)
        return {mark: _found(kind, whole_numbers(numbers), find) if kind else []}

    return replaced(data, here)


def _referring(model: type[Model], values: Mapping[str, Any], find: Find) -> dict[str, Any]:
    """Return the fields of a plain thing, with references to rows here; one to none is left out."""
    relations = {field.name: field for field in model._meta.concrete_fields if field.is_relation}
    kept = {name: value for name, value in values.items() if name not in relations}
    for name in relations.keys() & values.keys():
        related: Any = relations[name].related_model
        kind, number = SUBJECTS.get(related._meta.model_name), values[name]
        if number is None or (kind and (number := _here(kind, number, find)) is not None):
            kept[name] = number
    return kept


def _here(kind: str, number: Any, find: Find) -> int | None:
    is_number = isinstance(number, int) and not isinstance(number, bool)
    return find(kind, number) if is_number else None


def without_undo(data: dict[str, Any], subject: str) -> dict[str, Any]:
    """Return the data of a happening without what only serves to undo it.

    What the fields of a plain thing were before and after stays: people read it.
    """
    is_plain = subject in _plain_things()
    gone = ONLY_FOR_UNDO.union(STATES if "of" in data else ())
    return {
        name: value
        for name, value in data.items()
        if name not in gone
        # a sentence names what was before and which tables; with rows in it, it is for undoing
        and not (name in ("before", "tables") and _has_rows(value) and not is_plain)
    }


def _has_rows(value: Any) -> bool:
    return isinstance(value, dict) and not value.keys() & PEOPLE.keys()


def _plain_things() -> dict[str, type[Model]]:
    """Return the models of plain things by the word that the journal has for them."""
    return {str(model._meta.model_name): model for model in registered()}
