"""Prepared deals at the desk: made, looked at with a reason, printed, published."""

import re

import pytest
from django.urls import reverse

from league.foundation.journal.models import Happening
from league.play.prepared.models import PreparedLook, PreparedSet
from tests.league.play.prepared.factories import make_mitchell, open_first, prepare
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club):
    return make_mitchell(3, club=club)


def at(name, event):
    return reverse(f"desk:{name}", args=[event.club.slug, event.slug, 1])


def test_director_prepares_deals_once(director, event):
    assert "How many deals" in text_of(director.get(at("deals", event)))
    for _ in range(2):
        assert director.post(at("deals", event), {"deals": "6"}).status_code == 302
    made = PreparedSet.objects.get()
    page = director.get(at("deals", event)).content.decode()

    assert made.deals == 6
    assert made.commitment in page
    assert made.seed not in page


def test_sheets_are_shown_after_a_reason_is_given(director, event):
    made = prepare(event)
    sheets = at("deal_sheets", event)
    assert director.get(sheets, {"first": 1, "last": 6}).status_code == 302
    refused = director.post(at("deals_look", event), {"first": "1", "last": "6", "reason": ""})
    assert "say why you look at them" in text_of(refused)
    assert refused.status_code == 422

    data = {"first": "1", "last": "6", "reason": "dealing for tonight"}
    shown = director.post(at("deals_look", event), data, follow=True)
    page = text_of(shown)
    assert page.count("Dealer: Seat") == 6
    assert "A♠ ×4" in page
    assert "no-store" in shown["Cache-Control"]
    assert PreparedLook.objects.get().reason == "dealing for tonight"
    assert Happening.objects.get(kind="deals.looked_at").data["numbers"] == "1–6"
    assert made.seed not in shown.content.decode()
    hands = director.get(sheets, {"first": 1, "last": 6, "kind": "hands"})
    assert "Take four cards" in page
    assert "Take four cards" not in text_of(hands)


def test_travellers_have_a_row_for_every_table_and_no_cards(director, event):
    prepare(event)
    open_first(event)
    page = text_of(director.get(at("travellers", event)))

    assert page.count("Round, table") == 6
    assert "♠" not in page
    assert re.search(r"1, 1 .* Lee", page)


def test_seed_is_published_with_a_reason_while_deals_wait(director, event):
    made = prepare(event)
    open_first(event)
    refused = director.post(at("deals_release", event), {"reason": ""})
    assert refused.status_code == 422
    assert "are still to be played" in text_of(refused)

    director.post(at("deals_release", event), {"reason": "the night is off"})
    assert PreparedSet.objects.get(pk=made.pk).released_at is not None
    assert made.seed in director.get(at("deals", event)).content.decode()
