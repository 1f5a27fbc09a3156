"""A league of dated matches ends a day after its last result, in one act and undone in one."""

from datetime import timedelta

import pytest

from league.calendar.captains.services import end_leagues
from league.faces.desk.rounds.rounds_shown import next_steps
from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.events.models import Event, EventState
from league.play.events.states import moves_from
from league.play.results import services as results
from league.play.rounds.models import Round
from tests.league.calendar.captains.factories import A_DAY, NOW, make_date, make_match, match_of
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import make_director
from tests.league.play.rounds.factories import open_round

pytestmark = pytest.mark.django_db
OVER = NOW + A_DAY


@pytest.fixture
def league():
    """Four teams with three dated rounds, all of them open; nothing is played."""
    event = make_match(teams=4, dated=False).round.stage.event
    for round in Round.objects.filter(stage__event=event).order_by("number"):
        if round.state == "drawn":
            open_round(round)
        for table in round.tables.all():
            make_date(match_of(round, table.number))
    return event


def play(event, *, but=0):
    tables = [table for round in rounds_of(event) for table in round.tables.order_by("number")]
    for table in tables[: len(tables) - but]:
        by = Act(make_director(table), NOW)
        results.award(table=table, points=[5, 3], reason="As played.", by=by)


def rounds_of(event):
    return list(Round.objects.filter(stage__event=event).select_related("stage").order_by("number"))


def states(event):
    return [round.state for round in rounds_of(event)]


def steps(event):
    return [
        step.label
        for step in next_steps(event, list(event.stages.all()), rounds_of(event), may_change=True)
    ]


@pytest.mark.long
def test_a_league_ends_by_itself_a_day_after_its_last_result(league):
    play(league, but=1)
    assert end_leagues(at=OVER) == []
    play(league)

    assert end_leagues(at=OVER - timedelta(seconds=1)) == []
    assert end_leagues(at=OVER) == [league]
    assert end_leagues(at=OVER) == []

    league.refresh_from_db()
    assert league.state == EventState.FINISHED
    assert set(states(league)) == {"closed"}


def test_the_end_of_a_league_is_one_act_and_undone_in_one(league):
    assert steps(league) == ["Matches: what is due"]
    play(league)
    assert steps(league) == []
    (finish,) = [possible for possible in moves_from(league) if possible.move.name == "finish"]
    assert finish.is_possible

    events.finish_event(event=league, by=Act(DIRECTOR, NOW))
    assert set(states(league)) == {"closed"}
    events.resume_event(event=league, by=Act(DIRECTOR, NOW))

    assert set(states(league)) == {"open"}
    assert Event.objects.get(pk=league.pk).state == EventState.RUNNING
