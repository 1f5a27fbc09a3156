"""Drawing rounds: looked at first, drawn once, drawn again while nothing is played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from games.engine.sentences import sentence_to_json
from league.events.models import Entry, EntryState, Event, EventState, Stage
from league.events.selectors import entries_of
from league.journal import services as journal
from league.journal.actor import Actor
from league.refusal import OutOfDate, Refused
from league.rounds.arrangement import Arrangement, Side
from league.rounds.draw_requests import history_of, in_order, request_for, stage_field
from league.rounds.drawing import CannotDraw, DrawnRound, DrawnTable
from league.rounds.drawing import draw_rounds as draw_request
from league.rounds.drawing.format_options import about_format
from league.rounds.groups import keep_groups
from league.rounds.models import PlacementKind, Round, RoundState, Table
from league.rounds.selectors import numbers_in_words
from league.rounds.services.seating import write_arrangement
from league.rounds.stage_format import all_at_once
from league.rounds.stage_results import Wanting, wanting_in


class NotRunning(Refused):
    """Rounds are only drawn and played while the event runs."""

    code = "event_not_running"


class DrawImpossible(Refused):
    """The drawing says why, and what is possible."""

    code = "draw_impossible"


class AllRoundsDrawn(Refused):
    code = "all_rounds_drawn"


class ResultsMissing(Refused):
    """The draw depends on results that are not there, or not confirmed.

    `may_draw_anyway`: the director may say that it is drawn without them.
    """

    code = "results_missing"

    def __init__(self, sentence: str, *, may_draw_anyway: bool) -> None:
        super().__init__(sentence)
        self.may_draw_anyway = may_draw_anyway


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a draw would give. `version` is that of the entries it was made for."""

    rounds: tuple[DrawnRound, ...]
    quality: Mapping[str, Any]
    field: Mapping[int, Entry]
    version: int


def lock_stage(stage: Stage) -> Stage:
    """Return the stage with its event, both locked: a stage is drawn by one person at a time."""
    event = Event.objects.select_for_update(no_key=True).get(pk=stage.event_id)
    stage = Stage.objects.select_for_update(no_key=True).get(pk=stage.pk)
    stage.event = event
    return stage


def lock_tables(rounds: Sequence[Round]) -> None:
    """Wait for whoever is entering a deal: it holds its table's row.

    Events, stages and rounds are locked without their keys, so that a deal being entered can
    refer to them and never waits for somebody who waits for its table.
    """
    tables = Table.objects.select_for_update().filter(round__in=rounds).order_by("pk")
    list(tables.values_list("pk", flat=True))


def check_running(event: Event) -> None:
    if event.state != EventState.RUNNING:
        raise NotRunning(
            _("Rounds are drawn and played while the event is running; it is %(state)s now.")
            % {"state": event.get_state_display()}
        )


def preview_draw(*, stage: Stage, even_unfinished: bool = False) -> Preview:
    """Return what `draw_rounds` would draw now.

    Raises DrawImpossible, AllRoundsDrawn or ResultsMissing.
    """
    kept = list(stage.rounds.order_by("number"))
    return _drawn(stage, kept, even_unfinished=even_unfinished)


@transaction.atomic
def draw_rounds(
    *,
    stage: Stage,
    expected_version: int | None = None,
    number: int | None = None,
    deadlines: Mapping[int, datetime] | None = None,
    even_unfinished: bool = False,
    actor: Actor,
    at: datetime,
) -> list[Round]:
    """Draw all rounds of a round robin, or the next round of a format drawn round by round.

    Asked for twice it is drawn once: `number`, the round that the person saw coming, or a last
    round that is not yet open, is returned as it is. With `even_unfinished` a format that asks
    for the results of the round before goes without those that are not there. Raises OutOfDate
    when the entries changed since `expected_version`, NotRunning, AllRoundsDrawn, ResultsMissing
    or DrawImpossible.
    """
    stage = lock_stage(stage)
    kept = list(stage.rounds.order_by("number"))
    drawn_before = _drawn_before(stage, kept, number)
    if drawn_before:
        return drawn_before
    check_running(stage.event)
    expected_number = kept[-1].number + 1 if kept else 1
    if expected_version not in (None, stage.event.entries_version) or (
        not all_at_once(stage) and number not in (None, expected_number)
    ):
        raise OutOfDate(_("The entries have changed since: look at the draw again, then draw it."))
    return write_draw(
        stage, kept, deadlines or {}, even_unfinished=even_unfinished, actor=actor, at=at
    )


def _drawn_before(stage: Stage, kept: Sequence[Round], number: int | None) -> list[Round]:
    """Return the rounds that a repeated request asked for."""
    if not kept:
        return []
    not_open = kept[-1].state == RoundState.DRAWN
    if all_at_once(stage):
        return list(kept) if not_open else []
    if number is not None:
        return [round for round in kept if round.number == number]
    return [kept[-1]] if not_open else []


def _drawn(stage: Stage, kept: Sequence[Round], *, even_unfinished: bool) -> Preview:
    event = stage.event
    field = stage_field(stage) or _accepted(event)
    next_number = kept[-1].number + 1 if kept else 1
    if stage.rounds_planned is not None and next_number > stage.rounds_planned:
        raise AllRoundsDrawn(
            _("All %(count)d rounds are drawn: plan more rounds to go on.")
            % {"count": stage.rounds_planned}
        )
    _check_results(stage, kept, even_unfinished=even_unfinished)
    request = request_for(
        stage,
        event=event,
        field=field,
        history=history_of(kept),
        number=None if all_at_once(stage) else next_number,
        rounds=stage.rounds_planned,
    )
    try:
        drawn = draw_request(request)
    except CannotDraw as fault:
        raise DrawImpossible(_as_sentence(fault)) from fault
    known = {round.number for round in kept}
    return Preview(
        rounds=tuple(round for round in drawn.rounds if round.round not in known),
        quality=drawn.quality,
        field={entry.pk: entry for entry in field},
        version=event.entries_version,
    )


def _check_results(stage: Stage, kept: Sequence[Round], *, even_unfinished: bool) -> None:
    """Refuse a draw by results while the round it depends on has none that can be counted on."""
    results = about_format(stage.format).results
    behind = kept[:-1] if stage.options.get("delayed") else kept
    if results == "none" or not behind:
        return
    wanting = wanting_in(behind[-1])
    may_draw_anyway = results == "wished" or not wanting.missing
    if wanting.tables and not (even_unfinished and may_draw_anyway):
        raise ResultsMissing(
            _why_not_yet(wanting, may_draw_anyway), may_draw_anyway=may_draw_anyway
        )


def _why_not_yet(wanting: Wanting, may_draw_anyway: bool) -> str:
    parts = []
    for tables, sentence in (
        (
            wanting.missing,
            ngettext(
                "Who meets whom depends on the results, and table %(tables)s of round %(round)d "
                "has none yet: wait for it, enter it, or award points.",
                "Who meets whom depends on the results, and tables %(tables)s of round %(round)d "
                "have none yet: wait for them, enter them, or award points.",
                len(wanting.missing),
            ),
        ),
        (
            wanting.unconfirmed,
            ngettext(
                "The result of table %(tables)s of round %(round)d is not confirmed yet: "
                "confirm it first.",
                "The results of tables %(tables)s of round %(round)d are not confirmed yet: "
                "confirm them first.",
                len(wanting.unconfirmed),
            ),
        ),
    ):
        if tables:
            named = {"tables": ", ".join(map(str, tables)), "round": wanting.round.number}
            parts.append(sentence % named)
    if may_draw_anyway:
        parts.append(_("Or draw anyway, with the results as they are now."))
    return " ".join(parts)


def _accepted(event: Event) -> list[Entry]:
    """Return who would play if the event started now, for a look at the draw beforehand."""
    return list(entries_of(event).filter(state=EntryState.ACCEPTED))


def _as_sentence(fault: CannotDraw) -> str:
    text = games.in_words(fault.sentence)
    return games.whole_sentence(text)


def write_draw(
    stage: Stage,
    kept: Sequence[Round],
    deadlines: Mapping[int, datetime],
    *,
    even_unfinished: bool = False,
    actor: Actor,
    at: datetime,
) -> list[Round]:
    preview = _drawn(stage, kept, even_unfinished=even_unfinished)
    if not preview.rounds:
        raise AllRoundsDrawn(_("All rounds are drawn: everybody has met as often as planned."))
    rounds = Round.objects.bulk_create(
        Round(
            stage=stage,
            number=drawn.round,
            deadline=deadlines.get(drawn.round),
            drawn_at=at,
            drawing=_about(drawn, preview, stage),
        )
        for drawn in preview.rounds
    )
    keep_groups(stage, in_order(stage, list(preview.field.values())), preview.quality)
    for round, drawn in zip(rounds, preview.rounds, strict=True):
        write_arrangement(
            round,
            stage.event,
            arrangement_from(drawn),
            field=preview.field,
            tables={table.table: why_as_json(table.why) for table in drawn.tables},
            deals={table.table: table.deals for table in drawn.tables},
        )
    journal.append(
        kind="round.drawn",
        actor=actor,
        at=at,
        club_id=stage.event.club_id,
        event_id=stage.event_id,
        stage_id=stage.pk,
        subject=rounds[0] if len(rounds) == 1 else stage,
        data={
            "event": stage.event.name,
            "rounds": [round.number for round in rounds],
            "numbers": numbers_in_words([round.number for round in rounds]),
        },
    )
    return rounds


def arrangement_from(drawn: DrawnRound) -> Arrangement:
    return Arrangement(
        tables={table.table: _sides(table) for table in drawn.tables},
        waiting={
            **{int(entry): PlacementKind.BYE for entry in drawn.byes},
            **{int(entry): PlacementKind.SIT_OUT for entry in drawn.sit_outs},
        },
    )


def _sides(table: DrawnTable) -> tuple[Side, ...]:
    """Return the sides with partners in the order in which they sit round the table."""
    count = len(table.sides)
    if table.seats is None:
        return tuple(tuple(int(entry) for entry in side) for side in table.sides)
    return tuple(tuple(int(entry) for entry in table.seats[side::count]) for side in range(count))


def why_as_json(why: Sequence[Any]) -> list[dict[str, Any]]:
    return [{"code": reason.code, "sentence": sentence_to_json(reason.sentence)} for reason in why]


def _about(drawn: DrawnRound, preview: Preview, stage: Stage) -> dict[str, Any]:
    return {
        "quality": dict(preview.quality),
        "seed": stage.seed,
        "entries_version": preview.version,
        "why": why_as_json(drawn.why),
    }
