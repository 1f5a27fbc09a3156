"""The demo's evenings: every game there is gets one, and its deals were played by the engine."""

from random import Random

import pytest

from games import services as games
from games.engine.variants import VARIANTS
from games.models import Deal
from league.demo.other_games import EVENINGS, NAMED, play_other_game, usual_evening
from league.play.events.models import EventState
from league.play.results.models import TableResult, TableState
from tests.league.factories import make_club
from tests.league.play.events.factories import DIRECTOR, NOW
from tests.league.tables.seasons.factories import make_season

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("evening", NAMED, ids=lambda evening: evening.variant)
def test_a_game_without_an_evening_of_its_own_gets_the_usual_one(evening):
    found = usual_evening(games.variant_named(evening.variant))

    assert (found.variant, found.slug) == (evening.variant, evening.variant)
    assert found.together * found.entries == 2 * found.seats
    if found.seats == evening.seats and found.together == evening.together:
        assert (found.entry_kind, found.format) == (evening.entry_kind, evening.format)


def test_every_game_has_an_evening_whose_deals_were_played_card_by_card():
    club = make_club()
    players = [club.players.create(name=f"Player {number:02}") for number in range(12)]
    season = make_season(club)

    played = [
        play_other_game(week, club, season, players, Random(5), DIRECTOR, NOW)
        for week in range(len(EVENINGS))
    ]

    assert {event.variant for event in played} == set(VARIANTS) - {"double-deck-pinochle", "pitch"}
    assert {event.state for event in played} == {EventState.FINISHED}
    results = TableResult.objects.filter(table__round__stage__event__club=club)
    assert {result.state for result in results} == {TableState.CONFIRMED}
    assert len(results) == sum(
        2 * evening.entries * evening.together // evening.seats for evening in EVENINGS
    )
    assert set(Deal.objects.values_list("form", flat=True)) == {Deal.Form.RECORD}
    assert all(deal.lines for deal in Deal.objects.all() if any(deal.score))
