"""How far a stage is: the final of its bracket, and what is unsettled."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.foundation.doors.reading import InvalidRequest, Number
from league.foundation.lists import listed, listed_some
from league.play.events.models import EntryState, Event, Stage
from league.play.events.names import stage_name
from league.play.events.setup_problems import Problem
from league.play.rounds.draw_requests import history_of, request_for, stage_entries
from league.play.rounds.drawing import Match, format_named
from league.play.rounds.groups import entries_expected, expected_of, rounds_of_draw
from league.play.rounds.models import Round, RoundState, Table
from league.play.rounds.selectors import numbers_in_words

# --- What an event lacks before it ends: rounds not drawn or opened, tables without a result ---

MOST_TABLES = 12


def unsettled(event: Event) -> list[Problem]:
    """Return what is not settled, stage by stage, with the numbers of rounds and tables."""
    rows = event.stages.select_related("qualifying").order_by("number")
    stages = list(rows.annotate(filled=Count("stage_entries")))
    filled = {stage.pk: stage.filled for stage in stages}
    taking_part = event.entries.filter(state=EntryState.ACCEPTED).count()
    entries = entries_expected(stages, filled, taking_part)
    rounds = list(Round.objects.filter(stage__event=event).order_by("stage__number", "number"))
    problems: list[Problem] = []
    for stage in stages:
        stage.event = event
        theirs = [round for round in rounds if round.stage_id == stage.pk]
        named = "" if len(stages) == 1 else stage_name(stage)
        for code, sentence in _of_stage(stage, theirs, entries[stage.pk]):
            text = _("%(stage)s: %(what)s") % {"stage": named, "what": sentence}
            problems.append(Problem(code=code, step="rounds", sentence=text if named else sentence))
    return problems


def _of_stage(stage: Stage, rounds: Sequence[Round], entries: int) -> Iterator[tuple[str, str]]:
    if not rounds:
        yield "rounds_undrawn", _("No round is drawn yet.")
        return
    drawn = [round.number for round in rounds if round.state == RoundState.DRAWN]
    if drawn:
        sentence = ngettext(
            "Round %(numbers)s is drawn and was never opened.",
            "Rounds %(numbers)s are drawn and were never opened.",
            len(drawn),
        )
        yield "rounds_unopened", sentence % {"numbers": numbers_in_words(drawn)}
    expected = expected_of(
        stage,
        entries=entries,
        drawn=len(rounds),
        of_draw=rounds_of_draw(rounds),
        is_decided=is_decided(stage, stage.event),
    )
    if expected.to_draw:
        sentence = ngettext(
            "%(count)d of %(all)d rounds is not drawn.",
            "%(count)d of %(all)d rounds are not drawn.",
            expected.to_draw,
        )
        yield "rounds_undrawn", sentence % {"count": expected.to_draw, "all": expected.in_all}
    for round in rounds:
        if round.state != RoundState.DRAWN:
            yield from _of_tables(round)


def _of_tables(round: Round) -> Iterator[tuple[str, str]]:
    rows = list(
        Table.objects.filter(round=round)
        .exclude(result__state="confirmed")
        .order_by("number")
        .values_list("number", "result__state")
    )
    disputed = sorted({number for number, state in rows if state == "disputed"})
    others = sorted({number for number, state in rows if state != "disputed"} - set(disputed))
    if others:
        sentence = ngettext(
            "Table %(tables)s of round %(round)d has no confirmed result.",
            "Tables %(tables)s of round %(round)d have no confirmed result.",
            len(others),
        )
        yield (
            "tables_unconfirmed",
            sentence % {"tables": listed_some(others, MOST_TABLES), "round": round.number},
        )
    if disputed:
        sentence = ngettext(
            "Table %(tables)s of round %(round)d is disputed.",
            "Tables %(tables)s of round %(round)d are disputed.",
            len(disputed),
        )
        yield (
            "tables_disputed",
            sentence % {"tables": listed(disputed), "round": round.number},
        )


def never_opened(event: Event) -> list[Problem]:
    """Return that nothing of the event was ever played, where none of its rounds was opened."""
    if Round.objects.filter(stage__event=event).exclude(state=RoundState.DRAWN).exists():
        return []
    sentence = _("No round of this event was ever opened: nothing was played.")
    return [Problem(code="never_opened", step="rounds", sentence=sentence)]


# Whether a bracket has a winner and nothing of it is left to be played.


def is_decided(stage: Stage, event: Event) -> bool:
    """Say whether the stage is a bracket that offers no further round; five queries or so."""
    reader = format_named(stage.format).bracket
    rounds = list(stage.rounds.order_by("number")) if reader else []
    if reader is None or not rounds:
        return False
    history = history_of(rounds, held_back=())
    request = request_for(stage, event=event, field=stage_entries(stage), history=history)
    try:
        progress = reader(request)
    except InvalidRequest:
        return False
    return progress.last_match in progress.replay.decided and not progress.playable


# --- The last match of a bracket: who won it, whom they beat, and with which score ---


class Final(NamedTuple):
    """The entries (ids) that won and lost the last match; `points` in this order.

    No points: it was not played, or decided by something else than more points.
    """

    winner: int
    loser: int
    points: tuple[Number, Number] | None


def final_of(stage: Stage, *, held_back: Collection[int] = ()) -> Final | None:
    """Return the final of a stage, five queries or so; None for other formats, and before it.

    The stage knows its event. Results of the tables `held_back` (ids) are left out.
    """
    reader = format_named(stage.format).bracket
    rounds = list(stage.rounds.order_by("number")) if reader else []
    if reader is None or not rounds:
        return None
    history = history_of(rounds, held_back=held_back)
    request = request_for(stage, event=stage.event, field=stage_entries(stage), history=history)
    try:
        progress = reader(request)
    except InvalidRequest:
        return None
    decision = progress.replay.decided.get(progress.last_match)
    if decision is None or decision.winner is None or decision.loser is None:
        return None
    pair = {decision.winner, decision.loser}
    # they can have met before: the last of their matches is the final
    played = [match for match in history.matches if set(match.entries) == pair]
    points = _points(played[-1], decision.winner) if played else None
    return Final(int(decision.winner), int(decision.loser), points)


def _points(match: Match, winner: str) -> tuple[Number, Number] | None:
    points = {entry: side.points for side in match.sides for entry in side.entries}
    won = points.pop(winner, None)
    lost = next(iter(points.values()), None)
    if won is None or lost is None or match.forfeits or won <= lost:
        return None
    return won, lost
