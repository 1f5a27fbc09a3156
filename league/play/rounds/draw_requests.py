"""Make the draw's request from a stage: its entries, what was played, and its options."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from league.clubs.selectors import kept_apart
from league.foundation.doors.played import REQUESTED
from league.play.events.models import (
    Entry,
    EntryKind,
    EntryState,
    Event,
    Stage,
    StageEntry,
    TablePlay,
)
from league.play.events.names import called_after, current_members, name_of
from league.play.events.selectors import members_column, read_members
from league.play.rounds.bye_award import bye_for_drawing
from league.play.rounds.drawing import Bye, DrawRequest, Match, Played, Side, format_named
from league.play.rounds.drawing import Entry as DrawnEntry
from league.play.rounds.drawing.format import SIDES
from league.play.rounds.drawing.stage_options import BY_LOT, ORDER, PREPARED, options_of_format
from league.play.rounds.drawing.within_groups import WITHIN_GROUPS
from league.play.rounds.groups import group_count, groups_of
from league.play.rounds.models import ASKED_FOR, Placement, PlacementKind, Round
from league.play.rounds.rooms import FIRST_TABLES, who_plays
from league.play.rounds.stage_results import TableOutcome, outcomes_of

NOTHING_PLAYED = Played()
NO_OUTCOME = TableOutcome()


def stage_entries(stage: Stage) -> list[Entry]:
    """Return the entries of the stage, withdrawn ones too, by number and with their names."""
    entries = Entry.objects.filter(stage_entries__stage=stage).annotate(people=members_column())
    entry: Any
    for entry in (found := entries.order_by("number")):
        read_members(entry)
    return list(found)


def request_for(
    stage: Stage,
    *,
    event: Event,
    field: Sequence[Entry],
    history: Played = NOTHING_PLAYED,
    number: int | None = None,
    rounds: int | None = None,
    resting: Collection[int] = (),
) -> DrawRequest:
    """Return the request for one round (`number`) or for all of them, without who is `resting`.

    Names are the public ones: the reasons of a draw are shown to everybody.
    """
    entries = order_field(stage, field)
    groups = groups_of(stage, entries)
    return DrawRequest(
        format=stage.format,
        entries=tuple(
            DrawnEntry(
                id=str(entry.pk),
                name=name_of(entry, public=True),
                seed=place,
                group=groups.get(entry.pk, ""),
                active=entry.state == EntryState.ACCEPTED and entry.pk not in resting,
            )
            for place, entry in enumerate(entries, start=1)
        ),
        round=number,
        rounds=rounds,
        history=history,
        avoid=apart(event, entries),
        options=options_for(stage, event),
    )


def apart(event: Event, field: Iterable[Entry]) -> frozenset[frozenset[str]]:
    """Return the pairs of entries that should not meet, because the club keeps players apart.

    The pairs that the club kept apart when the event began count for all its rounds.
    """
    wishes = kept_apart(event.club_id, event.started_at)
    if not wishes:
        return frozenset()
    players = {
        called_after(member.player).pk: entry.pk
        for entry in field
        for member in current_members(entry)
    }
    pairs = ([players[player] for player in wish if player in players] for wish in wishes)
    return frozenset(
        frozenset(map(str, pair)) for pair in pairs if len(pair) == 2 and pair[0] != pair[1]
    )


def order_field(stage: Stage, field: Sequence[Entry]) -> list[Entry]:
    """Return the entries by seed and number, or by a lot that later entries do not disturb.

    The seeds of a stage that follows another are those that it was filled with.
    """
    if stage.options.get(ORDER) == BY_LOT:
        return sorted(field, key=lambda entry: _lot(stage.seed, entry.pk))
    rows = StageEntry.objects.filter(stage=stage, seed__isnull=False) if stage.number > 1 else None
    seeds = dict(rows.values_list("entry_id", "seed")) if rows is not None else {}
    last = len(seeds) + 1
    return sorted(
        field, key=lambda e: (seeds.get(e.pk) or last, e.seed is None, e.seed or 0, e.number)
    )


def _lot(seed: int, entry: int) -> bytes:
    return hashlib.sha256(f"{seed} {entry}".encode()).digest()


def options_for(stage: Stage, event: Event) -> Mapping[str, Any]:
    """Return the director's options that the format reads, and what the event answers itself."""
    format = format_named(stage.format)
    answers: dict[str, Any] = {
        "minimum": event.least_seats,
        "maximum": event.most_seats,
        "seats": event.most_seats,
        "seed": stage.seed,
        "deals": _prepared_deals(stage, event),
        "score": _score(stage, event),
        "pairs": event.entry_kind != EntryKind.INDIVIDUAL,
    }
    asked = {name: answers[name] for name in answers if name in format.filled}
    filled = {name: value for name, value in asked.items() if value is not None}
    if group_count(stage) and not format.needs_groups:
        filled[WITHIN_GROUPS] = True
    if who_plays(stage.format, event) == SIDES:
        useless = {option.name for option in format.options if option.for_singles}
        chosen = {name: v for name, v in stage.options.items() if name not in useless}
        return options_of_format(chosen) | filled
    return options_of_format(stage.options) | filled


def _prepared_deals(stage: Stage, event: Event) -> int:
    """Return how many prepared deals a table plays in a round; 0 where none are prepared."""
    if not stage.options.get(PREPARED) or event.table_play != TablePlay.DEALS:
        return 0
    return event.deals_a_round or 0


def _score(stage: Stage, event: Event) -> dict[str, Any] | None:
    """Return what a result counts for the draw: match points, as the event counts them if it does.

    None while the event does not say how it counts.
    """
    method = event.method
    if not method.get("name"):
        return None
    worth: dict[str, Any] = {"win": 2, "draw": 1, "loss": 0}
    if method["name"] == "match_points":
        worth |= {name: method[name] for name in worth if method.get(name) is not None}
    return worth | {"bye": bye_for_drawing(stage, method, worth)}


def history_of(rounds: Iterable[Round], *, held_back: Collection[int]) -> Played:
    """Return who met whom in these rounds with what came out so far, and who waited.

    Two queries. Points are there once a table has played to its end, confirmed or not; those of
    the tables that are `held_back` (ids) are not. A draw counts all, a page for readers does not.
    """
    rounds = list(rounds)
    numbers = {round.pk: round.number for round in rounds}
    rows = (
        Placement.objects.filter(round__in=numbers, room__in=FIRST_TABLES)
        .order_by("round", "table__number", "side", "id")
        .values_list("round", "entry", "kind", "table__number", "side", "table__deal_numbers")
    )
    deals: dict[tuple[int, int], tuple[int, ...]] = {}
    matches: dict[tuple[int, int], dict[int, list[str]]] = {}
    byes: list[Bye] = []
    for round_id, entry, kind, table, side, deal_numbers in rows:
        if kind == PlacementKind.TABLE and table is not None:
            deals[numbers[round_id], table] = tuple(deal_numbers or ())
            sides = matches.setdefault((numbers[round_id], table), {})
            sides.setdefault(side or 0, []).append(str(entry))
        elif kind in ASKED_FOR:
            points = None if kind == PlacementKind.HALF_BYE else 0
            byes.append(Bye(numbers[round_id], str(entry), REQUESTED, points))
        elif kind != PlacementKind.ABSENT:
            byes.append(Bye(numbers[round_id], str(entry)))
    outcomes = outcomes_of(rounds, held_back=held_back)
    return Played(
        matches=tuple(
            _match(
                number,
                table,
                sides,
                outcomes.get((number, table), NO_OUTCOME),
                deals.get((number, table), ()),
            )
            for (number, table), sides in matches.items()
        ),
        byes=tuple(byes),
    )


def _match(
    number: int,
    table: int,
    sides: Mapping[int, Sequence[str]],
    outcome: TableOutcome,
    deals: tuple[int, ...],
) -> Match:
    places = sorted(sides)
    known = len(outcome.points) > max(places)
    winner = outcome.winner if known and outcome.winner in places else None
    return Match(
        round=number,
        table=table,
        sides=tuple(
            Side(tuple(sides[side]), outcome.points[side] if known else None) for side in places
        ),
        provisional=known and not outcome.is_confirmed,
        winner=None if winner is None else places.index(winner),
        deals=deals,
        forfeits=outcome.forfeits,
    )
