"""Another date of a match: proposed, accepted, declined, taken back, overdue, ruled."""

from datetime import timedelta

import pytest

from league.calendar.captains import services as captains
from league.calendar.captains.models import Outcome, Postponement
from league.calendar.captains.owed import line_ups_owed
from league.calendar.captains.selectors import state_of_match
from league.calendar.match_dates.models import DateProposal, DateState, MatchDate, ProposalState
from league.calendar.match_dates.services import set_date
from league.foundation.journal.models import Happening
from league.foundation.refusal import OutOfDate, Refused
from tests.league.calendar.captains.factories import (
    A_DAY,
    NOW,
    PLAYS_AT,
    acting,
    again,
    make_date,
    make_home,
    make_match,
    match_of,
    propose,
    set_rules,
)
from tests.league.play.events.factories import DIRECTOR, make_running
from tests.league.play.results.factories import make_round

pytestmark = pytest.mark.django_db
LATER = PLAYS_AT + 7 * A_DAY


def refusal(match, side, *dates, at=NOW):
    with pytest.raises(Refused) as refused:
        propose(match, side, *dates, at=at)
    return str(refused.value)


def accept(match, side, proposal, at=NOW):
    return captains.accept_date(
        match=match, side=side, proposal=proposal.pk, actor=acting(match, side), at=at
    )


def proposals():
    return list(DateProposal.objects.order_by("begins_at"))


@pytest.mark.long
def test_the_other_side_accepts_one_date_and_the_others_are_overtaken():
    match = make_match()
    propose(match, 0, LATER, LATER + A_DAY)
    assert MatchDate.objects.get().begins_at == PLAYS_AT

    accept(match, 1, proposals()[1])
    happened = Happening.objects.count()
    accept(match, 1, proposals()[1])

    date = MatchDate.objects.get()
    assert (date.begins_at, date.state, date.sequence) == (LATER + A_DAY, DateState.AGREED, 1)
    assert [one.state for one in proposals()] == [ProposalState.OVERTAKEN, ProposalState.ACCEPTED]
    assert Postponement.objects.get().outcome == Outcome.AGREED
    assert Happening.objects.count() == happened


def test_nobody_accepts_the_own_date_or_one_that_was_declined():
    match = make_match()
    propose(match, 0, LATER)

    with pytest.raises(Refused, match="A proposed this date; B has to accept it"):
        accept(match, 0, proposals()[0])
    captains.decline_dates(match=match, side=1, actor=acting(match, 1), at=NOW)
    with pytest.raises(OutOfDate):
        accept(match, 1, proposals()[0])

    assert MatchDate.objects.get().begins_at == PLAYS_AT
    assert Postponement.objects.get().outcome == Outcome.OPEN


@pytest.mark.long
def test_the_other_side_may_propose_dates_of_its_own():
    match = make_match()
    propose(match, 0, LATER)

    propose(match, 1, LATER + A_DAY)
    accept(match, 0, proposals()[1])

    assert MatchDate.objects.get().begins_at == LATER + A_DAY
    assert Postponement.objects.count() == 1


@pytest.mark.long
def test_the_same_dates_again_are_no_second_happening():
    match = make_match()
    propose(match, 0, LATER)
    happened = Happening.objects.count()

    propose(match, 0, LATER)

    assert (DateProposal.objects.count(), Happening.objects.count()) == (1, happened)


def test_a_request_is_taken_back_by_who_made_it():
    match = make_match()
    propose(match, 0, LATER)

    with pytest.raises(Refused, match="only A can take that back"):
        captains.take_request_back(match=match, side=1, actor=acting(match, 1), at=NOW)
    captains.take_request_back(match=match, side=0, actor=acting(match, 0), at=NOW)

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


@pytest.mark.long
def test_days_past_and_days_after_the_last_one_do_not_suit():
    match = make_match()
    set_rules(match, latest_on=LATER.date())

    assert "is past" in refusal(match, 0, NOW)
    assert "is too late" in refusal(match, 0, LATER + A_DAY)
    propose(match, 0, LATER)


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
        captains.rule_date(match=match, begins_at=LATER, actor=DIRECTOR, at=NOW)
    captains.rule_date(match=match, begins_at=LATER, even_unsuitable=True, actor=DIRECTOR, at=NOW)

    date = MatchDate.objects.get()
    assert (date.begins_at, date.state) == (LATER, DateState.RULED)
    assert Postponement.objects.get().outcome == Outcome.RULED
    assert proposals()[0].state == ProposalState.OVERTAKEN


@pytest.mark.long
def test_two_single_players_of_a_knock_out_agree_on_their_first_date():
    singles = {"entry_kind": "individual", "variant": "two-handed-pinochle", "format": "knockout"}
    round = make_round(make_running(2, **singles))
    match = match_of(round)

    propose(match, 1, LATER)
    accept(match, 0, proposals()[0])

    date = MatchDate.objects.get()
    assert (date.begins_at, date.state) == (LATER, DateState.AGREED)
    assert Postponement.objects.get().was_at is None


@pytest.mark.long
def test_a_match_that_never_had_a_date_keeps_its_deadline_while_dates_are_proposed():
    match = make_match(dated=False)
    set_rules(match, lineup_days=2)
    match.round.deadline = PLAYS_AT
    match.round.save(update_fields=["deadline"])

    propose(match, 0, LATER)

    state = state_of_match(again(match), at=NOW)
    assert (state.plays_at, state.due) == (PLAYS_AT, PLAYS_AT - 2 * A_DAY)
    assert not state.has_had_a_date
    assert [owed.due for owed in line_ups_owed(NOW, PLAYS_AT)] == [state.due]


@pytest.mark.long
def test_a_match_that_is_postponed_has_no_deadline_until_it_has_a_day_again():
    match = make_match()
    match.round.deadline = PLAYS_AT
    match.round.save(update_fields=["deadline"])
    set_date(
        round=match.round,
        number=1,
        begins_at=None,
        state=DateState.POSTPONED,
        actor=DIRECTOR,
        at=NOW,
    )

    propose(match, 0, LATER)

    assert MatchDate.objects.get().is_postponed
    assert state_of_match(again(match), at=NOW).plays_at is None


@pytest.mark.long
def test_who_postpones_a_match_without_a_date_says_so():
    match = make_match(dated=False)
    propose(match, 0, LATER)
    without = {"round": match.round, "number": 1, "begins_at": None}

    for _time in range(2):
        set_date(**without, state=DateState.POSTPONED, actor=DIRECTOR, at=NOW)

    assert MatchDate.objects.get().is_postponed
    assert Happening.objects.filter(kind="match.postponed").count() == 1


def test_dates_that_are_not_published_stay_unknown():
    match = make_match(dated=False)
    make_date(match, state=DateState.DRAFT)

    assert "has not published the dates" in refusal(match, 0, LATER)
