"""Phones at a table in a browser, and the deals that came from them."""

from league.results.models import Submission
from league.rounds.links import link_of

NO_NETWORK = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "htmx:sendError", "htmx:afterRequest")


def sit_down(page, web, table, name):
    page.goto(f"{web.url}/t/{link_of(table)}/")
    page.evaluate("localStorage.setItem('tricktable:questions', 'all')")
    page.get_by_role("button", name=name, exact=True).click()
    page.locator("details.who", has_text=name).wait_for()
    page.wait_for_load_state()


def write_down(page, points="30"):
    page.fill("#deal_bid", "60")
    page.locator("label[for=deal_declarer_0]").click()
    page.fill("#deal_melds-0", "34")
    page.fill("#deal_melds-1", "22")
    page.fill("#deal_points-0", points)
    page.locator("label[for=deal_last_trick_0]").click()


def check_and_keep(page):
    """Check the deal without a network: it is read over on the phone, and kept by one more tap."""
    page.get_by_role("button", name="Check the score").click()
    page.locator("[data-own-send]").click()


def unfold_kept(page):
    """Open the sign of what waits on the phone, which shows the number alone until then."""
    if not page.locator("#kept details[open]").count():
        page.locator("#kept summary").click()


def asked_about(page, number):
    """Return what the phone is asked about a deal that another side has sent."""
    return page.locator(".ask[data-submission]", has_text=f"Deal {number}, sent by")


def answer(page, number, name="Right"):
    """Say that a deal is right, or that it is not."""
    asked_about(page, number).get_by_role("button", name=name, exact=True).click()


def states():
    return list(Submission.objects.order_by("id").values_list("number", "state"))
