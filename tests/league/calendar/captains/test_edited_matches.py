"""A match that is edited into other entries keeps no date, proposal, line-up or walkover."""

import pytest

from league.calendar.captains.models import LineUp, Postponement, Walkover
from league.calendar.match_dates.models import DateProposal, MatchDate
from league.foundation.journal.actor import Act
from league.play.rounds import services as rounds
from league.play.rounds.arrangement import Change
from league.play.rounds.models import Round
from tests.league.calendar.captains.factories import (
    A_DAY,
    NOW,
    PLAYS_AT,
    line_up,
    make_date,
    make_match,
    match_of,
    propose,
)
from tests.league.play.events.factories import DIRECTOR

pytestmark = [pytest.mark.django_db, pytest.mark.long]
LATER = PLAYS_AT + 7 * A_DAY
BY = Act(DIRECTOR, NOW)


@pytest.fixture
def match():
    """The first of two matches, with all that its captains do; the second has its date alone."""
    match = make_match(teams=4)
    make_date(match_of(match.round, 2), PLAYS_AT + A_DAY, home_side=1)
    propose(match, 0, LATER)
    line_up(match, 0, 2, 3)
    Walkover.objects.create(round=match.round, number=1, found_at=NOW)
    return match


def swap(one, other):
    return Change(kind="swap", entries=(one.pk, other.pk))


def edit(match, *changes):
    round = Round.objects.get(pk=match.round.pk)
    rounds.edit_round(round=round, changes=changes, expected_version=round.version, by=BY)


def days():
    rows = MatchDate.objects.order_by("number")
    return [(row.number, row.begins_at, row.home_side) for row in rows]


def left():
    return [model.objects.count() for model in (DateProposal, Postponement, LineUp, Walkover)]


def test_matches_of_others_keep_nothing(match):
    other = match_of(match.round, 2)

    edit(match, swap(match.entries[0], other.entries[0]))

    assert days() == []
    assert left() == [0, 0, 0, 0]


def test_two_matches_that_change_tables_take_everything_along(match):
    other = match_of(match.round, 2)
    pairs = zip(match.entries, other.entries, strict=True)

    edit(match, *(swap(one, another) for one, another in pairs))

    assert days() == [(1, PLAYS_AT + A_DAY, 1), (2, PLAYS_AT, 0)]
    assert left() == [1, 1, 1, 1]
    assert LineUp.objects.get().number == Walkover.objects.get().number == 2
    assert DateProposal.objects.get().match_date.number == 2
