"""The phases of a deal: what may be done in each, how it is done, and how a record has it.

A game lists its phases once. Replaying a record, playing a deal step by step, what is allowed
next, and the story of a record are all made from that list.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.actions import Action
from games.engine.json_schema import FLAG, Schema
from games.engine.record import read_flag, read_list

# state, record and place (from 0) -> the entry at this place; None when the record has no more
EntryAt = Callable[[Any, Mapping[str, Any], int], Any]


class Phase(NamedTuple):
    """One kind of thing that players do.

    `key` is the key of a record that has the phase's entries, `schema` the JSON Schema of its
    value. `legal` gives the entries that may come next, none while the phase is not due. `do`
    carries out entries one after the other and raises at the first that is not allowed. `read`
    carries out all entries of a record, and raises where one is missing. `during` has the values
    of `state.phase` in which this phase may come next. `entry_at` finds a single entry in a
    record. One that `gives_up` ends the deal before its play.
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
    """Return a phase; unless other functions are given, its entries are a list in the record."""

    def read_all(state: Any, record: Mapping[str, Any]) -> None:
        do(state, read_list(record, key))

    def listed(state: Any, record: Mapping[str, Any], place: int) -> Any:
        return written_at(record, key, place)

    return Phase(
        key, schema, legal, do, read or read_all, during or (key,), entry_at or listed, gives_up
    )


def single(do: Callable[[Any, Any], None]) -> Callable[[Any, Sequence[Any]], None]:
    """Return a function that carries out several entries, made from `do`, which carries out one."""

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
    """Return the entry at a place of a key's list, or of its single value; None past the end."""
    written = record.get(key)
    entries = written if isinstance(written, list | tuple) else [written] if written else []
    return entries[place] if place < len(entries) else None


def laid_away_at(state: Any, record: Mapping[str, Any], place: int) -> Any:
    """Return what the seat in turn laid away; the record lists it by seat, whatever the place."""
    cards = record.get("discards")
    return {"seat": state.turn, "cards": cards[state.turn]} if cards else None


def read_phases(
    phases: Iterable[Phase], state: Any, record: Mapping[str, Any], *, before: str | None = None
) -> None:
    """Carry out a record, phase by phase; `before` names a phase that is left out with its entries.

    The next phase read is the one that is due, else the first that is left: that one refuses
    entries of a phase that the deal never reached.
    """
    left = [phase for phase in phases if phase.key != before] if before else list(phases)
    while left:
        now = state.phase
        for phase in left:
            if now in phase.during:
                break
        else:
            phase = left[0]
        left.remove(phase)
        phase.read(state, record)


def next_action(
    phases: Iterable[Phase], state: Any, record: Mapping[str, Any], done: Mapping[str, int]
) -> Action | None:
    """Return the next action of a record, None when it has no more.

    `done` counts by key the entries that have been carried out.
    """
    for phase in phases:
        if state.phase in phase.during:
            value = phase.entry_at(state, record, done.get(phase.key, 0))
            if value is not None:
                return Action(phase.key, value)
    return None
