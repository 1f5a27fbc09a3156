"""The table's page in bad light, with the largest letters and melds by tapping: axe, its width."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from league.play.rounds.links import link_of
from tests.league.play.results.factories import make_table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]

WIDTH = 360
AXE = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "resultTypes": ["violations"],
}


def violations(page):
    found = Axe().run(page, options=AXE).response["violations"]
    return [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]


def test_bad_light_and_the_largest_letters_leave_the_page_readable(web, open_browser):
    table = make_table()
    # no mobile viewport: that one widens itself, and the page would seem to fit it
    page = open_browser(viewport={"width": WIDTH, "height": 740}, has_touch=True)
    page.goto(f"{web.url}/t/{link_of(table)}/")
    page.get_by_role("button", name="Ann Lee", exact=True).click()
    page.locator("details.who", has_text="Ann Lee").wait_for()
    page.locator(".settings > summary").click()
    page.get_by_role("button", name="High contrast").click()
    page.locator("[data-display-type=larger]").click()
    assert_readable(page)
    page.locator(".settings > summary").click()
    page.locator("[data-step-all]").click()
    page.locator('label:has([name="trump"][value="H"])').click()
    page.locator("label", has_text="Tap what was laid down").click()
    page.locator('label:has([name="laid-0-run"][value="1"])').click()
    expect(page.locator("[data-laid-sums]")).to_contain_text("run: 15")

    assert page.evaluate("document.documentElement.scrollWidth") == WIDTH
    assert_readable(page)


def assert_readable(page):
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], scheme
