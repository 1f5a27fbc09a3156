"""The page for the wall in a browser: one slide at a time, refreshed, outliving the network."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from league.foundation.journal.actor import Act
from league.play.results import services as results
from tests.league.factories import make_club
from tests.league.play.results.factories import BOB, make_table, pinochle, submit

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]

TELEVISION = {"viewport": {"width": 1920, "height": 1080}, "reduced_motion": "reduce"}
LIVE_MS = 60_000
NO_NETWORK = ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED")


def test_it_stays_up_all_evening(web, worker, open_browser):
    club = make_club()
    table = make_table(club, entries=4, deals_a_round=1)
    type(table.round).objects.filter(pk=table.round_id).update(opened_at=timezone.now())
    submit(table, pinochle())
    page = open_browser(**TELEVISION)
    page.goto(web.url + reverse("public:wall", args=[club.slug]))
    shown = page.locator(".wall-slide.is-shown")
    status = page.locator("[data-live-status]")

    # one slide at a time, which fits
    expect(shown).to_have_count(1)
    expect(page.locator(".wall-slide:visible")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert not Axe().run(page).response["violations"]

    # what happens is seen without a reload
    expect(shown).to_contain_text("0 of 2 tables done")
    expect(status).to_have_class(re.compile("is-live"), timeout=LIVE_MS)
    results.confirm(table=table, side=1, by=Act(BOB, timezone.now()))
    expect(shown).to_contain_text("1 of 2 tables done", timeout=LIVE_MS)

    # without a network it keeps what it has, says so, and goes on afterwards
    page.context.set_offline(True)
    expect(status).to_have_class(re.compile("is-cut"), timeout=LIVE_MS)
    expect(shown).to_contain_text("1 of 2 tables done")
    page.context.set_offline(False)
    expect(status).not_to_have_class(re.compile("is-cut"), timeout=LIVE_MS)
