"""How names are sorted."""

import random

import pytest

from league.clubs.models import Player
from league.clubs.selectors import players_of
from league.clubs.sorting import sort_key
from tests.league.factories import make_club, make_player


@pytest.mark.parametrize(
    "names",
    [
        ["adam", "Ádám", "Bea", "bob", "Émile", "Eva", "Øyvind", "Zoe"],
        ["あべ", "アンドウ", "いとう", "かとう", "がとう", "さとう", "ハヤシ"],
        ["ｱﾍﾞ", "いとう"],
        ["Lee Ann", "Lee Bob", "Leeds Al"],
    ],
)
def test_names_come_in_the_order_of_a_register(names):
    shuffled = random.Random(1).sample(names, len(names))

    assert sorted(shuffled, key=sort_key) == names


def test_sort_name_goes_before_the_name():
    assert sort_key("山田", "やまだ") == sort_key("別", "やまだ")


@pytest.mark.django_db
def test_players_are_listed_by_it_after_every_change():
    club = make_club()
    for name in ("Bob", "Émile", "adam"):
        make_player(club, name)
    player = Player.objects.get(name="Bob")
    player.name = "Zoe"
    player.save(update_fields=["name"])

    assert [player.name for player in players_of(club)] == ["adam", "Émile", "Zoe"]
