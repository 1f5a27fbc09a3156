"""Numbers of rows that stand inside of JSON columns and keys: replaced by ids here when read.

A number that means nothing here is left out, never kept: it could name a row of another club.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Model

from league.foundation.journal.naming import CLUB, PLAYER, USER
from league.foundation.records.rules import registered
from league.office.archives.archive_schema import ARCHIVED
from league.office.archives.archived import Archived, Find, Line
from league.play.rounds.arrangement import VACATED
from league.play.rounds.without_table import DRAWN_FROM, KEPT_WITHOUT
from league.tables.seasons.drafts import digest_of_moves
from league.tables.seasons.keys import key_of_players, players_of

# what the journal keeps only so that something can be undone: ids of rows here, and whole rows
ONLY_FOR_UNDO = frozenset({"was", "moved", "undoes", "version", "of", "row"})
# the fields of a plain thing, before and after a change
STATES = ("before", "after")
# below which keys of JSON numbers of rows stand, and of which kind
Kinds = Mapping[str, str]
# what a round was drawn from, who left which place in it, why it is so, and who went on
ENTRIES: Kinds = dict.fromkeys(
    (DRAWN_FROM, KEPT_WITHOUT, VACATED, "sides", "stand_in", "entries", "level", "through"),
    "entries",
)
# in which column of which kind they stand
NAMING_ENTRIES = {"rounds": "drawing", "tables": "why", "qualifyings": "filling"}
# names of clubs stand in an archive as texts
PEOPLE: Kinds = {PLAYER: "players", USER: "accounts", CLUB: "clubs"}
IN_JOURNAL: Kinds = {
    **PEOPLE,
    "submission": "submissions",
    "goes_id": "players",
    "entry_id": "entries",
    "entries": "entries",
    "player_id": "players",
}
# models by which the journal calls its subjects, and the kinds of their rows
SUBJECTS = {"club": "club"} | {str(one.model._meta.model_name): one.name for one in ARCHIVED}
# what the source of a transaction names, by its first word: the kinds of the numbers behind it
SOURCES = {
    "deal": ("submissions",),
    "entry": ("entries",),
    "evening": ("evenings", "players"),
    "prizes": ("events",),
}


def adapted(archived: Archived, line: Line, find: Find) -> Line:
    """Return a line with ids here in the place of the numbers in it that are no references."""
    loose = {
        column: ids_here(kind, line[column], find)
        for column, kind in archived.loose.items()
        if column in line
    }
    if archived.name in NAMING_ENTRIES and (column := NAMING_ENTRIES[archived.name]) in line:
        loose[column] = renumbered(line[column], ENTRIES, find)
    adapt = _ADAPT.get(archived.name)
    return (adapt(line, find) if adapt else line) | loose


def ids_here(kind: str, value: Any, find: Find) -> Any:
    """Return the id here of a number, those of a list, or JSON whose keys are numbers."""
    match value:
        case bool():
            return None
        case int():
            return find(kind, value) if kind else None
        case list():
            return [one for part in value if (one := ids_here(kind, part, find)) is not None]
        case dict():
            numbers = {key: find(kind, int(key)) for key in value if key.isdecimal()}
            return {str(number): value[key] for key, number in numbers.items() if number}
    return None


def renumbered(value: Any, kinds: Kinds, find: Find) -> Any:
    """Return JSON with ids here in the place of the numbers below these keys."""
    match value:
        case list():
            return [renumbered(part, kinds, find) for part in value]
        case dict():
            found = {
                key: ids_here(kinds[key], part, find) if key in kinds else part
                for key, part in value.items()
            }
            return {key: renumbered(part, kinds, find) for key, part in found.items()}
    return value


def _with_key(line: Line, find: Find) -> Line:
    """The players in the key of a competitor."""
    key = line.get("key")
    if not isinstance(key, str) or not (players := players_of(key)):
        return line
    found = ids_here("players", players, find)
    return line | {"key": key_of_players(found) if len(found) == len(players) else ""}


def _signed_moves(line: Line, find: Find) -> Line:
    """The keys of the competitors whose moves were signed."""
    moves = _moves(line.get("moves"), find)
    return line | {"moves": moves, "digest": digest_of_moves(moves)}


def _moves(moves: Any, find: Find) -> list[dict[str, Any]]:
    listed = moves if isinstance(moves, list) else []
    return [_with_key(move, find) for move in listed if isinstance(move, dict)]


def _transaction(line: Line, find: Find) -> Line:
    """The fact that a transaction follows; "" where the archive does not have it."""
    word, *numbers = str(line.get("source") or "").split(":")
    kinds = SOURCES.get(word, ())
    found: list[int | None] = []
    if len(kinds) == len(numbers) and all(map(str.isdecimal, numbers)):
        found = [find(kind, int(number)) for kind, number in zip(kinds, numbers, strict=True)]
    named = bool(found) and None not in found
    return line | {"source": ":".join([word, *map(str, found)]) if named else ""}


def _happening(line: Line, find: Find) -> Line:
    """What a happening is about, and the numbers of rows that its data names."""
    subject = str(line.get("subject_type"))
    about = ids_here(SUBJECTS.get(subject, ""), line.get("subject_id"), find)
    data = line.get("data")
    kept = without_undo(data if isinstance(data, dict) else {}, subject)
    if (model := _plain_things().get(subject)) is not None:
        states = {name: kept[name] for name in STATES if isinstance(kept.get(name), dict)}
        kept |= {name: _referring(model, values, find) for name, values in states.items()}
    kept = renumbered(kept, IN_JOURNAL, find)
    if isinstance(kept.get("moves"), list):
        kept["moves"] = _moves(kept["moves"], find)
    return line | {"subject_id": about, "data": kept}


def _referring(model: type[Model], values: Mapping[str, Any], find: Find) -> dict[str, Any]:
    """Return the fields of a plain thing, with references to rows here; one to none is left out."""
    relations = {field.name: field for field in model._meta.concrete_fields if field.is_relation}
    kept = {name: value for name, value in values.items() if name not in relations}
    for name in relations.keys() & values.keys():
        related: Any = relations[name].related_model
        kind, number = SUBJECTS.get(related._meta.model_name, ""), values[name]
        if number is None or (number := ids_here(kind, number, find)) is not None:
            kept[name] = number
    return kept


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


_ADAPT: Mapping[str, Callable[[Line, Find], Line]] = {
    "competitors": _with_key,
    "move_decisions": _with_key,
    "signed_moves": _signed_moves,
    "transactions": _transaction,
    "journal": _happening,
}
