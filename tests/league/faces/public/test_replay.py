"""The replay of a deal in a browser: buttons, arrow keys, what leaves the hands, what is said."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
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


@pytest.mark.long
def test_a_trick_is_played_card_by_card(open_browser, address):
    page = open_browser()
    page.goto(f"{address}#trick-2")
    says, at = page.locator("[data-says]"), page.locator("[data-at]")
    laid = page.locator("[data-stage] .trick > li:not(.is-to-come)")

    page.get_by_role("button", name="Next card").click()
    expect(at).to_have_text("Trick 3 of 20")
    expect(says).to_contain_text(re.compile(r"Trick 3 of 20\. .+ leads the .+\."))
    expect(laid).to_have_count(1)
    expect(page.locator("[data-stage] .won")).to_have_count(0)
    assert gone(page) == 2 * 4 + 1
    before = page.inner_text("[data-tally]")

    page.keyboard.press("Shift+ArrowRight")
    expect(says).to_contain_text(re.compile(r" plays the .+ of .+\."))
    assert gone(page) == 2 * 4 + 2
    assert page.url.endswith("#trick-3-card-2")
    page.keyboard.press("Shift+ArrowRight")
    assert page.inner_text("[data-tally]") == before
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("[data-stage] .tag.won")).to_have_count(1)
    expect(says).to_contain_text(" led the ")
    assert (gone(page), page.url.rpartition("#")[2]) == (12, "trick-3")

    for _card in range(4):
        page.get_by_role("button", name="One card back").click()
    assert (gone(page), page.url.rpartition("#")[2]) == (8, "trick-2")
    page.goto(f"{address}#trick-5-card-3")
    expect(laid).to_have_count(3)
    page.get_by_role("button", name="Next trick").click()
    expect(laid).to_have_count(4)
    expect(at).to_have_text("Trick 5 of 20")


@pytest.mark.long
def test_home_and_end_lead_to_the_deal_and_the_last_trick(open_browser, address):
    page = open_browser()
    page.goto(address)
    page.keyboard.press("End")
    expect(page.locator("[data-at]")).to_have_text("Trick 20 of 20")
    page.keyboard.press("Home")
    expect(page.locator("[data-at]")).to_have_text("The deal")


@pytest.mark.long
def test_the_number_of_a_trick_and_its_address_lead_to_it(open_browser, address):
    page = open_browser()
    page.goto(f"{address}#trick-7")
    at = page.locator("[data-at]")
    expect(at).to_have_text("Trick 7 of 20")
    expect(page.locator("[data-stage]")).to_be_in_viewport()
    expect(page.locator("[data-trick='7']")).to_be_hidden()

    page.get_by_role("link", name=re.compile("Trick 12, won by")).click()
    expect(at).to_have_text("Trick 12 of 20")
    expect(page.locator(".trick-strip [aria-current=step]")).to_have_text(re.compile("12$"))


@pytest.mark.long
def test_arrow_keys_belong_to_whoever_has_the_focus(open_browser, address):
    page = open_browser()
    page.goto(address)
    page.get_by_text("All tricks as a list").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-at]")).to_have_text("The deal")
    expect(page.locator("[data-trick='20']")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("phone", [True, False])
def test_the_page_fits_and_axe_finds_nothing_serious(open_browser, address, phone, scheme):
    page = open_browser(phone=phone, color_scheme=scheme, reduced_motion="reduce")
    if phone:
        page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{address}#trick-3-card-2")
    expect(page.locator("[data-stage] .trick > li").first).to_be_visible()

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    serious = [
        (one["id"], [node["html"][:120] for node in one["nodes"]])
        for one in Axe().run(page).response["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []


@pytest.mark.long
def test_without_scripts_every_trick_is_there_to_be_read(open_browser, address):
    page = open_browser(phone=True, java_script_enabled=False)
    page.goto(address)

    expect(page.locator("[data-trick] h3")).to_have_count(20)
    expect(page.get_by_text("Trick 20 of 20")).to_be_visible()
    expect(page.get_by_role("button", name="Next trick")).to_be_hidden()
    expect(page.locator("[data-hand=held]").first).to_be_visible()
