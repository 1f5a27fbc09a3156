"""The replay of a deal in a browser: buttons, arrow keys, what leaves the hands, what is said."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.league.faces.public.factories import make_played

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]


@pytest.fixture
def address(web):
    _, _, deal = make_played(options={"exchange": "declarer_side"})
    return web.url + reverse("public:deal", args=[deal.pk])


def gone(page):
    return page.locator(".deal-seat .is-gone:visible").count()


def test_a_deal_is_stepped_through_by_buttons_and_arrow_keys(open_browser, address):
    page = open_browser()
    page.goto(address)
    says, at = page.locator("[data-says]"), page.locator("[data-at]")
    expect(at).to_have_text("The deal")
    expect(page.locator("[data-trick='1']")).to_be_hidden()
    assert says.get_attribute("aria-live") == "polite"

    page.get_by_role("button", name="Next trick").click()
    expect(at).to_have_text("First lead")
    page.keyboard.press("ArrowRight")
    expect(at).to_have_text("Trick 1 of 20")
    expect(says).to_contain_text(re.compile(r"Trick 1 of 20\. .+ led the .+ worth \d+ point"))
    expect(page.locator("[data-stage] .trick > li")).to_have_count(4)
    assert gone(page) == 4

    page.keyboard.press("End")
    expect(at).to_have_text("Trick 20 of 20")
    assert gone(page) == 80
    assert page.url.endswith("#trick-20")
    line = float(page.locator("[data-now]").get_attribute("x1"))
    end = float(page.locator(".curve-0 circle").get_attribute("cx"))
    assert abs(line - end) < 0.5, "the line on the curve is at its end"
    last = page.get_by_role("button", name="Next trick")
    expect(last).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowRight")
    expect(at).to_have_text("Trick 20 of 20")

    page.get_by_role("button", name="One trick back").click()
    expect(at).to_have_text("Trick 19 of 20")
    assert gone(page) == 76
    page.get_by_role("link", name="To the deal").click()
    expect(at).to_have_text("The deal")
    expect(page.locator("[data-stage]")).to_be_hidden()
    assert gone(page) == 0
    assert "#" not in page.url
