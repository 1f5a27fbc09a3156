"""Line-ups: hidden until both are in, by the rules, and seated through the usual services."""

from datetime import timedelta

import pytest

from league.calendar.captains import services as captains
from league.calendar.captains.line_up_facts import (
    are_shown,
    due_of,
    line_ups_of,
    seats_for,
    why_not_seated,
)
from league.calendar.captains.matches import rules_of
from league.calendar.captains.services.line_ups import seat_if_shown, write_line_up
from league.clubs.models import Player
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.refusal import Refused
from league.play.events.models import Reserve, Substitutes
from tests.league.calendar.captains.factories import (
    A_DAY,
    NOW,
    PLAYS_AT,
    acting,
    again,
    line_up,
    make_match,
    match_of,
    names_of,
    people_of,
    seated,
    set_rules,
)
from tests.league.play.events.factories import DIRECTOR, make_people

pytestmark = pytest.mark.django_db


def shown(match, at=NOW):
    rules = rules_of(match.round.stage)
    return are_shown(match, line_ups_of(match), due_of(match, rules), at=at)


def refusal(match, side, players, at=NOW, **more):
    with pytest.raises(Refused) as refused:
        captains.set_line_up(
            match=match, side=side, players=players, by=Act(acting(match, side), at), **more
        )
    return str(refused.value)


def make_reserve(match):
    event = match.round.stage.event
    event.substitutes = Substitutes.RESERVES
    event.save()
    player = make_people(event.club, 1, start=90)[0]
    Reserve.objects.create(event=event, player=player)
    return player


def test_a_line_up_is_seated_when_its_time_is_up_and_twice_changes_nothing():
    match = make_match()
    set_rules(match, lineup_days=2)
    line_up(match, 0, 4, 5)
    due = PLAYS_AT - 2 * A_DAY

    captains.sweep_matches(at=due - timedelta(seconds=1))
    assert seated(match, 0) == names_of(match, 0, 0, 1)

    captains.sweep_matches(at=due)
    happened = Happening.objects.count()
    captains.sweep_matches(at=due + A_DAY)

    assert seated(match, 0) == names_of(match, 0, 4, 5)
    assert Happening.objects.count() == happened


def test_after_its_time_only_the_organiser_makes_a_line_up():
    match = make_match()
    set_rules(match, lineup_days=2)
    late = PLAYS_AT - A_DAY
    players = people_of(match.entries[0])[2:4]

    assert "Line-ups were due by" in refusal(match, 0, players, at=late)

    captains.set_line_up(
        match=match, side=0, players=players, by_director=True, by=Act(DIRECTOR, late)
    )
    assert seated(match, 0) == names_of(match, 0, 2, 3)


@pytest.mark.long
def test_a_captain_who_has_seen_the_others_changes_nothing_any_more():
    match = make_match()
    line_up(match, 0, 2, 3)
    line_up(match, 1, 0, 1)

    sentence = refusal(match, 0, people_of(match.entries[0])[4:6])

    assert sentence.startswith("Both line-ups are in and shown to both sides")


def test_a_line_up_has_a_player_for_each_seat():
    match = make_match()

    sentence = refusal(match, 0, people_of(match.entries[0])[:3])

    assert sentence == (
        "The line-up of A has 2 players, and 3 were given: choose one for each seat."
    )


def test_nobody_plays_twice_in_a_round():
    match = make_match(teams=4)
    rival = people_of(match.entries[1])[0]
    own = people_of(match.entries[0])

    twice = refusal(match, 0, [own[0], own[0]])
    elsewhere = refusal(match, 0, [own[0], rival])

    assert f"{own[0].name} is in the line-up 2 times" in twice
    assert f"{rival.name} plays for B in this round" in elsewhere or rival.name in elsewhere


def test_a_refusal_does_not_tell_whose_hidden_line_up_a_player_is_in():
    match = make_match()
    reserve = make_reserve(match)
    own, others = people_of(match.entries[0]), people_of(match.entries[1])
    captains.set_line_up(
        match=match, side=1, players=[others[0], reserve], by=Act(acting(match, 1), NOW)
    )

    hidden = refusal(match, 0, [own[0], reserve])

    assert hidden == (
        f"{reserve.name} is not free in this round: choose somebody else, or ask the organiser."
    )
    to_organiser = refusal(match, 0, [own[0], reserve], by_director=True)
    assert f"{reserve.name} plays for B in this round" in to_organiser


def test_reserves_play_by_the_rule_of_the_event_and_only_so_many():
    match = make_match()
    reserve = make_reserve(match)
    stranger = make_people(match.round.stage.event.club, 1, start=80)[0]
    own = people_of(match.entries[0])

    assert "is not among the reserves" in refusal(match, 0, [own[0], stranger])
    set_rules(match, most_reserves=0)
    assert "1 player who is not of the team; 0 may be" in refusal(match, 0, [own[0], reserve])

    set_rules(match, most_reserves=1)
    line_up(match, 1, 0, 1)
    captains.set_line_up(
        match=match, side=0, players=[own[0], reserve], by=Act(acting(match, 0), NOW)
    )
    seat = seats_for(again(match), 0)[1]
    assert (seat.player, seat.is_substitute, seat.stands_in_for) == (reserve, True, own[1])


def test_who_may_not_play_any_more_is_named_as_they_are_called_now():
    match = make_match()
    reserve, own = make_reserve(match), people_of(match.entries[0])
    line_up(match, 1, 0, 1)
    Reserve.objects.update(player=own[5])
    write_line_up(match, 0, [own[0], reserve], by=Act(acting(match, 0), NOW))
    seat_if_shown(match, rules_of(match.round.stage), by=Act(acting(match, 0), NOW))
    Player.objects.filter(pk=reserve.pk).update(name="Former player 1")
    refused, rules = line_ups_of(match)[0], rules_of(match.round.stage)
    assert refused.refused == "may_not_stand_in"
    assert why_not_seated(match, 0, refused, rules, at=NOW) == (
        "Former player 1 is not among the reserves of the event."
    )


def test_a_reserve_who_has_played_often_enough_is_tied_to_the_entry():
    match = make_match(teams=4)
    reserve = make_reserve(match)
    set_rules(match, tied_after=1)
    line_up(match, 1, 0, 1)
    own = people_of(match.entries[0])
    captains.set_line_up(
        match=match, side=0, players=[own[0], reserve], by=Act(acting(match, 0), NOW)
    )

    later = match.round.stage.rounds.exclude(pk=match.round.pk).order_by("number").first()
    other = match_of(later)
    side = next(s for s in (0, 1) if other.entries[s] != match.entries[0])
    theirs = people_of(other.entries[side])

    sentence = refusal(other, side, [theirs[0], reserve])

    assert f"has played 1 match for {match.names[0]} and is tied to it; 1 is the limit" in sentence
