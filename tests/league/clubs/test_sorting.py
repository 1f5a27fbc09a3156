"""How names are sorted."""

import random

import pytest

from league.clubs.models import Player
from league.clubs.selectors import players_of
from league.clubs.services import change_club
from league.clubs.sorting import family_first, guess_family_name, sort_key
from league.foundation.journal.actor import Act
from tests.league.factories import NOW, actor_of, make_club, make_player, make_user


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


@pytest.mark.django_db
def test_players_are_listed_by_it_after_every_change():
    club = make_club()
    for name in ("Bob", "Émile", "adam"):
        make_player(club, name)
    player = Player.objects.get(name="Bob")
    player.name = "Zoe"
    player.save(update_fields=["name"])

    assert [player.name for player in players_of(club)] == ["adam", "Émile", "Zoe"]


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("Ann Lee", "Lee"),
        ("Ann", "Ann"),
        ("ann lee", "lee"),
        ("Ann Lee (Dover)", "Lee"),
        ("Lee, Ann", "Lee"),
        ("Vincent van der Berg", "van der Berg"),
        ("Ann Lee-Smith", "Lee-Smith"),
        ("Martin King Jr.", "King"),
        ("Martin King, Jr.", "King"),
        ("Henry Ford III", "Ford"),
        ("山田 太郎", "山田"),
        ("山田太郎", "山田太郎"),
        ("やまだ はなこ", "やまだ"),
        ("ルイ・フェラン", "フェラン"),
        ("김 민수", "김"),
        ("O'Neil", "O'Neil"),
        (", Jr.", "Jr."),
        ("", ""),
    ],
)
def test_family_name_is_guessed(name, family):
    assert guess_family_name(name) == family


def test_family_name_goes_first_once():
    assert family_first("Ann Lee") == "Lee Ann"
    assert family_first("Ann Mary Lee", "Mary Lee") == "Mary Lee Ann"
    assert family_first("山田 太郎") == "山田 太郎"
    assert family_first("Cher", "Sarkisian") == "Sarkisian Cher"


@pytest.mark.django_db
def test_club_chooses_how_lists_are_sorted():
    club = make_club()
    by = Act(actor_of(make_user("Olive Owner")), NOW)
    for name in ("Ann Zander", "Zoe Abbott", "Émile Ábel"):
        make_player(club, name)
    make_player(club, "山田 太郎", sort_name="やまだ たろう")

    def listed():
        return [player.name for player in players_of(club)]

    assert listed() == ["Ann Zander", "Émile Ábel", "Zoe Abbott", "山田 太郎"]
    change_club(club=club, names_sorted_by="family", by=by)
    assert listed() == ["Zoe Abbott", "Émile Ábel", "Ann Zander", "山田 太郎"]
    club.refresh_from_db()
    player = club.players.get(name="Ann Zander")
    player.family_name = "Aaron"
    player.save(update_fields=["family_name"])
    make_player(club, "Bob Ada")
    assert listed() == ["Ann Zander", "Zoe Abbott", "Émile Ábel", "Bob Ada", "山田 太郎"]
    change_club(club=club, names_sorted_by="first", by=by)
    assert listed()[-2:] == ["Zoe Abbott", "山田 太郎"]
