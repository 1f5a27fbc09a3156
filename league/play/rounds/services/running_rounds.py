"""Rounds that are played: opened, closed, their clock and deadline."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording import join_sentences
from league.foundation.journal.actor import Act
from league.foundation.lists import listed
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.journaling import journal_event, journal_stage, locked
from league.play.events.models import Event, EventState, Stage
from league.play.rounds.clock import Clock, minutes_and_seconds
from league.play.rounds.drawing import format_named
from league.play.rounds.models import ClockFact, ClockKind, Round, RoundState, Table
from league.play.rounds.selectors import round_clock, unfinished_tables
from league.play.rounds.stage_results import Wanting, wanting_in
from league.play.rounds.without_table import KEPT_WITHOUT, Changes, changes_in_words, changes_since

# --- Round locks ---
# A stage or a round locked for a change, and what happened to a round written into the journal.


class NotRunning(Refused):
    """Rounds are only drawn and played while the event runs."""

    code = "event_not_running"


def lock_stage(stage: Stage) -> Stage:
    """Return the stage with its event, both locked: a stage is drawn by one person at a time."""
    event = locked(Event.objects.all(), pk=stage.event_id)
    stage = locked(Stage.objects.all(), pk=stage.pk)
    stage.event = event
    return stage


def lock_round(round: Round) -> Round:
    """Return the round with its stage and event; round and event are locked."""
    event = locked(Event.objects.all(), stages__rounds=round.pk)
    round = locked(Round.objects.select_related("stage"), pk=round.pk)
    round.stage.event = event
    return round


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


def journal_round(kind: str, round: Round, *, by: Act, data: dict[str, Any] | None = None) -> None:
    """Write into the journal what happened to a round."""
    journal_stage(kind, round.stage, data, subject=round, by=by, round=round.number)


# --- The clock of a round: started, paused, resumed, given more or less time, ended ---
# A repeated request (to pause a paused clock) changes nothing. Every change is journalled, and
# open pages learn of it by the journal.

MOST_MINUTES = 480

HAPPENINGS = {
    ClockKind.STARTED: "clock.started",
    ClockKind.PAUSED: "clock.paused",
    ClockKind.RESUMED: "clock.resumed",
    ClockKind.EXTENDED: "clock.extended",
    ClockKind.ENDED: "clock.ended",
}


class ClockInWrongState(Refused):
    """The clock of this round cannot do that now."""

    code = "clock_in_wrong_state"


class MinutesMissing(Refused):
    """The length of the round is not known, or not a sensible number of minutes."""

    code = "clock_minutes"


@transaction.atomic
def start_clock(*, round: Round, minutes: int | None = None, by: Act) -> Clock:
    """Start the clock of an open round, with the event's minutes unless others are given.

    A clock that runs or is paused stays as it is; one that was ended is started again.
    """
    round = lock_round(round)
    _check_open(round)
    clock = round_clock(round)
    if clock is not None and not clock.is_over:
        return clock
    minutes = round.stage.event.minutes_a_round if minutes is None else minutes
    if minutes is None or not 1 <= minutes <= MOST_MINUTES:
        raise MinutesMissing(
            _("Enter how many minutes the round has, from 1 to %(most)d.") % {"most": MOST_MINUTES},
            field="minutes",
        )
    return _write(round, ClockKind.STARTED, minutes=minutes, by=by)


@transaction.atomic
def pause_clock(*, round: Round, by: Act) -> Clock:
    """Stop the clock for a while. A paused clock stays paused."""
    round, clock = _going(round)
    if clock.is_paused:
        return clock
    return _write(round, ClockKind.PAUSED, by=by)


@transaction.atomic
def resume_clock(*, round: Round, by: Act) -> Clock:
    """Let a paused clock go on. A running clock goes on."""
    round, clock = _going(round)
    if clock.is_running:
        return clock
    return _write(round, ClockKind.RESUMED, by=by)


@transaction.atomic
def extend_clock(
    *, round: Round, minutes: int, expected_facts: int | None = None, by: Act
) -> Clock:
    """Give the round more time, or less with a negative number.

    After the time has run down the minutes count from now on. Raises OutOfDate when something
    happened to the clock since the person saw it with `expected_facts`: pressed by two people,
    minutes are given once.
    """
    round, clock = _going(round)
    if expected_facts is not None and clock.facts != expected_facts:
        raise OutOfDate(
            _("Somebody else has changed the clock in the meantime. Please check it again.")
        )
    if minutes == 0 or abs(minutes) > MOST_MINUTES:
        raise MinutesMissing(
            _("Enter by how many minutes, from 1 to %(most)d.") % {"most": MOST_MINUTES},
            field="minutes",
        )
    return _write(round, ClockKind.EXTENDED, minutes=minutes, by=by)


@transaction.atomic
def end_clock(*, round: Round, by: Act) -> Clock:
    """Take the clock away from the pages; it can be started again. Ending twice changes nothing."""
    round = lock_round(round)
    clock = round_clock(round)
    if clock is None:
        raise _not_started(round)
    if clock.is_over:
        return clock
    return _write(round, ClockKind.ENDED, by=by)


def _going(round: Round) -> tuple[Round, Clock]:
    """Return the locked round and its clock, which runs or is paused."""
    round = lock_round(round)
    _check_open(round)
    clock = round_clock(round)
    if clock is None:
        raise _not_started(round)
    if clock.is_over:
        raise ClockInWrongState(
            _("The clock of round %(round)d has been ended: start it again.")
            % {"round": round.number}
        )
    return round, clock


def _not_started(round: Round) -> ClockInWrongState:
    return ClockInWrongState(
        _("The clock of round %(round)d has not been started.") % {"round": round.number}
    )


def _check_open(round: Round) -> None:
    """An open round is one of an event that runs: nothing else ends before its rounds do."""
    if round.state != RoundState.OPEN:
        raise ClockInWrongState(
            _("Only an open round has a clock. Round %(round)d is %(state)s.")
            % {"round": round.number, "state": round.get_state_display()}
        )


def _write(round: Round, kind: ClockKind, *, minutes: int | None = None, by: Act) -> Clock:
    seconds = None if minutes is None else 60 * minutes
    fact = write_fact(round, kind, seconds=seconds, at=by.at)
    clock = round_clock(round)
    if clock is None:
        raise AssertionError("a clock that something happened to is there")
    data: dict[str, Any] = {"left": minutes_and_seconds(clock.left(fact.at))}
    if minutes is not None:
        data["minutes"] = minutes
        data["by"] = f"{minutes:+d}"
    journal_round(HAPPENINGS[kind], round, by=by, data=data)
    return clock


# How the facts of a round's clock are stored. `clock.py` knows which may follow which.


def write_fact(
    round: Round, kind: ClockKind, *, seconds: int | None = None, at: datetime
) -> ClockFact:
    """Add to what happened to the clock; the caller holds the round's lock.

    Of two machines one may be a moment behind the other: time does not go back for that.
    """
    last = round.clock_facts.order_by("-number").first()
    if last is not None:
        at = max(at, last.at)
    number = last.number + 1 if last else 1
    return ClockFact.objects.create(round=round, number=number, kind=kind, seconds=seconds, at=at)


def end_with_the_round(round: Round, *, at: datetime) -> None:
    """End the clock of a round that closes, if it has one that goes."""
    clock = round_clock(round)
    if clock is not None and not clock.is_over:
        write_fact(round, ClockKind.ENDED, at=at)


# --- A round on its way: opened, closed, reopened, its deadline, its links, the codes of tables ---


class RoundInWrongState(Refused):
    code = "round_in_wrong_state"


class TablesUnfinished(Refused):
    """Closing would end tables whose results are not confirmed."""

    code = "tables_unfinished"


class NothingToPlay(Refused):
    code = "round_without_tables"


class DrawStale(Refused):
    """Somebody came or left since the round was drawn, and it was not said to open it all the same.

    Without a table is then who came: the round is better drawn again.
    """

    code = "draw_stale"


def check_state(round: Round, wanted: RoundState, sentence: str) -> None:
    if round.state != wanted:
        raise RoundInWrongState(
            f"{sentence} "
            + _("Round %(round)d is %(state)s.")
            % {"round": round.number, "state": round.get_state_display()}
        )


@transaction.atomic
def open_round(*, round: Round, even_stale: bool = False, by: Act) -> Round:
    """Show the round and let its tables enter deals. Opening an open round changes nothing.

    Refused DrawStale, naming those who came or left since it was drawn, unless `even_stale`; then
    rounds drawn with it are not asked about again for the sake of those who left.
    """
    round = lock_round(round)
    if round.state == RoundState.OPEN:
        return round
    check_state(
        round, RoundState.DRAWN, _("Only a drawn round can be opened; a closed one is reopened.")
    )
    check_running(round.stage.event)
    if not round.tables.exists():
        raise NothingToPlay(
            _("Round %(round)d has no table: draw it again or seat somebody first.")
            % {"round": round.number}
        )
    changes = changes_since(round)
    if changes:
        if not even_stale:
            sentence = changes_in_words(round, changes)
            advice = _("Draw it again, or open it as it is.")
            raise DrawStale(join_sentences([sentence, advice]))
        _keep_without(round, changes)
    round.state, round.opened_at = RoundState.OPEN, by.at
    round.save(update_fields=["state", "opened_at"])
    data = {"late": len(changes.late), "left": len(changes.left)} if changes else None
    journal_round("round.opened", round, by=by, data=data)
    return round


def _keep_without(round: Round, changes: Changes) -> None:
    """Remember in the rounds drawn up to the last that they are played without those who left."""
    left = {entry.pk for entry in changes.left}
    if not left:
        return
    rows = list(
        Round.objects.select_for_update(no_key=True).filter(
            stage=round.stage_id, state=RoundState.DRAWN, number__gte=round.number
        )
    )
    for row in rows:
        row.drawing[KEPT_WITHOUT] = sorted({*row.drawing.get(KEPT_WITHOUT, ()), *left})
    Round.objects.bulk_update(rows, ["drawing"])


@transaction.atomic
def close_round(*, round: Round, even_unfinished: bool = False, by: Act) -> Round:
    """End the round: its links stop working, its clock ends. Closing twice changes nothing.

    Refused TablesUnfinished, naming the tables, unless `even_unfinished`.
    """
    round = lock_round(round)
    if round.state == RoundState.CLOSED:
        return round
    check_state(round, RoundState.OPEN, _("Only an open round can be closed."))
    missing = unfinished_tables(round)
    if missing and not even_unfinished:
        raise TablesUnfinished(
            ngettext(
                "Table %(tables)s has no confirmed result yet: "
                "wait for it, enter it, or close the round without it.",
                "Tables %(tables)s have no confirmed result yet: "
                "wait for them, enter them, or close the round without them.",
                len(missing),
            )
            % {"tables": listed(missing)}
        )
    round.state, round.closed_at = RoundState.CLOSED, by.at
    round.save(update_fields=["state", "closed_at"])
    end_with_the_round(round, at=by.at)
    journal_round("round.closed", round, by=by, data={"unfinished": missing})
    return round


@transaction.atomic
def reopen_round(*, round: Round, by: Act) -> Round:
    """Let a closed round go on; its links work again."""
    round = lock_round(round)
    if round.state == RoundState.OPEN:
        return round
    check_state(round, RoundState.CLOSED, _("Only a closed round can be reopened."))
    check_running(round.stage.event)
    round.state, round.closed_at = RoundState.OPEN, None
    round.save(update_fields=["state", "closed_at"])
    journal_round("round.reopened", round, by=by)
    return round


@transaction.atomic
def set_deadline(*, round: Round, deadline: datetime | None, by: Act) -> Round:
    """Say until when the round is to be played; None takes the deadline away."""
    round = lock_round(round)
    if round.deadline == deadline:
        return round
    before, round.deadline = round.deadline, deadline
    round.save(update_fields=["deadline"])
    data = {
        "before": before.isoformat() if before else None,
        "deadline": deadline.isoformat() if deadline else None,
    }
    journal_round("round.deadline_set", round, by=by, data=data)
    return round


@transaction.atomic
def renew_links(*, table: Table, by: Act) -> Table:
    """Make every link to the table given out so far worthless."""
    round = lock_round(table.round)
    Table.objects.filter(pk=table.pk).update(link_number=F("link_number") + 1)
    table.refresh_from_db(fields=["link_number"])
    journal_round(
        "table.links_renewed",
        round,
        by=by,
        data={"table": table.number, "room": table.room},
    )
    return table


@transaction.atomic
def renew_place_codes(*, event: Event, by: Act) -> Event:
    """Make every code that stays on the event's tables worthless."""
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    event.place_codes_number += 1
    event.save(update_fields=["place_codes_number"])
    journal_event("place_codes.renewed", event, by=by)
    return event


# --- A draw that depends on the results of the round before is refused while some are missing ---


class ResultsMissing(Refused):
    """The draw depends on results that are not there, or not confirmed.

    `may_draw_anyway`: the director may say that it is drawn without them.
    """

    code = "results_missing"

    def __init__(self, sentence: str, *, may_draw_anyway: bool) -> None:
        super().__init__(sentence)
        self.may_draw_anyway = may_draw_anyway


def check_results(stage: Stage, kept: Sequence[Round], *, even_unfinished: bool) -> None:
    """Refuse a draw by results while the round it depends on has none that can be counted on."""
    results = format_named(stage.format).results
    played = kept[:-1] if stage.options.get("delayed") else kept
    if results == "none" or not played:
        return
    wanting = wanting_in(played[-1])
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
            named = {"tables": listed(tables), "round": wanting.round.number}
            parts.append(sentence % named)
    if may_draw_anyway:
        parts.append(_("Or draw anyway, with the results as they are now."))
    return join_sentences(parts)
