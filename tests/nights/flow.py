"""A night from its first draw to its end; what a draw says no to is done as its sentence says."""

import re
from collections.abc import Callable
from typing import Any

from django.db import connection

from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.play.events import services as events
from league.play.events.models import EntryState, Event, EventState
from league.play.results.services import is_level
from league.play.rounds import services as rounds
from league.play.rounds.drawing.stage_options import GROUPS
from league.play.rounds.models import Round, RoundState, Table
from league.play.rounds.rooms import draws_all_rounds
from league.play.rounds.services import (
    AllRoundsDrawn,
    DrawImpossible,
    NothingToPlay,
    ResultsMissing,
)
from league.play.rounds.stage_results import wanting_in
from tests.nights import mishaps, submitting
from tests.nights.late_comers import open_next
from tests.nights.mishaps.people import comes_back, comes_late, withdraws
from tests.nights.night import Night
from tests.nights.truths import drawn_for, quality_holds

NUMBER = re.compile(r"\d+")
MOST_ROUNDS = 14
MOST_CURES = 6
OFTEN = 0.35
# what a draw says when there is nothing left to draw: the event can end
OVER = frozenset({"bracket_decided", "no_round_left", "nobody_through"})


def play(night: Night) -> None:
    """Play round after round, with all that goes wrong, until the event is finished."""
    for _round in range(MOST_ROUNDS):
        somehow(night, mishaps.BETWEEN, OFTEN)
        round = next_round(night)
        if round is None:
            break
        somehow(night, mishaps.BEFORE_OPENING, OFTEN)
        play_round(night)
        if night.chance(0.1):
            night.standings_hold()
    finish(night)


def somehow(night: Night, of: tuple[mishaps.Mishap, ...], often: float) -> None:
    while night.chance(often):
        night.rng.choice(of)(night)


def next_round(night: Night) -> Round | None:
    """Return the next round to be opened; drawn now where it is not yet. None: it is all over."""
    waiting = night.rounds(RoundState.DRAWN)
    if waiting:
        return waiting[0]
    for attempt in range(MOST_CURES):
        drawn = draw(night)
        if drawn:
            return drawn[0]
        if isinstance(night.refusal, AllRoundsDrawn) and attempt:
            return None  # there are no more rounds than that
        if not cured(night):
            return None
    raise AssertionError("what the draw asked for was done, and it still says no")


def draw(night: Night) -> list[Round] | None:
    active = night.active
    number = None
    if not draws_all_rounds(night.stage) and night.chance(0.5):
        number = len(night.rounds()) + 1
    version = night.event.entries_version if night.chance(0.5) else None
    asked: dict[str, Any] = {"stage": night.stage, "number": number, "expected_version": version}
    if night.chance(0.2):
        asked["even_unfinished"] = True
    drawn: list[Round] | None = night.do("draw", rounds.draw_rounds, **asked)
    if drawn is None:
        return None
    drawn_for(
        night.picture, active, drawn, all_of_them=not (night.has_bracket or night.plays_in_groups)
    )
    quality_holds(night.stage, drawn, night.picture)
    byes = [p for r in drawn for p in night.picture.places[r.pk].values() if p.table is None]
    if byes:
        assert any(one.drawing["why"] for one in drawn), "nobody says why there is a bye"
    return drawn


def cured(night: Night) -> bool:
    """Do what the sentence of a refused draw says; False where it says that all is played."""
    refused = night.refusal
    if isinstance(refused, ResultsMissing):
        _settle_results(night)
        return True
    if isinstance(refused, AllRoundsDrawn):
        return _more_rounds(night)
    assert isinstance(refused, DrawImpossible), refused
    code = getattr(refused.__cause__, "code", "")
    if code in OVER:
        return False
    assert code in CURES, f"{code}: {refused}"
    return CURES[code](night)


def _settle_results(night: Night, *, everywhere: bool = False) -> None:
    begun = night.rounds(RoundState.OPEN, RoundState.CLOSED)
    wanted = begun if everywhere or night.stage.options.get("delayed") else begun[-1:]
    for round in wanted:
        missing = set(wanting_in(round).tables)
        for table in night.tables(round):
            if table.number in missing:
                submitting.settle(night, table)
    night.look()


def _decide(night: Night) -> bool:
    decided = 0
    for round in night.rounds(RoundState.OPEN, RoundState.CLOSED):
        for table in night.tables(round):
            result = getattr(table, "result", None)
            if result is not None and is_level(table, result) and result.winner is None:
                assert submitting.decide(night, table) is not None
                decided += 1
    assert decided, "a draw waits for a decision, and no table is level"
    night.look()
    return True


def _more_rounds(night: Night) -> bool:
    planned = night.stage.rounds_planned
    if planned is None or night.chance(0.7):
        return False
    night.do(
        "extra round",
        events.change_stage,
        stage=night.stage,
        changes={"rounds_planned": planned + 1},
    )
    assert night.refusal is None
    return True


def _other_number_of_rounds(night: Night) -> bool:
    played = len(night.rounds())
    if night.stage.rounds_planned is None:
        return False
    night.do(
        "rounds planned",
        events.change_stage,
        stage=night.stage,
        changes={"rounds_planned": None if night.chance(0.5) else max(1, played)},
    )
    return night.refusal is None and night.chance(0.8)


def _more_people(night: Night) -> bool:
    """Let as many come, or go, as the sentence names; nobody may want to, and then it is over."""
    if night.chance(0.4):
        return False
    fitting = [int(number) for number in NUMBER.findall(str(night.refusal)) if int(number) > 1]
    wanted = night.rng.choice(fitting or [len(night.active) + 1])
    while len(night.active) > wanted:
        withdraws(night)
    while len(night.active) < wanted:
        before = len(night.active)
        if night.chance(0.5) and night.somebody(EntryState.WITHDRAWN):
            comes_back(night)
        if len(night.active) == before:
            comes_late(night)
    return True


def _larger_groups(night: Night) -> bool:
    """Move entries so that the groups are level, make fewer groups, or let somebody come."""
    count = night.stage.options[GROUPS]
    active = sorted(night.active)
    if len(active) >= 2 * count and night.chance(0.5):
        names = rounds.group_names(night.stage)
        groups = {entry: names[place % count] for place, entry in enumerate(active)}
        night.do("groups", rounds.put_into_groups, stage=night.stage, groups=groups)
    elif len(active) >= 4 and night.chance(0.5):
        fewer = night.stage.options | {GROUPS: len(active) // 2 if count > len(active) // 2 else 1}
        night.do("fewer groups", events.change_stage, stage=night.stage, changes={"options": fewer})
    else:
        comes_late(night)
    assert night.refusal is None, night.refusal
    return True


def _all_results(night: Night) -> bool:
    _settle_results(night, everywhere=True)
    return True


# by the code of a refused draw: what its sentence says to do; False where nobody wants to
CURES: dict[str, Callable[[Night], bool]] = {
    "level": _decide,
    "level_table": _decide,
    "no_result": _all_results,
    "too_few_entries": _more_people,
    "no_table_sizes": _more_people,
    "not_full_tables": _more_people,
    "not_two_groups": _more_people,
    "no_group": _more_people,
    "group_too_small": _larger_groups,
    "too_many_rounds": _other_number_of_rounds,
    "fewer_rounds_than_played": _other_number_of_rounds,
}


def play_round(night: Night) -> None:
    """Open the next round, let its tables play, close it."""
    waiting = night.rounds(RoundState.DRAWN)
    if not waiting:
        return
    round = waiting[0]
    opened = open_next(night, round)
    if opened is None:
        assert isinstance(night.refusal, NothingToPlay), night.refusal
        _without_tables(night, night.rounds(RoundState.DRAWN)[0])
        return
    play_tables(night, opened)


def play_tables(night: Night, round: Round) -> None:
    """Let the tables of an open round play while things happen, and close it."""
    tables = night.tables(round)
    night.rng.shuffle(tables)
    for table in tables:
        if night.chance(OFTEN / 2):
            night.rng.choice(mishaps.WHILE_PLAYING)(night)
        if Table.objects.filter(pk=table.pk).exists():
            submitting.play(night, table)
    night.look()
    somehow(night, mishaps.WHILE_PLAYING, OFTEN)
    close(night, round)


def close(night: Night, round: Round) -> None:
    """Close the round: at once, or after what its refusal asks for."""
    if night.do("round closed", rounds.close_round, round=round) is None:
        if night.chance(0.2):
            night.do("closed unfinished", rounds.close_round, round=round, even_unfinished=True)
        else:
            for table in night.tables(round):
                submitting.settle(night, table)
            night.do("round closed", rounds.close_round, round=round)
        assert night.refusal is None
    night.tally.rounds += 1
    night.tally.tables += len(night.tables(round))


def _without_tables(night: Night, round: Round) -> None:
    """Nobody is left to play in the round: it is drawn again, or thrown away with the rest."""
    if night.do("redraw", rounds.redraw_round, round=round, seed=1):
        return
    night.do("draw thrown away", rounds.undo_draw, round=round)
    assert night.refusal is None


def finish(night: Night) -> None:
    """End the event, and look at all of it once more."""
    for round in night.rounds(RoundState.OPEN):
        close(night, round)
    finished = night.do("finished", events.finish_event, event=night.event)
    if isinstance(night.refusal, events.Unsettled):
        # it names what is not settled; the director knows, and ends it all the same
        finished = night.do("finished anyway", events.finish_event, event=night.event, anyway=True)
    assert finished is not None, night.refusal
    night.standings_hold()
    journal_tells_all(night)
    assert Event.objects.get(pk=night.event.pk).state == EventState.FINISHED


def journal_tells_all(night: Night) -> None:
    """Assert that whatever was written down can be read."""
    for happening in Happening.objects.filter(event_id=night.event.pk):
        text = sentence_of(happening)
        assert text
        assert "%(" not in text


SEQUENCES = (
    *("clubs_club_id_seq", "clubs_player_id_seq", "events_event_id_seq", "events_stage_id_seq"),
    *("events_entry_id_seq", "rounds_round_id_seq", "rounds_table_id_seq"),
)


def same_keys_every_time() -> None:
    """Let keys begin again, so that a lot drawn by them falls as it fell; nothing else is there."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval(name, 1) FROM unnest(%s::text[]) AS name", [list(SEQUENCES)])
