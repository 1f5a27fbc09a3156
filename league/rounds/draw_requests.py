"""From a stage to a request of the drawing: who is in, what is behind, how it is drawn."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from league.events.models import Entry, EntryState, Event, Stage
from league.events.names import name_of
from league.events.selectors import members_with_players
from league.rounds.drawing import FORMATS, Bye, DrawRequest, Match, Played, Side
from league.rounds.drawing import Entry as DrawnEntry
from league.rounds.models import Placement, PlacementKind, Round

BY_LOT, ORDER = "lot", "order"
NOTHING_PLAYED = Played()


def all_at_once(stage: Stage) -> bool:
    """Say whether every round of the stage is known from the start."""
    drawn_format = FORMATS.get(stage.format)
    return drawn_format is not None and drawn_format.all_at_once


def sits_out(stage: Stage) -> bool:
    """Say whether who waits sits out (the round does not count), rather than has a bye."""
    return not all_at_once(stage)


def stage_field(stage: Stage) -> list[Entry]:
    """Return the entries of the stage, withdrawn ones too, by number and with their names."""
    return list(
        Entry.objects.filter(stage_entries__stage=stage)
        .prefetch_related(members_with_players())
        .order_by("number")
    )


def request_for(
    stage: Stage,
    *,
    event: Event,
    field: Sequence[Entry],
    history: Played = NOTHING_PLAYED,
    number: int | None = None,
    rounds: int | None = None,
) -> DrawRequest:
    """Return the request for one round (`number`) or for all of them.

    Names are the public ones: the reasons of a draw are shown to everybody.
    """
    return DrawRequest(
        format=stage.format,
        entries=tuple(
            DrawnEntry(
                id=str(entry.pk),
                name=name_of(entry, public=True),
                seed=place,
                active=entry.state == EntryState.ACCEPTED,
            )
            for place, entry in enumerate(_in_order(stage, field), start=1)
        ),
        round=number,
        rounds=rounds,
        history=history,
        options=_options(stage, event),
    )


def _in_order(stage: Stage, field: Sequence[Entry]) -> list[Entry]:
    """Return the entries by seed and number, or by a lot that later entries do not disturb."""
    if stage.options.get(ORDER) == BY_LOT:
        return sorted(field, key=lambda entry: _lot(stage.seed, entry.pk))
    return sorted(field, key=lambda e: (e.seed is None, e.seed or 0, e.number))


def _lot(seed: int, entry: int) -> bytes:
    return hashlib.sha256(f"{seed} {entry}".encode()).digest()


def _options(stage: Stage, event: Event) -> Mapping[str, Any]:
    options = {name: value for name, value in stage.options.items() if name != ORDER}
    if all_at_once(stage):
        return options
    return options | {
        "minimum": event.least_seats,
        "maximum": event.most_seats,
        "seed": stage.seed,
    }


def history_of(rounds: Iterable[Round]) -> Played:
    """Return who met whom in these rounds, and who waited."""
    numbers = {round.pk: round.number for round in rounds}
    rows = (
        Placement.objects.filter(round__in=numbers)
        .order_by("round", "table__number", "side", "id")
        .values_list("round", "entry", "kind", "table__number", "side")
    )
    matches: dict[tuple[int, int], dict[int, list[str]]] = {}
    byes: list[Bye] = []
    for round_id, entry, kind, table, side in rows:
        if kind == PlacementKind.TABLE and table is not None:
            sides = matches.setdefault((numbers[round_id], table), {})
            sides.setdefault(side or 0, []).append(str(entry))
        elif kind != PlacementKind.ABSENT:
            byes.append(Bye(numbers[round_id], str(entry)))
    return Played(
        matches=tuple(
            Match(
                round=number,
                table=table,
                sides=tuple(Side(tuple(sides[side])) for side in sorted(sides)),
            )
            for (number, table), sides in matches.items()
        ),
        byes=tuple(byes),
    )
