"""A paper sheet typed by the keyboard alone, found and left by it; in a browser."""

import pytest
from django.urls import reverse

from league.play.results.models import Submission
from tests.league.factories import PASSWORD, make_club, make_user
from tests.league.play.results.factories import make_table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]


def open_sheet(page, url, table):
    event = table.round.stage.event
    page.goto(url + reverse("desk:table_sheet", args=[event.club.slug, event.slug, table.pk]))
    page.get_by_label("E-mail address").first.fill("olive@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Enter a paper score sheet").wait_for()
    page.wait_for_load_state()  # before the scripts are there, no cell has the focus


def test_a_sheet_is_typed_checked_and_the_next_one_opened_without_a_mouse(web, open_browser):
    owner = make_user("Olive Owner", email="olive@example.org", password=PASSWORD)
    first = make_table(make_club(owner=owner), entries=4, deals_a_round=1)
    second = first.round.tables.get(number=2)
    page = open_browser()
    open_sheet(page, web.url, first)

    # the first cell has the focus; Enter goes on, the second number of points fills itself
    page.keyboard.type("60")
    page.keyboard.press("Enter")
    page.keyboard.type("Ann")
    for text in ("", "34", "22", "", "30"):
        page.keyboard.press("Enter")
        page.keyboard.type(text)
    assert page.get_by_label("Deal 1: Points in play").nth(1).input_value() == "20"
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    page.locator("#d1-score-0", has_text="+64").wait_for()
    assert not Submission.objects.exists()

    # the browser falls over: what was typed is back, checked again, until the site has taken it
    sheet = page.url
    page.goto("about:blank")
    page.goto(sheet)
    page.get_by_text("What you typed here and did not save is back").wait_for()
    page.locator("#d1-score-0", has_text="+64").wait_for()
    assert page.get_by_label("Deal 1: Points in play").nth(1).input_value() == "20"
    page.keyboard.press("Control+Enter")
    page.wait_for_url(f"**/tables/{second.pk}/sheet/")
    assert Submission.objects.get().table == first
    assert page.evaluate("Object.keys(localStorage).filter((one) => one.includes('sheet'))") == []

    # on a slow line the typing begins before the script is there: it catches up
    held = []
    page.route("**/sheet.*js", lambda route: held.append(route))
    page.reload(wait_until="commit")
    points = page.get_by_label("Deal 1: Points in play")
    points.nth(0).fill("34")
    assert points.nth(1).input_value() == ""
    for one in held:
        one.continue_()
    page.unroute("**/sheet.*js")
    page.wait_for_load_state()
    assert (points.nth(0).input_value(), points.nth(1).input_value()) == ("34", "16")

    # Ctrl-K searches even while something is being typed
    page.keyboard.press("Control+k")
    assert page.evaluate("document.activeElement.id") == "desk-search"
    page.keyboard.press("Escape")

    # away by the keys, once nothing is being typed
    page.locator("h1").click()
    page.keyboard.press("g")
    page.keyboard.press("t")
    page.get_by_role("heading", name="Tonight").wait_for()
    page.wait_for_load_state()  # before the scripts are there, "/" is a letter like any other
    page.keyboard.press("/")
    page.keyboard.type("table 1")
    page.locator("#desk-found a").first.wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/tables/{first.pk}/")
