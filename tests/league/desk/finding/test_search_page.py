"""One box for everything at the desk: what is found, by whom, and in how many queries."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.clubs.models import Role
from tests.league.desk.clients import client_of
from tests.league.events.factories import make_event
from tests.league.factories import (
    make_club,
    make_house_rules,
    make_player,
    make_players,
)
from tests.league.rounds.factories import make_league, open_round

pytestmark = pytest.mark.django_db


def add_player(client, club, name):
    address = reverse("desk:player_new", args=[club.slug])
    assert client.post(address, {"name": name, "public_name": "full"}).status_code == 302


def found(club, text, role=Role.DIRECTOR, client=None, **headers):
    """Return what a search shows: the links' words by the heading of their group."""
    client = client or client_of(club, role)
    answer = client.get(reverse("desk:search", args=[club.slug]), {"q": text}, headers=headers)
    assert answer.status_code == 200
    groups = {}
    for part in answer.content.decode().split('class="found-group"')[1:]:
        heading = re.search(r"<h2[^>]*>([^<]+)", part)[1]
        groups[heading] = [
            re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", hit)).strip()
            for hit in re.findall(r"<a [^>]*data-hit>(.*?)</a>", part)
        ]
    return groups


def test_people_are_found_by_every_word_without_accents_and_in_either_kana():
    club = make_club()
    make_player(club, "Zoë Lindqvist", member_number="207")
    make_player(club, "山田 花子", sort_name="やまだ はなこ")
    client = client_of(club, Role.DIRECTOR)

    def players(text):
        return found(club, text, client=client).get("Players", [])

    assert players("zoe lind") == ["Zoë Lindqvist 207"]
    assert players("207") == ["Zoë Lindqvist 207"]
    assert players("zoe berg") == []
    for text in ("やまだ", "ヤマダ", "ﾔﾏﾀﾞ", "やまた", "やまだはなこ", "花子", "山田 はな"):
        assert players(text) == ["山田 花子 やまだ はなこ"], text


def test_tables_are_found_by_number_and_by_who_sits_there_now():
    club = make_club()
    drawn = open_round(make_league(4, club)[0])
    event = drawn.stage.event
    client = client_of(club, Role.SCORER)

    for text in ("table 2", "2", "卓2", "テーブル 2", "２"):
        (hit,) = found(club, text, client=client)["Tables"]
        assert hit.startswith(f"Table 2 {event.name}, round {drawn.number}"), text
    player = drawn.tables.get(number=1).seats.first().player
    hits = found(club, player.name, client=client)
    assert [hit[:8] for hit in hits["Tables"]] == ["Table 1 "]
    assert player.name in hits["Entries"][0]


def test_events_house_rules_pages_and_the_journal_are_found():
    club = make_club()
    make_event(club, name="Spring cup", slug="spring-cup")
    make_house_rules(club, "Friday rules")
    client = client_of(club, Role.DIRECTOR)
    add_player(client, club, "Otto Berg")

    assert found(club, "spring", client=client)["Events"][0].startswith("Spring cup")
    assert found(club, "friday", client=client)["House rules"] == ["Friday rules Pitch"]
    assert found(club, "tonight", client=client)["Pages"] == ["Tonight"]
    (sentence,) = found(club, "otto berg", client=client)["Journal"]
    assert "Otto Berg" in sentence


def test_the_journal_can_be_limited_to_words():
    club = make_club()
    client = client_of(club, Role.DIRECTOR)
    for name in ("Otto Berg", "Ida Holm"):
        add_player(client, club, name)

    page = client.get(reverse("desk:audit", args=[club.slug]), {"words": "ida"}).content.decode()

    timeline = page.split('class="timeline"')[1].split("</ol>")[0]
    assert "Ida Holm" in timeline
    assert "Otto Berg" not in timeline


def test_a_scorer_finds_no_people_members_or_journal_and_nobody_finds_another_club():
    club, other = make_club(), make_club("Hill Cards")
    make_player(club, "Ann Lee")
    make_player(other, "Ann Hill")
    make_event(other, name="Ann cup", slug="ann-cup")

    assert found(club, "ann", role=Role.SCORER) == {}
    assert found(club, "ann", role=Role.DIRECTOR) == {"Players": ["Ann Lee"]}
    player = client_of(club, Role.PLAYER)
    assert player.get(reverse("desk:search", args=[club.slug]), {"q": "ann"}).status_code == 403
    assert player.get(reverse("desk:search", args=[other.slug]), {"q": "ann"}).status_code == 404


def test_below_the_box_stand_a_few_hits_and_that_there_are_more():
    club = make_club()
    make_players(club, *[f"Ann Lee {number}" for number in range(8)])

    answer = client_of(club, Role.DIRECTOR).get(
        reverse("desk:search", args=[club.slug]), {"q": "ann"}, headers={"hx-request": "true"}
    )

    html = answer.content.decode()
    assert "<html" not in html
    assert html.count("data-hit") == 5
    assert "There are more: add a word to narrow them down." in html


@pytest.mark.parametrize("text", ["", " ", "%", "_", "a", "\x00", "x" * 500, "((", "[あ"])
def test_strange_words_find_nothing_and_break_nothing(text):
    club = make_club()
    make_player(club, "Ann Lee")
    director = client_of(club, Role.DIRECTOR)

    assert "Players" in found(club, "ann", client=director)
    assert "Players" not in found(club, text, client=director)


def test_queries_do_not_grow_with_what_is_found():
    club = make_club()
    client = client_of(club, Role.DIRECTOR)
    open_round(make_league(4, club)[0])
    counts = []
    for number in range(2):
        found(club, "lee", client=client)
        with CaptureQueriesContext(connection) as queries:
            assert len(found(club, "lee", client=client)["Entries"]) >= 4
        counts.append(len(queries))
        make_players(club, *[f"More Lee {number}-{more}" for more in range(10)])
        if number == 0:
            open_round(make_league(12, club, slug="autumn", name="Autumn")[0])

    assert counts[0] == counts[1]
