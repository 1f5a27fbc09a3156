"""Matches without a result: who loses by the rules, found once, given or left to the organiser."""

import pytest

from league.calendar.captains import services as captains
from league.calendar.captains.matches import who_loses
from league.calendar.captains.models import MissingResult, Walkover, WalkoverState
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.refusal import OutOfDate
from league.play.results.models import TableResult
from league.play.rounds.forfeits import Forfeit
from tests.league.calendar.captains.factories import (
    A_DAY,
    PLAYS_AT,
    make_match,
    set_rules,
)
from tests.league.play.results.factories import make_director, pinochle, submit


@pytest.mark.parametrize(
    ("rule", "silent", "loses"),
    [
        (MissingResult.DIRECTOR, [0], None),
        (MissingResult.BOTH, [], Forfeit.BOTH),
        (MissingResult.SILENT, [1], Forfeit.SECOND),
        (MissingResult.SILENT, [], None),
        (MissingResult.SILENT, [0, 1], None),
    ],
)
def test_the_rule_says_who_loses(rule, silent, loses):
    assert who_loses(rule, silent) == loses


def make_late(**rules):
    match = make_match()
    set_rules(match, walkover_days=5, **rules)
    return match, PLAYS_AT + 5 * A_DAY


def forfeits():
    return list(TableResult.objects.values_list("forfeit", flat=True))


pytestmark = pytest.mark.django_db


def test_the_rules_give_a_walkover_where_they_say_so():
    _match, late = make_late(walkover_for=MissingResult.BOTH, is_automatic=True)

    captains.sweep_matches(at=late)
    walkovers = Happening.objects.filter(kind__startswith="walkover.")
    happened = walkovers.count()
    captains.sweep_matches(at=late + A_DAY)

    assert forfeits() == [Forfeit.BOTH]
    assert Walkover.objects.get().state == WalkoverState.MADE
    assert walkovers.count() == happened


@pytest.mark.long
def test_the_organiser_gives_a_walkover_or_none():
    match, late = make_late()
    captains.find_walkovers(at=late)
    found, director = Walkover.objects.get(), make_director(match.tables[0])

    def decide(absent):
        return captains.decide_walkover(walkover=found, absent=absent, by=Act(director, late))

    decide([0])
    decide([0])
    with pytest.raises(OutOfDate):
        decide(None)

    assert forfeits() == [Forfeit.FIRST]
    assert Happening.objects.filter(kind="walkover.decided").count() == 1


def test_the_organiser_lets_a_match_go_on():
    match, late = make_late()
    captains.find_walkovers(at=late)

    captains.decide_walkover(
        walkover=Walkover.objects.get(), absent=None, by=Act(make_director(match.tables[0]), late)
    )

    assert Walkover.objects.get().state == WalkoverState.DROPPED
    assert forfeits() == []


@pytest.mark.long
def test_a_result_that_came_in_the_meantime_stands():
    match, late = make_late()
    captains.find_walkovers(at=late)
    submit(match.tables[0], pinochle())

    with pytest.raises(OutOfDate, match="A result has come in the meantime"):
        captains.decide_walkover(
            walkover=Walkover.objects.get(),
            absent=[0],
            by=Act(make_director(match.tables[0]), late),
        )
