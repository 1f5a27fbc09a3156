"""The phases of a deal: what may be done in each, how it is done, and how a record has it.

A game lists its phases once. Replaying a record, playing a deal step by step, what is allowed
next, and the story of a record are all made from that list.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.actions import Action
from games.engine.json_schema import FLAG, Schema
from games.engine.record import read_flag, read_list

# state, record and place -> what the record says was done there (0 is first), None for no more
EntryAt = Callable[[Any, Mapping[str, Any], int], Any]


class Phase(NamedTuple):
    """One kind of thing that players do.

    `key` is where a record has it, `schema` the JSON Schema of what stands there; `legal` gives
    what may be done next, nothing while the phase is not due; `do` does several things one after
    the other and raises at the first that is not allowed; `read` does everything a record says of
    the phase, and raises where something is missing; `during` are the phases of a state in which
    it may come next; one that `gives_up` ends the deal before its play.
    """

    key: str
    schema: Schema
    legal: Callable[[Any], Iterable[Any]]
    do: Callable[[Any, Sequence[Any]], None]
    read: Callable[[Any, Mapping[str, Any]], None]
    during: tuple[str, ...]
    entry_at: EntryAt
    gives_up: bool = False


def phase(
    key: str,
    *,
    schema: Schema,
    legal: Callable[[Any], Iterable[Any]],
    do: Callable[[Any, Sequence[Any]], None],
    read: Callable[[Any, Mapping[str, Any]], None] | None = None,
    during: tuple[str, ...] | None = None,
    entry_at: EntryAt | None = None,
    gives_up: bool = False,
) -> Phase:
    """Return a phase whose entries are a list in the record, unless it says otherwise."""

    def read_all(state: Any, record: Mapping[str, Any]) -> None:
        do(state, read_list(record, key))

    def listed(state: Any, record: Mapping[str, Any], place: int) -> Any:
        return written_at(record, key, place)

    return Phase(
        key, schema, legal, do, read or read_all, during or (key,), entry_at or listed, gives_up
    )


def single(do: Callable[[Any, Any], None]) -> Callable[[Any, Sequence[Any]], None]:
    """Return what does several things one after the other, from what does one."""

    def do_all(state: Any, values: Sequence[Any]) -> None:
        for value in values:
            do(state, value)

    return do_all


def giving_up(
    key: str, *, may: Callable[[Any], bool], give_up: Callable[[Any, object], None]
) -> Phase:
    """Return the phase that ends a deal before its first lead; the record has it as a flag."""

    def read(state: Any, record: Mapping[str, Any]) -> None:
        if read_flag(record, key, phase=key):
            give_up(state, True)

    return phase(
        key,
        schema=FLAG,
        legal=lambda state: (True,) if may(state) else (),
        do=single(give_up),
        read=read,
        during=("play",),
        gives_up=True,
    )


def written_at(record: Mapping[str, Any], key: str, place: int) -> Any:
    """Return one entry under a key, which may hold a single one; None where there is none."""
    written = record.get(key)
    entries = written if isinstance(written, list | tuple) else [written] if written else []
    return entries[place] if place < len(entries) else None


def laid_away_at(state: Any, record: Mapping[str, Any], place: int) -> Any:
    """Return what the seat in turn laid away: it stands by the seat, not by its place."""
    cards = record.get("discards")
    return {"seat": state.turn, "cards": cards[state.turn]} if cards else None


def read_phases(
    phases: Iterable[Phase], state: Any, record: Mapping[str, Any], *, before: str | None = None
) -> None:
    """Do what a record says, phase by phase, up to the phase `before`, if any.

    The next phase read is the one that is due, else the first that is left: what a record says of
    a phase that never came is refused by that phase.
    """
    left = [phase for phase in phases if phase.key != before]
    while left:
        now, due = state.phase, 0
        for place, phase in enumerate(left):
            if now in phase.during:
                due = place
                break
        left.pop(due).read(state, record)


def next_action(
    phases: Iterable[Phase], state: Any, record: Mapping[str, Any], done: Mapping[str, int]
) -> Action | None:
    """Return what the record says was done next, None where it says no more.

    `done` counts by key what has been done.
    """
    for phase in phases:
        if state.phase in phase.during:
            value = phase.entry_at(state, record, done.get(phase.key, 0))
            if value is not None:
                return Action(phase.key, value)
    return None
