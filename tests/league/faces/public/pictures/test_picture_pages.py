"""The pages of pictures: what they say, who may see them, and how much they ask of the database."""

import re
from datetime import date

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.play.events.models import Entry
from league.play.results import services as results
from league.play.rounds import services as rounds
from tests.league.faces.public.pictures.factories import drawn, formed
from tests.league.faces.public.reading import base, text_of
from tests.league.factories import make_club
from tests.league.play.events.factories import DIRECTOR, make_running
from tests.league.play.results.factories import make_director, make_table, pinochle
from tests.league.play.results.factories import play as play_deals
from tests.league.tables.standings.factories import (
    NOW,
    build,
    make_round,
    make_stage,
    play,
    play_round,
)
from tests.league.tables.statistics.factories import count

pytestmark = pytest.mark.django_db

PICTURES = ("progress", "meetings", "bracket", "movement", "event_statistics")
NAMES = ("Ann", "Bob", "Cy", "Di")


@pytest.fixture
def league(request):
    stage = make_stage(*NAMES, state="draft")
    formed(stage, getattr(request, "param", "round_robin"))
    first, second = make_round(stage, 1), make_round(stage, 2)
    play(first, {"Ann": 300, "Bob": 100})
    play(first, {"Cy": 300, "Di": 200})
    play(second, {"Bob": 900, "Cy": 0})
    play(second, {"Di": 50, "Ann": 50})
    build(stage)
    return stage


@pytest.mark.long
def test_the_lines_have_their_numbers_as_a_table_beside_them(client, league):
    html = client.get(reverse("public:progress", args=base(league))).content.decode()
    assert html.count('<polyline points="') == 3 * len(NAMES)  # wide, narrow, and beside the names
    assert 'role="img" aria-label="Places round by round' in html
    text = text_of(client, "progress", *base(league))
    assert "Name 1 2 Ann 1 1 Bob 4 2" in text


def test_a_chosen_entry_stands_out(client, league):
    entry = Entry.objects.get(members__player__name="Di")
    html = client.get(
        reverse("public:progress", args=base(league)), {"entry": entry.pk}
    ).content.decode()
    assert html.count("chosen") == 3
    assert f'<option value="{entry.pk}" selected>Di' in html


def test_before_the_first_standings_there_is_nothing_to_draw(client):
    assert "Nothing to draw yet" in text_of(client, "progress", *base(make_stage("Ann", "Bob")))


def test_the_standings_show_the_last_results_with_words(client, league):
    html = client.get(reverse("public:standings", args=base(league))).content.decode()
    assert 'aria-label="The last results, the newest last: won, ended level"' in html
    assert '<i class="won">W</i><i class="drawn">D</i>' in html


@pytest.mark.long
def test_the_cross_table_says_who_met_whom_with_points_and_round(client, league):
    text = text_of(client, "meetings", *base(league))
    assert "L lost, 100:300 R1" in text
    assert "W won, 900:0 R2" in text


@pytest.mark.parametrize("league", ["swiss"], indirect=True)
def test_a_long_field_goes_by_rounds(client, league):
    text = text_of(client, "meetings", *base(league))
    assert "1 Ann W won, 300:100 Bob D ended level, 50:50 Di 3 2 Bob L lost, 100:300 Ann" in text


@pytest.mark.long
def test_a_knock_out_has_a_bracket_and_its_winner(client):
    stage = drawn("knockout", 4, played=1, deals_a_round=4)
    final = stage.rounds.get(number=2)
    text = text_of(client, "bracket", *base(stage))
    assert "Semi-finals" in text
    assert "No deal yet" in text
    play_round(final)
    cache.clear()  # no journal says so
    assert "Winner: " in text_of(client, "bracket", *base(stage))
    assert client.get(reverse("public:meetings", args=base(stage))).status_code == 404


@pytest.mark.parametrize(("by_lot", "short"), [(True, "lot"), (False, "decided")])
def test_a_bracket_says_how_a_level_match_was_decided(client, by_lot, short):
    stage = make_running(4, format="knockout").stages.get()
    (first,) = rounds.draw_rounds(stage=stage, actor=DIRECTOR, at=NOW)
    rounds.open_round(round=first, actor=DIRECTOR, at=NOW)
    table = first.tables.first()
    director = {"actor": make_director(table), "at": NOW}
    results.award(table=table, points=[5, 5], reason="the hall closed", **director)
    said = {"reason": "They cut the cards.", "by_lot": by_lot}
    results.decide_level(table=table, side=1, **said, **director)

    html = client.get(reverse("public:bracket", args=base(stage))).content.decode()
    at_table = text_of(client, "table", *base(stage), table.pk)

    assert html.count(f">{short}</span>") == 1
    assert "Level; decided by lot: They cut the cards." in html or not by_lot
    assert "Level; the director decided: They cut the cards." in html or by_lot
    assert "The table ended level; " in at_table
    assert "They cut the cards." in at_table


def test_a_bracket_part_is_what_open_pages_fetch(client):
    stage = drawn("knockout", 4)
    answer = client.get(reverse("public:bracket", args=base(stage)), headers={"HX-Request": "true"})
    assert "<html" not in answer.content.decode()
    assert "Semi-finals" in answer.content.decode()


def test_a_plan_is_everybodys_once_its_first_round_is_shown(client):
    stage = make_stage(*NAMES, "Ed", "Flo", "Gus", "Hal")
    rounds.draw_rounds(stage=stage, actor=DIRECTOR, at=NOW)
    assert "Not shown yet" in text_of(client, "movement", *base(stage))
    rounds.open_round(round=stage.rounds.get(number=1), actor=DIRECTOR, at=NOW)
    entry = Entry.objects.get(number=3)
    text = text_of(client, "movement", *base(stage), entry=entry.pk)
    assert "can still change" in text
    assert text.count("Round 7 · Table") == 1


@pytest.mark.parametrize("name", ["movement", "meetings"])
def test_of_very_many_rounds_a_block_is_shown_at_once(client, monkeypatch, name):
    monkeypatch.setattr("league.faces.public.pictures.round_blocks.ROUNDS_AT_ONCE", 3)
    monkeypatch.setattr("league.faces.public.pictures.crosses.MOST_CROSSED", 4)
    stage = drawn("round_robin", 8, played=3)
    address = reverse(f"public:{name}", args=base(stage))

    def heads(**query):
        head = client.get(address, query).content.decode().split("</thead>")[0]
        return re.findall(r'(?:scope="col">|abbr title=")Round (\d)', head)

    # the fourth round is the newest that is shown
    assert heads() == (["4", "5", "6"] if name == "movement" else ["4"])

    assert heads(rounds=1) == ["1", "2", "3"]
    page = client.get(address, {"stage": 1, "rounds": 1}).content.decode()
    assert 'href="?stage=1&amp;rounds=2"' in page
    assert "Rounds 1–3" in page
    assert client.get(address, {"rounds": 9}).status_code == 404


def test_bids_are_shown_by_their_height(client):
    table = make_table()
    play_deals(
        table,
        pinochle(),
        pinochle(declarer=2, bid=80, points=(25, 25)),
        pinochle(declarer=1, bid=55, last_trick=1),
    )
    stage = table.round.stage
    count(stage)
    text = text_of(client, "event_statistics", *base(stage))
    assert "3 winning bids: 1 made, 2 failed." in text
    assert "Bid Made Failed 55 0 1 60 1 0 80 0 1" in text
    assert "The highest deals" in text
    club = text_of(client, "club_statistics", stage.event.club.slug)
    assert "Bid Made Failed 55 0 1 60 1 0 80 0 1" in club
    bidder = table.seats.get(number=2).player
    assert "80 0 1" in text_of(client, "player", stage.event.club.slug, bidder.pk)
    met = text_of(client, "head_to_head", stage.event.club.slug)
    assert "1 won, 0 lost, 0 drawn" in met


def test_the_archive_has_the_events_of_a_year_with_their_winners(client, league):
    event = league.event
    event.state, event.finished_at = "finished", NOW
    event.save()
    make_stage(
        club=event.club, slug="old", name="Old", state="finished", starts_on=date(2024, 5, 1)
    )
    text = text_of(client, "archive", event.club.slug)
    assert "Archive 2026" in text
    assert "Spring league Ann" in text
    assert "Old" not in text
    assert "Old" in text_of(client, "archive", event.club.slug, year=2024)
    answer = client.get(reverse("public:archive", args=[event.club.slug]), {"year": 1999})
    assert answer.status_code == 404


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["progress", "meetings", "bracket", "movement", "event_statistics"]
)
def test_pictures_of_a_hidden_event_are_not_there(client, name):
    stage = make_stage("Ann", "Bob", visibility="hidden")
    assert client.get(reverse(f"public:{name}", args=base(stage))).status_code == 404


def test_empty_clubs_say_what_comes(client):
    club = make_club()
    for name in ("archive", "club_statistics", "head_to_head"):
        assert client.get(reverse(f"public:{name}", args=[club.slug])).status_code == 200


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "format"),
    [("meetings", "round_robin"), ("movement", "round_robin"), ("bracket", "knockout")],
)
def test_queries_do_not_grow_with_the_field(client, name, format):
    asked = []
    for entries in (4, 12):
        stage = drawn(format, entries, played=1, club=make_club(f"Club of {entries}"))
        build(stage)
        address = reverse(f"public:{name}", args=base(stage))
        client.get(address)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(address).status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1]
