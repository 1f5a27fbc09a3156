"""The beginning of an event's page: what happens now, what came of it, or what is to come."""

import html
import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.faces.public.rounds.present_rounds import present_round
from league.foundation.journal.services import deliver_all
from league.play.events.models import Event
from league.play.results import services as results
from tests.league.play.prepared.factories import make_mitchell, open_first, prepare
from tests.league.play.results.factories import BOB, NOW, make_table, pinochle, play, submit
from tests.league.play.rounds.factories import make_league, open_round
from tests.league.tables.highlights.factories import work_out
from tests.league.tables.standings.factories import build, make_round, make_stage
from tests.league.tables.standings.factories import play as play_table

pytestmark = pytest.mark.django_db


def page_of(client, event, part=None):
    address = reverse("public:event", args=[event.club.slug, event.slug])
    headers = {"HX-Request": "true"} if part else {}
    answer = client.get(address, {"part": part} if part else {}, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def text_of(page):
    plain = re.sub(r"<[^>]+>", " ", page[page.find("<main") + 1 :])
    return " ".join(html.unescape(plain).split())


@pytest.mark.long
def test_a_running_event_begins_with_its_round_its_leader_and_its_first_places(client):
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    play_table(make_round(stage), {"Ann": 300, "Bob": 100})
    build(stage)

    text = text_of(page_of(client, stage.event))

    shown = ["Round 1", "Leader Ann 2", "Standings during round 1", "Table 1", "Rounds"]
    places = [text.index(words) for words in shown]
    assert places == sorted(places)


def test_who_takes_part_is_listed_until_there_are_standings(client):
    stage = make_stage("Ann", "Bob")
    round_ = make_round(stage)
    assert 'id="entries"' in page_of(client, stage.event)

    play_table(round_, {"Ann": 300, "Bob": 100})
    build(stage)
    cache.clear()  # no journal says so

    assert 'id="entries"' not in page_of(client, stage.event)


@pytest.mark.long
def test_it_says_which_deal_a_table_plays_and_of_how_many(client):
    table = make_table(deals_a_round=3)
    assert "Deal 1 of 3" in text_of(page_of(client, table.round.stage.event))

    play(table, pinochle())
    deliver_all(at=NOW)  # what follows a result is seen with its delivery

    assert "Deal 2 of 3" in text_of(page_of(client, table.round.stage.event))


def test_a_deal_that_one_side_entered_is_a_ghost_until_the_other_confirms_it(client):
    table = make_table(deals_a_round=3)
    event = table.round.stage.event
    submit(table, pinochle())

    page = page_of(client, event, "now")
    assert re.search(r'live-deal[^"]* ghost"', page)
    assert "awaiting confirmation" in text_of(page)
    assert text_of(page).count("(provisional)") == 2

    results.confirm(table=table, side=1, actor=BOB, at=NOW)
    deliver_all(at=NOW)  # what follows a result is seen with its delivery
    page = page_of(client, event, "now")
    assert "ghost" not in page
    assert "awaiting confirmation" not in text_of(page)
    assert "+64 64" in text_of(page)


@pytest.mark.long
def test_a_deal_that_others_have_still_to_play_is_not_shown(client):
    event = make_mitchell()
    prepare(event)
    table = open_first(event)[0]
    first = submit(table)
    results.confirm(table=table, side=1, actor=BOB, at=NOW)

    page = page_of(client, event, "now")

    assert reverse("public:deal", args=[first.pk]) not in page
    assert "live-last" not in page


@pytest.mark.long
def test_the_last_deal_in_which_somebody_did_something_to_remember_has_a_line(client):
    table = make_table(deals_a_round=3)
    event = table.round.stage.event
    play(table, pinochle())
    assert "now-remarkable" not in page_of(client, event)

    remarkable = pinochle(bid=100, points=(45, 5), melds=(60, 22))
    (submission,) = play(table, remarkable)
    work_out(event)

    page = page_of(client, event)
    line = page[page.index("now-remarkable") :]
    assert reverse("public:deal", args=[submission.pk]) in line[: line.index("</p>")]


@pytest.mark.long
def test_an_event_to_come_begins_with_its_entries_and_has_nothing_live(client):
    stage = make_stage("Ann", "Bob", state="open", started_at=None)

    page = page_of(client, stage.event)

    assert "data-live" not in page
    text = text_of(page)
    assert text.index("2 players") < text.index("Game and format")


@pytest.mark.long
def test_an_event_that_is_over_begins_with_its_winners(client):
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    round = make_round(stage)
    play_table(round, {"Ann": 300, "Bob": 100})
    play_table(round, {"Cy": 200, "Di": 150})
    build(stage)
    Event.objects.filter(pk=stage.event_id).update(state="finished", finished_at=NOW)

    page = page_of(client, stage.event)

    winners = page[page.index('id="winners"') : page.index("</ol>", page.index('id="winners"'))]
    assert re.findall(r"winner-name\"><a[^>]*>([^<]*)", winners) == ["Ann", "Cy", "Di"]
    assert page.index('id="winners"') < page.index('id="rounds"')
    assert "data-live=" not in page


@pytest.mark.long
def test_the_format_is_folded_while_it_is_played(client):
    stage = make_stage("Ann", "Bob")
    assert '<details class="panel" id="format">' in page_of(client, stage.event)


@pytest.mark.long
def test_a_cup_shows_its_bracket_in_the_place_of_a_table(client):
    round = open_round(make_league(4, format="knockout")[0])

    page = page_of(client, round.stage.event)

    assert "bracket-round" in page
    assert page.index("now-strip") < page.index("bracket-round") < page.index('id="rounds"')


@pytest.mark.long
def test_large_rounds_take_no_more_queries_than_small_ones(client):
    counts = []
    for entries in (4, 10):
        round = open_round(make_league(entries, name=f"E{entries}", slug=f"e{entries}")[0])
        page_of(client, round.stage.event)
        with CaptureQueriesContext(connection) as queries:
            page_of(client, round.stage.event, "now")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_of_rounds_opened_at_once_the_first_is_being_played():
    rounds = make_league(4)
    for round in rounds:
        open_round(round)

    assert present_round(rounds[0].stage.event) == rounds[0]
