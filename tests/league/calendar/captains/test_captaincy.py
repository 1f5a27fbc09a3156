"""Who is captain, what captains may do for their side, and how results are entered by them."""

from uuid import uuid4

import pytest

from league.calendar.captains import services as captains
from league.calendar.captains.selectors import state_of_match
from league.calendar.captains.services.line_ups import NotACaptain
from league.calendar.captains.services.match_results import NotHomeSide
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate
from tests.league.calendar.captains.factories import (
    NOW,
    acting,
    again,
    captain_of_side,
    make_date,
    make_match,
    set_rules,
)
from tests.league.factories import make_club, make_player, make_user
from tests.league.play.events.factories import DIRECTOR

pytestmark = pytest.mark.django_db


def name(match, side, player):
    return captains.name_captain(entry=match.entries[side], player=player, by=Act(DIRECTOR, NOW))


def test_a_captain_is_a_player_of_the_club():
    match = make_match()

    with pytest.raises(NotACaptain, match="Zoe is not a player of this club"):
        name(match, 0, make_player(make_club("Elsewhere"), "Zoe"))


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
        by=Act(acting(match, side), NOW),
    )


def test_the_home_side_enters_the_result_where_the_rules_say_so():
    match = make_match(dated=False, final_scores="table")
    make_date(match, home_side=1)
    set_rules(match, home_enters=True)

    with pytest.raises(NotHomeSide, match=r"^B enters the result"):
        enter(match, 0)
    assert enter(match, 1).table == match.tables[0]


def test_what_is_disputed_waits_for_the_organiser_and_is_disputed_once():
    match = make_match(final_scores="table")
    enter(match, 0)
    words = {"match": match, "side": 1, "reason": "We won.", "by": Act(acting(match, 1), NOW)}

    (dispute,) = captains.dispute_result(**words)

    assert captains.dispute_result(**words) == [dispute]
    state = state_of_match(again(match), at=NOW)
    assert (state.is_disputed, state.waits_for_confirmation) == (True, False)
    with pytest.raises(OutOfDate, match="No result waits for your answer"):
        captains.dispute_result(**words | {"side": 0, "by": Act(acting(match, 0), NOW)})
