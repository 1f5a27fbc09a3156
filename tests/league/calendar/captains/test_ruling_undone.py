"""A date that the organiser set is taken back, unless something has changed since."""

import pytest

from league.calendar.captains import services as captains
from league.calendar.match_dates.models import DateState, MatchDate
from league.calendar.match_dates.services import set_date
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.refusal import OutOfDate
from tests.league.calendar.captains.factories import A_DAY, NOW, PLAYS_AT, make_match
from tests.league.play.events.factories import DIRECTOR

pytestmark = pytest.mark.django_db

BY = Act(DIRECTOR, NOW)
LATER = PLAYS_AT + 7 * A_DAY


@pytest.fixture
def match():
    return make_match()


def rule(match):
    captains.rule_date(match=match, begins_at=LATER, even_unsuitable=True, by=BY)
    return captains.ruling_change(match, by=BY)


def undo(match, change):
    captains.undo_ruling(match=match, change=change.pk, by=BY)


def dated():
    return MatchDate.objects.values("begins_at", "venue", "home_side", "state").get()


def test_the_match_has_its_date_again_and_both_sides_learn_it(match):
    before = dated()
    change = rule(match)

    undo(match, change)
    happened = list(Happening.objects.order_by("id").values_list("kind", flat=True))
    undo(match, change)

    assert dated() == before
    assert happened[-2:] == ["match.moved", "match_date.ruling_undone"]
    assert Happening.objects.count() == len(happened)


def test_a_date_that_somebody_set_since_stays(match):
    change = rule(match)
    newer = {"begins_at": LATER + A_DAY, "state": DateState.RULED}
    set_date(round=match.round, number=match.number, **newer, by=BY)

    with pytest.raises(OutOfDate, match="somebody has changed the date since then"):
        undo(match, change)

    assert dated()["begins_at"] == LATER + A_DAY
