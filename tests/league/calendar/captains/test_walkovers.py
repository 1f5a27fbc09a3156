"""Matches without a result: who loses by the rules, found once, given or left to the organiser."""

from datetime import timedelta

import pytest

from league.calendar.captains import services as captains
from league.calendar.captains.missing_results import who_loses
from league.calendar.captains.models import MissingResult, Walkover, WalkoverState
from league.foundation.journal.models import Happening
from league.foundation.refusal import OutOfDate
from league.play.results.models import TableResult
from league.play.rounds.forfeits import Forfeit
from league.play.rounds.models import Round
from tests.league.calendar.captains.factories import (
    A_DAY,
    NOW,
    PLAYS_AT,
    line_up,
    make_match,
    propose,
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


@pytest.mark.long
def test_a_match_without_a_result_is_found_once_and_left_to_the_organiser():
    _match, late = make_late()

    found = [
        captains.find_walkovers(at=at) for at in (late - timedelta(seconds=1), late, late + A_DAY)
    ]

    assert found == [0, 1, 0]
    assert Walkover.objects.get().state == WalkoverState.PROPOSED
    assert forfeits() == []


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
def test_the_side_that_did_not_answer_loses():
    match, late = make_late(walkover_for=MissingResult.SILENT, is_automatic=True)
    propose(match, 0, PLAYS_AT + A_DAY)

    captains.find_walkovers(at=late)

    assert forfeits() == [Forfeit.SECOND]


@pytest.mark.long
def test_the_side_without_a_line_up_did_not_answer():
    match, late = make_late(walkover_for=MissingResult.SILENT, is_automatic=True, lineup_days=1)
    line_up(match, 1, 0, 1)

    captains.find_walkovers(at=late)

    assert forfeits() == [Forfeit.FIRST]


@pytest.mark.long
def test_a_match_with_something_entered_is_no_walkover():
    match, late = make_late()
    submit(match.tables[0], pinochle())

    assert captains.find_walkovers(at=late) == 0


@pytest.mark.long
def test_the_deadline_of_the_round_counts_where_a_match_has_no_date():
    match = make_match(dated=False)
    set_rules(match, walkover_days=1)
    Round.objects.filter(pk=match.round.pk).update(deadline=NOW)

    assert captains.find_walkovers(at=NOW + A_DAY) == 1


@pytest.mark.long
def test_the_organiser_gives_a_walkover_or_none():
    match, late = make_late()
    captains.find_walkovers(at=late)
    found, director = Walkover.objects.get(), make_director(match.tables[0])

    def decide(absent):
        return captains.decide_walkover(walkover=found, absent=absent, actor=director, at=late)

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
        walkover=Walkover.objects.get(), absent=None, actor=make_director(match.tables[0]), at=late
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
            actor=make_director(match.tables[0]),
            at=late,
        )
