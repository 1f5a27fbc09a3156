"""The beginning of an event's page: what happens now, what came of it, or what is to come."""

import html
import re

import pytest
from django.urls import reverse

from league.faces.public.rounds.present_rounds import present_round
from league.foundation.journal.services import deliver_all
from league.play.events.models import Event
from league.play.results import services as results
from tests.league.play.results.factories import BOB, NOW, make_table, pinochle, submit
from tests.league.play.rounds.factories import make_league, open_round
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


def test_of_rounds_opened_at_once_the_first_is_being_played():
    rounds = make_league(4)
    for round in rounds:
        open_round(round)

    assert present_round(rounds[0].stage.event) == rounds[0]
