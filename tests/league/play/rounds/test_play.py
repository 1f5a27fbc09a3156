import pytest

from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.rounds import services as rounds
from league.play.rounds.models import Seat
from tests.league.play.events.factories import DIRECTOR, NOW, make_other_club, make_people
from tests.league.play.rounds.factories import close_round, make_league, open_round

pytestmark = pytest.mark.django_db


def move(name, round, **more):
    act = {
        "open": rounds.open_round,
        "close": rounds.close_round,
        "reopen": rounds.reopen_round,
    }[name]
    return act(round=round, by=Act(DIRECTOR, NOW), **more)


def round_in(state):
    round = make_league(4)[0]
    if state != "drawn":
        round = open_round(round)
    if state == "closed":
        round = close_round(round)
    return round


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("state", "name", "after"),
    [
        ("drawn", "open", "open"),
        ("open", "open", "open"),
        ("closed", "open", None),
        ("drawn", "close", None),
        ("open", "close", "closed"),
        ("closed", "close", "closed"),
        ("drawn", "reopen", None),
        ("open", "reopen", "open"),
        ("closed", "reopen", "open"),
    ],
)
def test_a_round_is_drawn_then_open_then_closed(state, name, after):
    round = round_in(state)
    more = {"even_unfinished": True} if name == "close" else {}

    if after is None:
        with pytest.raises(rounds.RoundInWrongState, match="Round 1 is"):
            move(name, round, **more)
    else:
        assert move(name, round, **more).state == after
    round.refresh_from_db()
    assert round.state == (after or state)


@pytest.mark.long
def test_an_event_with_an_open_round_cannot_end():
    round = round_in("open")

    with pytest.raises(events.NotReady, match="Round 1 is still open"):
        events.finish_event(event=round.stage.event, anyway=True, by=Act(DIRECTOR, NOW))


# -------------------------------------------------------------------------------- substitutes


def seat_of(round, number=0):
    return Seat.objects.get(table__round=round, table__number=1, number=number)


def test_nobody_sits_at_two_tables():
    round = round_in("open")
    busy = Seat.objects.get(table__round=round, table__number=2, number=0).player

    with pytest.raises(rounds.PlayerIsSeated, match="sits at table 2"):
        rounds.seat_substitute(seat=seat_of(round), player=busy, by=Act(DIRECTOR, NOW))


def test_a_substitute_is_of_the_club():
    round = round_in("open")
    stranger = make_people(make_other_club(), 1)[0]

    with pytest.raises(events.ForeignPlayer):
        rounds.seat_substitute(seat=seat_of(round), player=stranger, by=Act(DIRECTOR, NOW))


def test_in_a_closed_round_nobody_changes_seats():
    round = round_in("closed")
    zoe = make_people(round.stage.event.club, 1, 40)[0]

    with pytest.raises(rounds.RoundInWrongState, match="closed"):
        rounds.seat_substitute(seat=seat_of(round), player=zoe, by=Act(DIRECTOR, NOW))
