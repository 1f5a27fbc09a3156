"""Drawing rounds of a stage: a preview that stores nothing, and the draw that is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import Any

import orjson
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from league.foundation.doors.reasons import stored_reason
from league.foundation.jobs.apart import SILENT, Progress
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.journaling import journal_stage
from league.play.events.models import Entry, EntryState, Stage
from league.play.events.names import stage_name
from league.play.events.selectors import entries_of
from league.play.rounds.arrangement import Arrangement, Side
from league.play.rounds.draw_requests import history_of, order_field, request_for, stage_entries
from league.play.rounds.drawing import CannotDraw, DrawnRound, DrawnTable, Played
from league.play.rounds.drawing import draw_rounds as draw_request
from league.play.rounds.drawing.work import Work
from league.play.rounds.groups import LAST_ROUND, keep_groups
from league.play.rounds.models import PlacementKind, Round, RoundState
from league.play.rounds.rooms import draws_all_rounds
from league.play.rounds.selectors import numbers_in_words
from league.play.rounds.services.asked_byes import resting_in
from league.play.rounds.services.running_rounds import check_results, check_running, lock_stage
from league.play.rounds.services.seating import write_arrangement
from league.play.rounds.without_table import DRAWN_FROM, drawn_from


class DrawImpossible(Refused):
    """The format cannot draw this round; the sentence says why, and what is possible."""

    code = "draw_impossible"


class AllRoundsDrawn(Refused):
    code = "all_rounds_drawn"


class TakesLong(Refused):
    """The draw takes too long for a web request; as a job a worker can make it."""

    code = "takes_long"


class StageNotFilled(Refused):
    """The stage follows another one, and its entries are not known yet."""

    code = "stage_not_filled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A draw that is not stored: made from the entries, the seed and the rounds played till then.

    `version` counts the changes of the event's entries; `field` has the entries by id, `resting`
    those who asked for a bye in the round, by id with the kind of placement.
    """

    rounds: tuple[DrawnRound, ...]
    quality: Mapping[str, Any]
    field: Mapping[int, Entry]
    version: int
    seed: int
    history: Played
    resting: Mapping[int, str]


def preview_draw(
    *, stage: Stage, even_unfinished: bool = False, most_work: int | None = None
) -> Preview:
    """Return what `draw_rounds` would draw now.

    Raises DrawImpossible, AllRoundsDrawn or ResultsMissing, and TakesLong where the draw needs
    more work than `most_work` (in about microseconds of one core), however short its searches are.
    """
    kept = sorted(stage.rounds.all(), key=attrgetter("number"))
    return _drawn(stage, kept, even_unfinished=even_unfinished, most_work=most_work)


@transaction.atomic
def draw_rounds(
    *,
    stage: Stage,
    expected_version: int | None = None,
    number: int | None = None,
    deadlines: Mapping[int, datetime] | None = None,
    even_unfinished: bool = False,
    prepared: Preview | None = None,
    most_work: int | None = None,
    progress: Progress = SILENT,
    by: Act,
) -> list[Round]:
    """Draw all rounds of a round robin, or the next round of a format drawn round by round.

    A repeated request draws nothing: round `number`, which the person expected to be next, or else
    a last round that is not open yet, is returned as it is. With `even_unfinished` a format that
    draws from the results of the round before does without those that are missing. `prepared` is
    a preview, which is stored if nothing has changed since. Raises OutOfDate when the entries
    changed since `expected_version`, NotRunning, AllRoundsDrawn, ResultsMissing or DrawImpossible,
    and TakesLong as `preview_draw` does.
    """
    stage = lock_stage(stage)
    kept = list(stage.rounds.order_by("number"))
    drawn_before = _drawn_before(stage, kept, number)
    if drawn_before:
        return drawn_before
    check_running(stage.event)
    expected_number = kept[-1].number + 1 if kept else 1
    if expected_version not in (None, stage.event.entries_version) or (
        not draws_all_rounds(stage) and number not in (None, expected_number)
    ):
        raise OutOfDate(
            _("The entries have changed in the meantime. Check the draw again before you make it.")
        )
    return write_draw(
        stage,
        kept,
        deadlines or {},
        even_unfinished=even_unfinished,
        prepared=prepared,
        most_work=most_work,
        progress=progress,
        by=by,
    )


def _drawn_before(stage: Stage, kept: Sequence[Round], number: int | None) -> list[Round]:
    """Return the rounds that the same request drew before; none for a new one."""
    if not kept:
        return []
    not_open = kept[-1].state == RoundState.DRAWN
    if draws_all_rounds(stage):
        return list(kept) if not_open else []
    if number is not None:
        return [round for round in kept if round.number == number]
    return [kept[-1]] if not_open else []


def _drawn(
    stage: Stage,
    kept: Sequence[Round],
    *,
    even_unfinished: bool,
    prepared: Preview | None = None,
    most_work: int | None = None,
) -> Preview:
    """Return the draw, or the preview `prepared`, made before the lock, if it is still current."""
    event = stage.event
    field = stage_entries(stage) or _first_field(stage)
    next_number = kept[-1].number + 1 if kept else 1
    if stage.rounds_planned is not None and next_number > stage.rounds_planned:
        raise AllRoundsDrawn(
            ngettext(
                "The only round planned is drawn: plan more rounds to go on.",
                "All %(count)d rounds are drawn: plan more rounds to go on.",
                stage.rounds_planned,
            )
            % {"count": stage.rounds_planned}
        )
    check_results(stage, kept, even_unfinished=even_unfinished)
    history = history_of(kept, held_back=())
    if prepared is not None and (prepared.version, prepared.seed, prepared.history) == (
        event.entries_version,
        stage.seed,
        history,
    ):
        return prepared
    resting = resting_in(stage, next_number)
    request = request_for(
        stage,
        event=event,
        field=field,
        history=history,
        resting=resting,
        number=None if draws_all_rounds(stage) else next_number,
        rounds=stage.rounds_planned,
    )
    try:
        drawn = draw_request(replace(request, work=Work(most_work)))
    except CannotDraw as fault:
        if fault.code == "too_much_work":
            raise TakesLong(
                _(
                    "This draw takes longer than a request may take. Draw it on the event's page "
                    "“Draw” at the desk, where it is made in the background."
                )
            ) from fault
        raise DrawImpossible(_as_sentence(fault)) from fault
    known = {round.number for round in kept}
    return Preview(
        rounds=tuple(round for round in drawn.rounds if round.round not in known),
        quality=drawn.quality,
        field={entry.pk: entry for entry in field},
        version=event.entries_version,
        seed=stage.seed,
        history=history,
        resting=resting,
    )


def _first_field(stage: Stage) -> list[Entry]:
    """Return the accepted entries, for a preview of the draw before the event starts."""
    if stage.number > 1:
        raise StageNotFilled(
            _("Nobody is in %(stage)s yet: first say who goes through to it.")
            % {"stage": stage_name(stage)}
        )
    return list(entries_of(stage.event).filter(state=EntryState.ACCEPTED))


def _as_sentence(fault: CannotDraw) -> str:
    text = games.render_sentence(fault.sentence)
    return games.whole_sentence(text)


def write_draw(
    stage: Stage,
    kept: Sequence[Round],
    deadlines: Mapping[int, datetime],
    *,
    even_unfinished: bool = False,
    prepared: Preview | None = None,
    most_work: int | None = None,
    progress: Progress = SILENT,
    was: Mapping[str, Any] | None = None,
    by: Act,
) -> list[Round]:
    """Work out a draw and store it; `was` brings back the draw in whose place it is made."""
    preview = _drawn(
        stage, kept, even_unfinished=even_unfinished, prepared=prepared, most_work=most_work
    )
    if not preview.rounds:
        raise AllRoundsDrawn(_("All rounds are drawn: everybody has met as often as planned."))
    rounds = Round.objects.bulk_create(
        Round(
            stage=stage,
            number=drawn.round,
            deadline=deadlines.get(drawn.round),
            drawn_at=by.at,
            drawing=_about(drawn, preview, stage),
        )
        for drawn in preview.rounds
    )
    keep_groups(stage, order_field(stage, list(preview.field.values())), preview.quality)
    both = list(zip(rounds, preview.rounds, strict=True))
    for round, drawn in progress.track(both, _("Saving the rounds")):
        write_arrangement(
            round,
            stage.event,
            arrangement_from(drawn, preview.resting),
            field=preview.field,
            tables={table.table: why_as_json(table.why) for table in drawn.tables},
            deals={table.table: table.deals for table in drawn.tables},
        )
    journal_stage(
        "round.drawn",
        stage,
        subject=rounds[0] if len(rounds) == 1 else stage,
        by=by,
        rounds=[round.number for round in rounds],
        numbers=numbers_in_words([round.number for round in rounds]),
        **({"was": was} if was else {}),
    )
    return rounds


def _about(drawn: DrawnRound, preview: Preview, stage: Stage) -> dict[str, Any]:
    return {
        "quality": dict(preview.quality),
        "seed": stage.seed,
        "entries_version": preview.version,
        LAST_ROUND: preview.rounds[-1].round,
        DRAWN_FROM: drawn_from(preview.field.values()),
        "why": why_as_json(drawn.why),
    }


# The drawn round in the form in which it is stored: who is where, and the reasons as JSON.


def arrangement_from(drawn: DrawnRound, resting: Mapping[int, str] | None = None) -> Arrangement:
    """Return who is where; `resting` are entries that the draw left out at their own request."""
    return Arrangement(
        tables={table.table: _sides(table) for table in drawn.tables},
        waiting={
            **{int(entry): PlacementKind.BYE for entry in drawn.byes},
            **{int(entry): PlacementKind.SIT_OUT for entry in drawn.sit_outs},
            **(resting or {}),
        },
    )


def _sides(table: DrawnTable) -> tuple[Side, ...]:
    """Return the sides with partners in the order in which they sit round the table."""
    count = len(table.sides)
    if table.seats is None:
        return tuple(tuple(int(entry) for entry in side) for side in table.sides)
    return tuple(tuple(int(entry) for entry in table.seats[side::count]) for side in range(count))


def why_as_json(why: Sequence[Any]) -> list[dict[str, Any]]:
    return [
        {"code": reason.code, "sentence": orjson.loads(stored_reason(reason.sentence))}
        for reason in why
    ]
