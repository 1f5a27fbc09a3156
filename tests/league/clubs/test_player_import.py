"""A list of players taken into a club: who is added, changed, known already, left out."""

import threading

import pytest
from django.db import connection

from league.clubs.models import Player
from league.clubs.services import Fate, Imported, import_players, plan_import
from league.clubs.services.player_list import read_players_csv
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from tests.league.factories import (
    NOW,
    actor_of,
    make_club,
    make_double,
    make_player,
    make_user,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def director():
    return actor_of(make_user("Dora Director"))


def lines(*cells):
    return read_players_csv("name,number,email\n" + "\n".join(cells))


def fates(club, *cells):
    return [(planned.line.line, planned.fate) for planned in plan_import(club, lines(*cells))]


def stored(club):
    return list(
        Player.objects.filter(club=club).order_by("id").values_list("name", "member_number")
    )


def test_good_lines_are_stored_and_bad_ones_left_out(club, director):
    done = import_players(
        club=club, rows=lines("Ann,1,", ",2,", "Bob,,bob@"), by=Act(director, NOW)
    )

    assert done == Imported(added=1, changed=0, same=0, left_out=2)
    assert stored(club) == [("Ann", "1")]


def test_list_sent_twice_adds_nobody_twice(club, director):
    rows = lines("Ann,1,", "Bob,,bob@example.org", "Cy,,")
    first = import_players(club=club, rows=rows, by=Act(director, NOW))
    again = import_players(club=club, rows=rows, by=Act(director, NOW))

    assert (first.added, again) == (3, Imported(added=0, changed=0, same=3, left_out=0))
    assert [sentence_of(one) for one in Happening.objects.all()] == [
        "Dora Director imported a list of players: 3 added, 0 changed"
    ]


def test_player_is_known_by_number_whatever_the_name(club, director):
    make_player(club, "Ann Lee", member_number="7")

    import_players(club=club, rows=lines("Ann Lee-Ray,7,"), by=Act(director, NOW))

    assert stored(club) == [("Ann Lee-Ray", "7")]


def test_player_without_a_number_is_known_by_name_and_gets_it(club, director):
    make_player(club, "Ann Lee", email="ann@example.org")

    done = import_players(club=club, rows=lines("ANN LEE,7,"), by=Act(director, NOW))

    assert (done.added, done.changed) == (0, 1)
    assert Player.objects.get().member_number == "7"
    assert Player.objects.get().email == "ann@example.org"  # an empty cell changes nothing


def test_same_name_with_another_number_is_another_person(club):
    make_player(club, "Ann Lee", member_number="7")

    assert fates(club, "Ann Lee,8,") == [(2, Fate.ADD)]


def test_doubles_are_not_known_any_more(club):
    make_double(make_player(club, "Ann Lee", member_number="7"), "Ann Le")

    assert fates(club, "Ann Le,,") == [(2, Fate.ADD)]


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        (["Ann,1,", "Bob,1,"], "Member number 1 is already in line 2"),
        (["Ann,,", "ann,,"], "ann is already in line 2"),
        (["Two Of Us,,"], "2 players of the club are called Two Of Us"),
        (["Known One,,", "Other,9,"], "Line 2 already refers to Known One of the club"),
    ],
)
def test_line_that_clashes_says_with_what(club, cells, problem):
    make_player(club, "Two Of Us", member_number="1a")
    make_player(club, "Two Of Us", member_number="1b")
    make_player(club, "Known One", member_number="9")

    last = plan_import(club, lines(*cells))[-1]

    assert last.fate == Fate.BAD
    assert problem in last.problem


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_two_people_who_import_the_same_list_at_once_add_everybody_once():
    club, director = make_club(), actor_of(make_user("Dora"))
    rows = lines(*(f"Player {number},," for number in range(200)))
    done = []
    begin = threading.Barrier(2)

    def take():
        try:
            begin.wait()
            done.append(import_players(club=club, rows=rows, by=Act(director, NOW)))
        finally:
            connection.close()

    threads = [threading.Thread(target=take) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted((one.added, one.same) for one in done) == [(0, 200), (200, 0)]
    assert Player.objects.count() == 200
