"""Substitutes at the tables of an event: the rule applied, exceptions, and the way back."""

import pytest

from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.play.events import services as events
from league.play.events.models import Event, Stage
from league.play.rounds import services as rounds
from league.play.rounds.models import Seat
from tests.league.play.events.factories import (
    DIRECTOR,
    NOW,
    make_people,
    make_running,
)
from tests.league.play.rounds.factories import make_league

pytestmark = pytest.mark.django_db


def league(entries=4, club=None, **rule):
    """Make a running league of pairs with this rule on substitutes, and return its rounds."""
    return make_league(entries, club, **rule)


def sub(round, player, *, table=1, number=0, exception="", at=NOW):
    seat = Seat.objects.get(table__round=round, table__number=table, number=number)
    return rounds.seat_substitute(
        seat=seat, player=player, exception=exception, by=Act(DIRECTOR, at)
    )


def outsiders(round, count=1):
    return make_people(round.stage.event.club, count, 40)


def refusal(*args, **kwargs):
    with pytest.raises(rounds.MayNotStandIn) as refused:
        sub(*args, **kwargs)
    assert refused.value.field == "exception"
    return [reason.code for reason in refused.value.reasons], str(refused.value)


@pytest.mark.long
def test_a_substitute_stands_in_as_often_as_the_event_allows():
    first, second, third = league(rounds_a_substitute=2)
    (zoe,) = outsiders(first)
    sub(first, zoe)
    sub(second, zoe, table=2)
    sub(second, zoe, table=2)

    codes, sentence = refusal(third, zoe)

    assert codes == ["stood_in_too_often"]
    assert sentence == (
        f"{zoe.name} has already stood in for 2 rounds; the event allows 2. "
        "Seat somebody else, or give a reason for an exception."
    )
    assert not Seat.objects.filter(round=third, is_substitute=True).exists()


@pytest.mark.long
def test_a_free_seat_is_no_way_round_the_rule():
    first, _second, _third = league(substitutes="nobody")
    (zoe,) = outsiders(first)
    sub(first, None)

    assert refusal(first, zoe)[0] == ["no_substitutes"]
    assert sub(first, zoe, exception="nobody else was there").is_substitute


@pytest.mark.long
def test_rounds_are_counted_through_the_stages():
    first = league(substitutes_until_round=3)[0]
    event = first.stage.event
    finals = Stage.objects.create(event=event, number=2, format="round_robin")
    for entry in event.entries.all():
        finals.stage_entries.create(entry=entry)
    final = rounds.draw_rounds(stage=finals, by=Act(DIRECTOR, NOW))[0]
    zoe = outsiders(first)[0]

    assert refusal(final, zoe) == (
        ["after_last_round"],
        "This is round 4 of the event, and substitutes are not allowed after round 3. Seat "
        "somebody else, or give a reason for an exception.",
    )


# ----------------------------------------------------------------------------------- the way back


@pytest.mark.long
def test_a_substitution_is_taken_back_once():
    first = league()[0]
    (zoe,) = outsiders(first)
    absent = sub(first, zoe).stands_in_for
    seat = Seat.objects.get(round=first, player=zoe)

    for _twice in range(2):
        rounds.end_substitution(seat=seat, by=Act(DIRECTOR, NOW))

    seat.refresh_from_db()
    assert (seat.player, seat.stands_in_for, seat.is_substitute) == (absent, None, False)
    assert Happening.objects.filter(kind="seat.substituted").count() == 2


# -------------------------------------------------------------------------- the rule of an event


def change(event, **changes):
    return events.change_event(event=event, changes=changes, by=Act(DIRECTOR, NOW))


def test_who_gets_the_points_is_frozen_with_the_scoring():
    event = make_running(2)

    with pytest.raises(events.Frozen, match="who gets a substitute’s points"):
        change(event, substitute_points="nobody")
    Event.objects.get(pk=event.pk, substitute_points="entry")


@pytest.mark.long
def test_a_player_typed_is_added_only_if_they_may_sit_there():
    first, _second, _third = league(substitutes="nobody")
    seat = Seat.objects.get(table__round=first, table__number=1, number=0)
    typed = {"seat": seat, "text": "Nora New", "add_unknown": True, "by": Act(DIRECTOR, NOW)}

    with pytest.raises(rounds.MayNotStandIn):
        rounds.seat_player_called(**typed)

    players = first.stage.event.club.players
    assert not players.filter(name="Nora New").exists()
    seated = rounds.seat_player_called(**typed, exception="Somebody is ill")
    assert seated.player == players.get(name="Nora New")
    assert rounds.seat_player_called(**{**typed, "text": ""}).player is None
