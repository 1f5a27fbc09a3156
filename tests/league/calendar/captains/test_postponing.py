"""Another date of a match: proposed, accepted, declined, taken back, overdue, ruled."""

from datetime import timedelta

import pytest

from league.calendar.captains import services as captains
from league.calendar.captains.models import Outcome, Postponement
from league.calendar.match_dates.models import DateProposal, DateState, MatchDate, ProposalState
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.refusal import OutOfDate, Refused
from tests.league.calendar.captains.factories import (
    A_DAY,
    NOW,
    PLAYS_AT,
    acting,
    make_date,
    make_home,
    make_match,
    match_of,
    propose,
    set_rules,
)
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.rounds.factories import make_played

pytestmark = pytest.mark.django_db
LATER = PLAYS_AT + 7 * A_DAY


def refusal(match, side, *dates, at=NOW):
    with pytest.raises(Refused) as refused:
        propose(match, side, *dates, at=at)
    return str(refused.value)


def accept(match, side, proposal, at=NOW):
    return captains.accept_date(
        match=match, side=side, proposal=proposal.pk, by=Act(acting(match, side), at)
    )


def proposals():
    return list(DateProposal.objects.order_by("begins_at"))


def test_nobody_accepts_the_own_date_or_one_that_was_declined():
    match = make_match()
    propose(match, 0, LATER)

    with pytest.raises(Refused, match="A proposed this date; B has to accept it"):
        accept(match, 0, proposals()[0])
    captains.decline_dates(match=match, side=1, by=Act(acting(match, 1), NOW))
    with pytest.raises(OutOfDate):
        accept(match, 1, proposals()[0])

    assert MatchDate.objects.get().begins_at == PLAYS_AT
    assert Postponement.objects.get().outcome == Outcome.OPEN


def test_a_request_is_taken_back_by_who_made_it():
    match = make_match()
    propose(match, 0, LATER)

    with pytest.raises(Refused, match="only A can take that back"):
        captains.take_request_back(match=match, side=1, by=Act(acting(match, 1), NOW))
    captains.take_request_back(match=match, side=0, by=Act(acting(match, 0), NOW))

    assert proposals()[0].state == ProposalState.TAKEN_BACK
    assert Postponement.objects.get().outcome == Outcome.TAKEN_BACK


def test_every_reason_against_a_date_is_said():
    match = make_match()
    make_home(match, 0, blocked=[LATER])
    make_home(match, 1, blocked=[LATER + A_DAY])

    assert refusal(match, 1, LATER, LATER + A_DAY) == (
        "A cannot play on Fri 27 Mar 2026. B cannot play on Sat 28 Mar 2026."
    )
    assert not DateProposal.objects.exists()


def test_a_closed_or_a_full_room_does_not_suit():
    match = make_match(teams=4)
    hall = make_home(match, 0, closed_on=[LATER.date().isoformat()])
    make_date(match_of(match.round, 2), LATER + A_DAY, venue=hall)

    assert "Hall 0 is closed on Fri 27 Mar 2026." in refusal(match, 0, LATER)
    assert "Hall 0 is full on Sat 28 Mar 2026: it has room for 1 match, and 1 is there." in refusal(
        match, 0, LATER + A_DAY
    )


def test_a_team_rests_between_two_matches():
    match = make_match(teams=4)
    later = match.round.stage.rounds.order_by("number")[1]
    make_date(match_of(later, 1), LATER)
    make_date(match_of(later, 2), LATER)
    set_rules(match, rest_days=3)

    assert "has another match on Fri 27 Mar 2026" in refusal(match, 0, LATER)
    assert "rests at least 3 days" in refusal(match, 0, LATER + 3 * A_DAY)
    propose(match, 0, LATER + 4 * A_DAY)


def test_a_match_that_is_played_keeps_its_date():
    match = make_match()
    make_played(match.tables[0])

    assert "is being played or over: its date stays" in refusal(match, 0, LATER)


def test_five_dates_at_most():
    match = make_match()
    dates = [LATER + day * A_DAY for day in range(6)]

    assert "At most 5 dates" in refusal(match, 0, *dates)
    propose(match, 0, *dates[:5])
    assert "these would be 6" in refusal(match, 0, dates[5])


def test_a_team_postpones_only_so_often_and_so_early():
    match = make_match()
    set_rules(match, most_postponements=1, ask_days=3)

    assert "until 3 days before" in refusal(match, 0, LATER, at=PLAYS_AT - 2 * A_DAY)
    propose(match, 0, LATER)
    accept(match, 1, proposals()[0])
    assert refusal(match, 0, LATER + A_DAY) == (
        "A has postponed 1 match already; 1 is allowed. Ask the organiser."
    )
    propose(match, 1, LATER + A_DAY)


def test_a_request_nobody_settles_goes_to_the_organiser_once():
    match = make_match()
    propose(match, 0, LATER)

    captains.mark_overdue(at=NOW + 7 * A_DAY - timedelta(seconds=1))
    assert Postponement.objects.get().overdue_at is None

    found = [captains.mark_overdue(at=NOW + day * A_DAY) for day in (7, 8)]

    assert found == [1, 0]
    assert Postponement.objects.get().overdue_at == NOW + 7 * A_DAY
    assert Happening.objects.filter(kind="match_date.overdue").count() == 1


@pytest.mark.long
def test_the_organiser_decides_even_where_the_date_does_not_suit():
    match = make_match()
    make_home(match, 0, blocked=[LATER])
    propose(match, 0, LATER + A_DAY)

    with pytest.raises(Refused, match="A cannot play on Fri 27 Mar 2026"):
        captains.rule_date(match=match, begins_at=LATER, by=Act(DIRECTOR, NOW))
    captains.rule_date(match=match, begins_at=LATER, even_unsuitable=True, by=Act(DIRECTOR, NOW))

    date = MatchDate.objects.get()
    assert (date.begins_at, date.state) == (LATER, DateState.RULED)
    assert Postponement.objects.get().outcome == Outcome.RULED
    assert proposals()[0].state == ProposalState.OVERTAKEN


def test_dates_that_are_not_published_stay_unknown():
    match = make_match(dated=False)
    make_date(match, state=DateState.DRAFT)

    assert "has not published the dates" in refusal(match, 0, LATER)
