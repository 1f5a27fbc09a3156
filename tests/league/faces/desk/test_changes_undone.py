"""Seats, homes, divisions, handicaps and amounts are undone where they were changed."""

import pytest
from django.utils import timezone

from league.calendar.match_dates.models import EntryHome
from league.clubs.models import Role
from league.clubs.selectors import open_invitations_of
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.office.kitty import services as kitties
from league.office.kitty.models import Transaction
from league.office.kitty.services.prizes import prizes_of
from league.play.rounds.models import Seat
from league.tables.seasons.models import Competitor
from tests.league.calendar.match_dates.factories import make_drawn_league, make_venue
from tests.league.faces.desk.clients import client_of
from tests.league.faces.desk.undoing import button_of, post, undo
from tests.league.factories import make_club, make_player
from tests.league.office.kitty.factories import TREASURER, make_kitty, owed_by_name, set_terms
from tests.league.play.events.factories import make_people
from tests.league.play.results.factories import NOW
from tests.league.play.rounds.factories import make_league
from tests.league.tables.seasons.factories import key_of, make_night, make_season, player_of

pytestmark = pytest.mark.django_db

BY = Act(TREASURER, NOW)

# Each act: who does it, what it sends where, and what it changes, as a value to compare.


def a_seat():
    round = make_league(4)[0]
    club = round.stage.event.club
    seat = Seat.objects.get(table__round=round, table__number=1, number=0)
    (zoe,) = make_people(club, 1, 40)
    at = [club.slug, round.stage.event.slug, round.stage.number, round.number, seat.pk]
    names = ("player", "stands_in_for", "is_substitute")
    return club, "seat", at, {"choose": zoe.pk}, lambda: Seat.objects.values(*names).get(pk=seat.pk)


def a_home():
    event = make_drawn_league().event
    venue = make_venue(event.club)
    typed = {f"e{entry.number}-venue": "" for entry in event.entries.all()}
    typed |= {"e1-venue": venue.pk, "e1-weekdays": ["1"], "e1-begins_at": "19:00"}
    at = [event.club.slug, event.slug]
    return event.club, "homes", at, typed, lambda: list(EntryHome.objects.values())


def a_season():
    season = make_season()
    make_night(season, {"Ann": 9, "Bob": 8})
    return season, [season.club.slug, season.slug]


def a_place_in_a_season():
    season, at = a_season()
    typed = {f"place-{key_of(season, 'Ann')}": "guest"}
    return season.club, "season_people", at, typed, lambda: list(Competitor.objects.values())


def a_handicap():
    season, at = a_season()
    typed = {"player": player_of(season.club, "Ann").pk, "value": "2.5"}
    typed |= {"from_day": "2026-03-01", "reason": "was ill"}
    return season.club, "season_handicaps", at, typed, lambda: list(season.own_handicaps.values())


def amounts():
    kitty = make_kitty(make_club())
    typed = {"from_day": timezone.localdate().isoformat(), "evening_fee": "3"}
    typed |= {"set_amount": "0", "set_payer": "side"}
    at = [kitty.club.slug]
    return kitty.club, "kitty_house_amounts", at, typed, lambda: list(kitty.house_amounts.values())


def a_reversal():
    kitty = make_kitty(make_club())
    make_player(kitty.club, "Ann Lee")
    client = client_of(kitty.club, Role.DIRECTOR)
    ann = kitty.club.players.get()
    post(client, "kitty_player", kitty.club.slug, ann.pk, kind="payment", amount="5")
    at = [kitty.club.slug, Transaction.objects.get().number]
    return kitty.club, "kitty_booking_reverse", at, {}, lambda: owed_by_name(kitty)


def prizes():
    kitty = make_kitty(make_club())
    night = make_night(make_season(kitty.club), {"Ann+Bob": 9, "Cy+Di": 5})
    set_terms(night, pot_added=1000, prize_shares=[1])
    typed = {"seen": prizes_of(kitty, night).seen}
    at = [kitty.club.slug, night.slug]
    return kitty.club, "kitty_event_prizes", at, typed, lambda: any(owed_by_name(kitty).values())


def a_player_added():
    club = make_club()
    typed = {"name": "Ann Lee", "public_name": "full"}
    return (
        club,
        "player_new",
        [club.slug],
        typed,
        lambda: club.players.filter(is_active=True).count(),
    )


def an_invitation():
    club = make_club()
    typed = {"email": "ann@example.org", "role": "player"}
    return club, "members", [club.slug], typed, lambda: open_invitations_of(club).count()


ACTS = [
    *(a_seat, a_home, a_place_in_a_season, a_handicap, amounts, a_reversal, prizes),
    *(a_player_added, an_invitation),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("act", ACTS)
def test_undone_twice_it_is_undone_once(act):
    club, name, at, typed, is_now = act()
    owner = client_of(club, Role.OWNER)
    before = is_now()
    address, fields = button_of(owner, post(owner, name, *at, **typed))
    owner.post(address, fields)
    undone, happened = is_now(), Happening.objects.count()

    owner.post(address, fields)

    assert is_now() == undone == before
    assert Happening.objects.count() == happened


def test_who_was_invited_again_since_stays_invited():
    club, name, at, typed, is_now = an_invitation()
    owner = client_of(club, Role.OWNER)
    address, fields = button_of(owner, post(owner, name, *at, **typed))
    director = client_of(club, Role.DIRECTOR)
    assert button_of(director, post(director, name, *at, **typed)) is None

    page = owner.get(owner.post(address, fields)["Location"]).content.decode()

    assert "ann@example.org has been invited again since then" in page
    assert is_now() == 1


def test_a_scorer_books_again_a_payment_and_nothing_else():
    club, name, at, _typed, is_now = a_reversal()
    scorer = client_of(club, Role.SCORER)
    before = is_now()
    undo(scorer, post(scorer, name, *at, back="player"))
    assert is_now() == before

    booked = kitties.book(club=club, kind="income", amount=300, note="raffle", by=BY)
    kitties.reverse(club=club, booked=booked, by=BY)
    refused = post(scorer, "kitty_booking_again", club.slug, booked.number)
    assert refused.status_code == 403
