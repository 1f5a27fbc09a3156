"""A match of teams in two rooms on every face."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from league.clubs.models import Role
from league.faces.desk.events.rounds_form import RoundsForm
from league.foundation.journal.selectors import happenings_about, sentence_of
from league.play.rounds.links import link_of
from tests.league.factories import make_member
from tests.league.play.events.factories import make_event
from tests.league.play.results.factories import pinochle, play
from tests.league.play.rounds.factories import draw, open_round
from tests.league.play.rounds.teams import TEAMS, both_tables, make_teams

pytestmark = pytest.mark.django_db


def text_of(response):
    assert response.status_code == 200
    text = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", response.content.decode(), flags=re.S)
    return " ".join(text.split())


@pytest.fixture
def played():
    """A match of A and B: 22 ahead here and 2 behind there, which is 1 IMP."""
    event = make_teams()
    (round_,) = draw(event)
    open_round(round_)
    here, there = both_tables(round_)
    play(here, pinochle(bid=50), pinochle(bid=50, points=(25, 25)))
    play(there, pinochle(bid=50, points=(20, 30)), pinochle(bid=50, points=(25, 25)))
    return round_


TOGETHER = "Both tables together, in IMPs: A 1, B 0."


@pytest.mark.long
@pytest.mark.parametrize("page", ["room", "round", "table_cards", "slips"])
def test_the_desk_names_both_rooms(played, page):
    event = played.stage.event
    desk = Client()
    desk.force_login(make_member(event.club, role=Role.DIRECTOR).user)
    address = reverse(f"desk:{page}", args=[event.club.slug, event.slug, 1, 1])

    text = text_of(desk.get(address))

    assert "Table 1 (open room)" in text
    assert "Table 1 (closed room)" in text
    assert text.count(TOGETHER) == (page == "room")


@pytest.mark.long
def test_each_table_shows_what_both_make_together(played):
    event = played.stage.event
    desk = Client()
    desk.force_login(make_member(event.club, role=Role.DIRECTOR).user)
    for table, room in zip(both_tables(played), ("open", "closed"), strict=True):
        at = [event.club.slug, event.slug, table.pk]
        for response in (
            desk.get(reverse("desk:table", args=at)),
            Client().get(reverse("public:table", args=at)),
            Client().get(reverse("table:page", args=[link_of(table)])),
        ):
            text = text_of(response)
            assert f"Table 1 ({room} room)" in text
            assert TOGETHER in text
            # nobody wins one table of two
            assert "won" not in text


def test_a_phone_hears_of_the_other_room(played):
    here, there = both_tables(played)
    page = Client().get(reverse("table:page", args=[link_of(here)])).content.decode()
    version = re.search(r"sheet/\?version=([0-9.]+)", page)[1]
    sheet = reverse("table:sheet", args=[link_of(here)])
    assert Client().get(f"{sheet}?version={version}").status_code == 204

    there.result.version += 1
    there.result.save()

    assert TOGETHER in text_of(Client().get(f"{sheet}?version={version}"))


@pytest.mark.long
def test_the_public_sees_both_tables_of_a_match(played):
    event = played.stage.event
    at = [event.club.slug, event.slug]

    text = text_of(Client().get(reverse("public:round", args=[*at, 1, 1])))
    screen = text_of(Client().get(reverse("public:screen", args=at)))

    assert text.count(TOGETHER) == 1
    for one in (text, screen):
        assert "Table 1 (open room)" in one
        assert "Table 1 (closed room)" in one


@pytest.mark.long
def test_a_round_asks_as_often_for_many_matches_as_for_one(django_assert_max_num_queries):
    counts = []
    for teams in (2, 6):
        event = make_teams(teams)
        round_ = draw(event)[0]
        open_round(round_)
        for number in range(1, teams // 2 + 1):
            for table in both_tables(round_, number):
                play(table, pinochle(bid=50), pinochle(bid=50))
        address = reverse("public:round", args=[event.club.slug, event.slug, 1, 1])
        with django_assert_max_num_queries(60) as asked:
            Client().get(address)
        counts.append(len(asked))
    assert counts[0] == counts[1]


@pytest.mark.long
def test_the_journal_names_the_room_in_the_reader_s_language(played):
    _here, there = both_tables(played)
    happening = happenings_about("table", there.pk).first()

    assert "table 1 (closed room) in round 1" in sentence_of(happening)
    with translation.override("ja"):
        assert "卓1（クローズドルーム）" in sentence_of(happening)


def test_only_teams_are_asked_for_two_rooms():
    fields = [
        "round_robin-two_rooms" in RoundsForm(event=make_event(**fields)).fields
        for fields in (TEAMS, {})
    ]
    assert fields == [True, False]
