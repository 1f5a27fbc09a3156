"""Names that differ in accents alone: asked about, never added nor merged in silence."""

import pytest

from league.clubs.selectors import search_players
from league.clubs.services import InvitationLine, add_player, plan_invitations
from league.clubs.services.player_import import Fate, import_players, plan_import
from league.clubs.services.player_list import read_players_csv
from league.clubs.services.players import NameAlike, NameTaken
from league.foundation.journal.actor import Act
from tests.league.factories import NOW, actor_of, make_club, make_player, make_user

pytestmark = pytest.mark.django_db

NAME = "Jos\u00e9 N\u00fa\u00f1ez"
APART = "Jose\u0301 Nu\u0301n\u0303ez"


@pytest.fixture
def club():
    club = make_club()
    make_player(club, NAME)
    return club


@pytest.fixture
def by():
    return {"by": Act(actor_of(make_user()), NOW)}


@pytest.mark.parametrize("text", ["nunez", "JOSE NUNEZ", APART, "núñ jos"])
def test_a_search_finds_the_player_however_the_name_is_typed(club, text):
    assert [player.name for player in search_players(club, text)] == [NAME]


@pytest.mark.parametrize("name", [APART, "José  Núñez", " José Núñez\n"])
def test_the_same_name_is_refused_however_it_is_written(club, by, name):
    with pytest.raises(NameTaken):
        add_player(club=club, name=name, **by)


def test_a_name_that_is_alike_is_asked_about(club, by):
    with pytest.raises(NameAlike, match="The club has José Núñez"):
        add_player(club=club, name="JOSE NUNEZ", **by)

    add_player(club=club, name="Jose Nunez", surely_new=True, **by)
    add_player(club=club, name="José Nunez", told_apart_by="Dover", **by)

    assert club.players.count() == 3


def planned(club, text, chosen=None):
    rows = plan_import(club, read_players_csv(text), chosen or {})
    return [(row.fate, [one.name for one in row.candidates]) for row in rows]


def test_an_import_takes_the_same_name_and_asks_about_one_that_is_alike(club, by):
    assert planned(club, f"name\n{APART}\nJosé  Núñez\n")[0] == (Fate.SAME, [])
    assert planned(club, "name\nJOSE NUNEZ\n") == [(Fate.BAD, [NAME])]

    player = club.players.get()
    assert planned(club, "name\nJOSE NUNEZ\n", {"jose nunez": 0}) == [(Fate.ADD, [])]
    assert planned(club, "name\nJOSE NUNEZ\n", {"jose nunez": player.pk})[0][0] == Fate.CHANGE

    import_players(club=club, rows=read_players_csv("name\nJOSE NUNEZ\n"), **by)
    assert [one.name for one in club.players.all()] == [NAME]


def test_an_import_asks_about_lines_that_are_alike(club):
    assert planned(club, "name\nZoë\nZoe\n") == [(Fate.ADD, []), (Fate.BAD, [])]
    assert [fate for fate, _ in planned(club, "name,no\nZoë,1\nZoe,2\n")] == [Fate.ADD] * 2
    assert planned(club, "name,told apart by\nJose Nunez,Dover\n") == [(Fate.ADD, [])]


def test_a_number_that_lost_its_zeros_is_asked_about(club, by):
    make_player(club, "Ann Lee", member_number="0010")

    assert planned(club, "name,no\nAnn Lee,10\n") == [(Fate.BAD, ["Ann Lee"])]
    assert planned(club, "name,no\nBob Ray,10\n") == [(Fate.BAD, ["Ann Lee"])]
    assert planned(club, "name,no\nBob Ray,10\n", {"bob ray #10": 0}) == [(Fate.ADD, [])]
    ann = club.players.get(member_number="0010")
    assert planned(club, "name,no\nAnn Lee,10\n", {"ann lee #10": ann.pk}) == [(Fate.SAME, [])]
    assert planned(club, "name,no\nBob,7\nCy,007\n") == [(Fate.ADD, []), (Fate.BAD, [])]


def test_who_is_invited_by_a_list_is_not_added_beside_who_is_alike(club):
    def planned(*names, add_people=True):
        lines = [
            InvitationLine(line=number, email=f"{number}@example.org", name=name)
            for number, name in enumerate(names, start=1)
        ]
        plan = plan_invitations(club, lines, add_people=add_people, at=NOW)
        return [(str(row.fate), row.player and row.player.name, row.is_new) for row in plan]

    bad, new = ("bad", None, False), ("invite", None, True)
    assert planned(APART) == [("invite", NAME, False)]
    assert planned("JOSE NUNEZ") == planned("JOSE NUNEZ", add_people=False) == [bad]
    assert planned("Zoë", "Zoe") == [new, bad]
