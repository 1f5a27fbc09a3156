"""Who is captain, what captains may do for their side, and how results are entered by them."""

from datetime import timedelta
from uuid import uuid4

import pytest

from league.calendar.captains import services as captains
from league.calendar.captains.selectors import own_matches, state_of_match
from league.calendar.captains.services.captaincy_changes import NotACaptain
from league.calendar.captains.services.match_results import NotHomeSide
from league.foundation.journal.models import Happening
from league.foundation.refusal import OutOfDate
from league.play.events.captaincy import captain_of, entries_led_by, is_captain
from league.play.results.models import TableResult, TableState
from tests.league.calendar.captains.factories import (
    A_DAY,
    NOW,
    PLAYS_AT,
    acting,
    again,
    captain_of_side,
    make_match,
    people_of,
    set_rules,
)
from tests.league.factories import make_club, make_player, make_user
from tests.league.play.events.factories import DIRECTOR

pytestmark = pytest.mark.django_db


def name(match, side, player):
    return captains.name_captain(entry=match.entries[side], player=player, actor=DIRECTOR, at=NOW)


def led(user):
    return set(entries_led_by(user.pk).values_list("name", flat=True))


@pytest.mark.long
def test_the_first_member_is_captain_until_somebody_is_named():
    match = make_match()
    first, second = people_of(match.entries[0])[:2]
    assert captain_of(match.entries[0]) == first
    user = captain_of_side(match, 0)
    assert led(user) == {"A"}

    name(match, 0, second)

    assert captain_of(match.entries[0]) == second
    assert not is_captain(user, match.entries[0])
    assert led(user) == set()


@pytest.mark.long
def test_a_captain_merged_into_another_player_stays_captain():
    match = make_match()
    club = match.round.stage.event.club
    stays = make_player(club, "Nora", user=make_user("Nora"))
    goes = make_player(club, "Nora N")
    name(match, 0, goes)
    goes.merged_into = stays
    goes.save()

    assert captain_of(match.entries[0]) == stays
    assert led(stays.user) == {"A"}


@pytest.mark.long
def test_the_same_captain_again_is_no_second_happening():
    match = make_match()
    second = people_of(match.entries[0])[1]

    name(match, 0, second)
    name(match, 0, second)

    assert Happening.objects.filter(kind="captain.named").count() == 1


def test_a_captain_is_a_player_of_the_club():
    match = make_match()

    with pytest.raises(NotACaptain, match="Zoe is not a player of this club"):
        name(match, 0, make_player(make_club("Elsewhere"), "Zoe"))


@pytest.mark.long
@pytest.mark.parametrize("side", [0, 1])
def test_captains_speak_for_their_own_side_only(side):
    match = make_match()
    user = captain_of_side(match, side)

    assert user.has_perm("captains.speak_for", match.entries[side])
    assert not user.has_perm("captains.speak_for", match.entries[1 - side])
    assert not make_user("Sam Stranger").has_perm("captains.speak_for", match.entries[side])


def test_a_captain_acts_at_the_own_tables_but_not_where_deals_are_hidden():
    match = make_match(teams=4)
    user = captain_of_side(match, 0)
    own, other = match.round.tables.order_by("number")
    assert user.has_perm("results.act_for_side", own)
    assert not user.has_perm("results.act_for_side", other)
    nora = make_user("Nora Non-playing")
    name(match, 0, make_player(match.round.stage.event.club, "Nora", user=nora))
    assert nora.has_perm("results.act_for_side", own)

    own.deal_numbers = [1, 2]

    assert not nora.has_perm("results.act_for_side", own)


def enter(match, side, score=(120, 80), even_early=True):
    return captains.enter_result(
        match=match,
        table=match.tables[0],
        side=side,
        data={"final_score": list(score)},
        key=uuid4(),
        even_early=even_early,
        actor=acting(match, side),
        at=NOW,
    )


def make_with_final_score():
    return make_match(final_scores="table")


@pytest.mark.long
def test_the_home_captain_enters_the_result_and_the_other_confirms_it():
    match = make_with_final_score()

    with pytest.raises(NotHomeSide, match="A enters the result, and you confirm it"):
        enter(match, 1)
    enter(match, 0)
    assert state_of_match(again(match), at=NOW).waits_for_confirmation
    captains.confirm_result(match=match, side=1, actor=acting(match, 1), at=NOW)

    assert TableResult.objects.get().state == TableState.CONFIRMED
    assert TableResult.objects.get().totals == [120, 80]


@pytest.mark.long
def test_either_side_enters_it_where_the_rules_say_so():
    match = make_with_final_score()
    set_rules(match, home_enters=False)

    enter(match, 1)

    assert TableResult.objects.get().state == TableState.ENTERED


@pytest.mark.long
def test_a_result_is_entered_from_the_day_of_the_match_on():
    match = make_with_final_score()
    with pytest.raises(captains.PlaysLater, match="to be played on Fri 20 Mar 2026"):
        enter(match, 0, even_early=False)
    assert captains.plays_later(match, at=PLAYS_AT - A_DAY)
    # on its day it may begin earlier
    assert not captains.plays_later(match, at=PLAYS_AT - timedelta(hours=5))


def test_what_is_disputed_waits_for_the_organiser_and_is_disputed_once():
    match = make_with_final_score()
    enter(match, 0)
    words = {"match": match, "side": 1, "reason": "We won.", "actor": acting(match, 1), "at": NOW}

    (dispute,) = captains.dispute_result(**words)

    assert captains.dispute_result(**words) == [dispute]
    state = state_of_match(again(match), at=NOW)
    assert (state.is_disputed, state.waits_for_confirmation) == (True, False)
    with pytest.raises(OutOfDate, match="No result waits for your answer"):
        captains.dispute_result(**words | {"side": 0, "actor": acting(match, 0)})


@pytest.mark.long
def test_a_confirmation_is_overdue_after_its_days():
    match = make_with_final_score()
    set_rules(match, confirm_days=2)
    enter(match, 0)
    until = PLAYS_AT + 2 * A_DAY

    def is_overdue(at):
        return state_of_match(again(match), at=at).is_confirmation_overdue

    assert [is_overdue(until - timedelta(seconds=1)), is_overdue(until)] == [False, True]


@pytest.mark.long
def test_a_captain_finds_the_own_matches_to_come():
    match = make_match(teams=4)

    own = own_matches(captain_of_side(match, 0), at=NOW)

    assert [(one.entry.name, one.side, one.state.match.number) for one in own] == [
        (match.entries[0].name, 0, 1)
    ]
    assert own_matches(make_user("Sam Stranger"), at=NOW) == []
