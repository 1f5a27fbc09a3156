"""Ratings and statistics over the API: figures, and who sees whom."""

import pytest

from tests.league.faces.public.factories import finish, make_pairs, seat_all, submit
from tests.league.factories import make_club, make_member, make_players, make_user
from tests.league.tables.ratings.factories import build, make_event, play
from tests.league.tables.standings.factories import make_round
from tests.league.tables.statistics.factories import count

pytestmark = pytest.mark.django_db

GAME = "double-deck-pinochle"


@pytest.fixture
def four():
    return make_players(make_club(), "Ann Lee", "Bob Ray", "Cy Fox", "Di Orr")


def read(client, path: str, status: int = 200):
    answer = client.get(f"/api/v1/clubs/harbour-cards/{path}")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_ratings_and_partnerships_are_listed_best_first(client, four):
    event = make_event(four[0].club)
    for _ in range(2):
        play(event, [four[:2], four[2:]], [500, 200])
    build(four[0].club)
    rows = read(client, f"ratings/{GAME}")["results"]
    assert [row["players"][0]["name"] for row in rows][:2] == ["Ann Lee", "Bob Ray"]
    assert rows[0]["rating"] > 1500 > rows[-1]["rating"]
    assert rows[0]["provisional"]
    (best, _other) = read(client, f"partnerships/{GAME}")["results"]
    assert [one["name"] for one in best["players"]] == ["Ann Lee", "Bob Ray"]
    assert read(client, "ratings/pitch")["results"] == []


def test_why_a_rating_is_what_it_is(client, four):
    table = play(make_event(four[0].club), [four[:2], four[2:]], [500, 200])
    build(four[0].club)
    (change,) = read(client, f"players/{four[2].pk}/ratings/{GAME}")["results"]
    assert (change["table"], change["margin"], change["deals"]) == (table.pk, -300, 4)
    assert change["share"] < change["expected"] == pytest.approx(0.5)


def test_of_events_for_members_strangers_learn_nothing(client, four):
    club = four[0].club
    play(make_event(club, visibility="members"), [four[:2], four[2:]], [500, 200])
    build(club)
    assert read(client, f"ratings/{GAME}")["results"] == []
    read(client, f"players/{four[0].pk}/ratings/{GAME}", status=404)
    client.force_login(make_member(club, make_user("Mia Member")).user)
    assert len(read(client, f"ratings/{GAME}")["results"]) == 4


def test_a_players_statistics(client):
    stage = make_pairs()
    table = seat_all(make_round(stage))
    for number in range(1, 4):
        submit(table, number=number)
    finish(table, [0, 0])
    count(stage)
    player = table.seats.get(number=0).player
    (game,) = read(client, f"players/{player.pk}/statistics")["games"]
    assert (game["variant"], game["sums"]["deals"]) == (GAME, 3)
    assert [one["deals"] for one in game["partners"]] == [3]
