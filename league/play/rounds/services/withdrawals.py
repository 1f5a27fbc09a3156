"""What the rounds do when an entry leaves or comes back, and what they answer to events.

Rounds and tables that were played stay as they are; in rounds still to come the opponents of a
withdrawn entry have a bye.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from league.foundation.journal.actor import Act
from league.play.events.models import Entry, EntryState, Event, Stage
from league.play.events.setup_problems import Problem, RoundPlan
from league.play.rounds.arrangement import (
    ABSENT,
    VACATED,
    Arrangement,
    LeftPlace,
    absent_who_left,
    joined_by,
    place_it_left,
    sides_without,
    take_out,
)
from league.play.rounds.draw_requests import stage_entries
from league.play.rounds.drawing import format_named
from league.play.rounds.drawing.format import ALONE, PARTNERS
from league.play.rounds.groups import how_grouped
from league.play.rounds.models import PlacementKind, Round, RoundState, Table
from league.play.rounds.rooms import resting_kind, shape_of, who_plays
from league.play.rounds.selectors import has_begun, numbers_in_words, played_tables
from league.play.rounds.services.edit import rewrite
from league.play.rounds.services.redraw import undo_draw
from league.play.rounds.services.running_rounds import (
    close_round,
    journal_round,
    lock_tables,
    reopen_round,
)
from league.play.rounds.services.seating import arrangement_of
from league.play.rounds.setup_checks import setup_problems, stage_problems, start_problems
from league.play.rounds.unsettled import never_opened, unsettled


class Rounds(RoundPlan):
    """The rounds' side of `league.play.events.setup_problems`."""

    def setup_problems(self, event: Event) -> Iterable[Problem]:
        return setup_problems(event)

    def stage_problems(self, stage: Stage) -> Iterable[Problem]:
        return stage_problems(stage)

    def has_begun(self, stage: Stage) -> bool:
        return has_begun(stage)

    def undo_unseen_draw(self, stage: Stage, *, by: Act) -> None:
        first = stage.rounds.order_by("number").first()
        if first is not None:
            undo_draw(round=first, by=by)
        if how_grouped(Stage.objects.get(pk=stage.pk)) != how_grouped(stage):
            stage.stage_entries.update(group="")

    def ranks_by_bracket(self, stage: Stage) -> bool:
        return format_named(stage.format).has_bracket

    def start_problems(self, stage: Stage, entries: Sequence[Entry]) -> Iterable[Problem]:
        return start_problems(stage, entries)

    def next_round(self, stage: Stage) -> int:
        last = stage.rounds.exclude(state=RoundState.DRAWN).order_by("-number").first()
        return last.number + 1 if last else 1

    def rounds_being_played(self, event: Event) -> Sequence[int]:
        unconfirmed = Table.objects.filter(round=OuterRef("pk")).exclude(result__state="confirmed")
        rounds = _rounds_of(event).filter(Exists(unconfirmed), state=RoundState.OPEN)
        return list(rounds.values_list("number", flat=True))

    def close_played(self, event: Event, *, by: Act) -> None:
        for round in _rounds_of(event).filter(state=RoundState.OPEN):
            close_round(round=round, by=by)

    def reopen_closed(self, event: Event, *, ended_at: datetime, by: Act) -> None:
        for round in _rounds_of(event).filter(state=RoundState.CLOSED, closed_at=ended_at):
            reopen_round(round=round, by=by)

    def unsettled(self, event: Event) -> Iterable[Problem]:
        return unsettled(event)

    def never_opened(self, event: Event) -> Iterable[Problem]:
        return never_opened(event)

    def entry_left(self, entry: Entry, *, by: Act) -> None:
        vacate(entry, by=by)

    def entry_came_back(self, entry: Entry, *, by: Act) -> None:
        give_back(entry, by=by)


def _rounds_of(event: Event) -> "QuerySet[Round]":
    rounds = Round.objects.filter(stage__event=event).select_related("stage__event")
    return rounds.order_by("stage__number", "number")


def _unplayed_rounds(entry: Entry) -> list[Round]:
    rounds = list(
        Round.objects.select_for_update(no_key=True, of=("self",))
        .filter(placements__entry=entry)
        .exclude(state=RoundState.CLOSED)
        .select_related("stage")
        .order_by("stage__number", "number")
    )
    for round in rounds:
        round.stage.event = entry.event
    lock_tables(rounds)
    return rounds


def vacate(entry: Entry, *, by: Act) -> list[int]:
    """Take the entry out of tables not yet played; return the numbers of the rounds changed."""
    changed: list[Round] = []
    others = Entry.objects.filter(event=entry.event).exclude(pk=entry.pk)
    left = set(others.exclude(state=EntryState.ACCEPTED).values_list("pk", flat=True))
    for round in _unplayed_rounds(entry):
        before = arrangement_of(round)
        number = before.table_of(entry.pk)
        if number is not None and number in played_tables(round):
            continue
        if before.waiting.get(entry.pk) == ABSENT:
            continue
        stand_in = _who_stands_in(round, before, number)
        after = _without(round, before, entry.pk, stand_in, left)
        _remember_place(round, before, entry.pk, number, stand_in)
        _rewrite(round, before, after, by=by)
        changed.append(round)
    _journal_replanned(entry, changed, by=by)
    return [round.number for round in changed]


def _who_stands_in(round: Round, before: Arrangement, number: int | None) -> int | None:
    """Return who sits out and takes a place that gets free at a table of partners."""
    if number is None or who_plays(round.stage.format, round.stage.event) != PARTNERS:
        return None
    free = [entry for entry, kind in before.waiting.items() if kind == PlacementKind.SIT_OUT]
    return min(free, default=None)


def _without(
    round: Round, before: Arrangement, entry: int, stand_in: int | None, left: Collection[int]
) -> Arrangement:
    """Return the round without the entry, whose place a `stand_in` takes if there is one.

    Else a table that is left with too few is dissolved, and the others of it rest, but for those
    who had `left` before: they are absent, and get nothing for it.
    """
    stage = round.stage
    if stand_in is not None:
        return _stands_in(before, entry, stand_in)
    after = take_out(
        before,
        entry,
        kind=ABSENT,
        resting=resting_kind(stage),
        least=shape_of(stage, stage.event).least,
    )
    return absent_who_left(left, before, after)


def _stands_in(before: Arrangement, entry: int, other: int) -> Arrangement:
    waiting = {waits: kind for waits, kind in before.waiting.items() if waits != other}
    tables = {number: sides_without(sides, entry, other) for number, sides in before.tables.items()}
    return Arrangement(tables=tables, waiting=waiting | {entry: ABSENT})


def _remember_place(
    round: Round, before: Arrangement, entry: int, number: int | None, stand_in: int | None
) -> None:
    places = dict(round.drawing.get(VACATED, {}))
    sides = [list(side) for side in before.tables[number]] if number is not None else None
    places[str(entry)] = {"table": number, "sides": sides, "stand_in": stand_in}
    round.drawing[VACATED] = places


def give_back(entry: Entry, *, by: Act) -> list[int]:
    """Seat the entry again where its place is still free, else let it rest; see `vacate`."""
    changed: list[Round] = []
    for round in _unplayed_rounds(entry):
        before = arrangement_of(round)
        if before.waiting.get(entry.pk) != ABSENT:
            continue
        after = _seated_again(round, before, entry.pk, place_it_left(round, entry.pk))
        _rewrite(round, before, after, by=by)
        changed.append(round)
    _journal_replanned(entry, changed, by=by)
    return [round.number for round in changed]


def _seated_again(round: Round, before: Arrangement, entry: int, place: LeftPlace) -> Arrangement:
    resting = resting_kind(round.stage)
    if place.number is None:
        return replace(before, waiting=dict(before.waiting) | {entry: resting})
    others = place.entries - {entry}
    free = all(before.waiting.get(partner) in (PlacementKind.BYE, resting) for partner in others)
    as_left = _is_as_left(round, before, entry, place)
    if as_left or (place.number not in before.tables and free):
        waiting = {e: k for e, k in before.waiting.items() if e not in place.entries}
        if as_left and place.stand_in is not None:
            waiting[place.stand_in] = PlacementKind.SIT_OUT
        return Arrangement(
            tables=dict(before.tables) | {place.number: place.sides}, waiting=waiting
        )
    joined = _joined(round, before, entry, place.number)
    return joined or replace(before, waiting=dict(before.waiting) | {entry: resting})


def _is_as_left(round: Round, before: Arrangement, entry: int, place: LeftPlace) -> bool:
    """Say whether the table that the entry left is as it left it, with nothing entered since."""
    left = sides_without(place.sides, entry, place.stand_in)
    stays = before.tables.get(place.number or 0) == left
    return stays and place.number not in played_tables(round)


def _joined(round: Round, before: Arrangement, entry: int, number: int) -> Arrangement | None:
    """Return the entry at its table of single players again, if that went on and has room."""
    sides, stage = before.tables.get(number), round.stage
    alone = who_plays(stage.format, stage.event) == ALONE
    if not alone or sides is None or number in played_tables(round):
        return None
    shape = shape_of(stage, stage.event)
    if len(sides) >= shape.most:
        return None
    waiting = {e: k for e, k in before.waiting.items() if e != entry}
    tables = dict(before.tables) | {number: joined_by(sides, entry, shape)}
    return Arrangement(tables=tables, waiting=waiting)


def _rewrite(round: Round, before: Arrangement, after: Arrangement, *, by: Act) -> None:
    field = {entry.pk: entry for entry in stage_entries(round.stage)}
    rewrite(round, before, after, field, by=by)


def _journal_replanned(entry: Entry, rounds: Sequence[Round], *, by: Act) -> None:
    """One line of the journal for each stage, however many rounds changed."""
    by_stage: dict[int, list[Round]] = {}
    for round in rounds:
        by_stage.setdefault(round.stage_id, []).append(round)
    for changed in by_stage.values():
        numbers = [round.number for round in changed]
        data = {"rounds": numbers, "numbers": numbers_in_words(numbers), "entry_id": entry.pk}
        journal_round("round.replanned", changed[0], by=by, data=data)
