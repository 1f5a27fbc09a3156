"""The beginning of an event's page: what happens now, what came of it, or what is to come."""

import re

import pytest
from django.urls import reverse

from league.faces.public.rounds.rounds_shown import present_round
from league.foundation.journal.actor import Act
from league.foundation.journal.services import deliver_all
from league.play.results import services as results
from tests.league.play.results.factories import BOB, NOW, make_table, pinochle, submit
from tests.league.play.rounds.factories import make_league, open_round
from tests.league.reading import text_in

pytestmark = pytest.mark.django_db


def page_of(client, event, part=None):
    address = reverse("public:event", args=[event.club.slug, event.slug])
    headers = {"HX-Request": "true"} if part else {}
    answer = client.get(address, {"part": part} if part else {}, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_deal_that_one_side_entered_is_a_ghost_until_the_other_confirms_it(client):
    table = make_table(deals_a_round=3)
    event = table.round.stage.event
    submit(table, pinochle())

    page = page_of(client, event, "now")
    assert re.search(r'live-deal[^"]* ghost"', page)
    assert "awaiting confirmation" in text_in(page)
    assert text_in(page).count("(provisional)") == 2

    results.confirm(table=table, side=1, by=Act(BOB, NOW))
    deliver_all(at=NOW)  # what follows a result is seen with its delivery
    page = page_of(client, event, "now")
    assert "ghost" not in page
    assert "awaiting confirmation" not in text_in(page)
    assert "+64 64" in text_in(page)


def test_of_rounds_opened_at_once_the_first_is_being_played():
    rounds = make_league(4)
    for round in rounds:
        open_round(round)

    assert present_round(rounds[0].stage.event) == rounds[0]
