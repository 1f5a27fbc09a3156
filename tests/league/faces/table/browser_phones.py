"""Phones at a table in a browser, and the deals that came from them."""

import re

from league.play.results.models import Submission
from league.play.rounds.links import link_of
from tests.league.faces.table.phone import Phone

SMALL = {"viewport": {"width": 360, "height": 640}}
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


class Finger:
    """A finger on a phone, which counts its taps."""

    def __init__(self, page):
        self.page = page
        self.taps = 0

    def tap(self, place):
        place.tap()
        self.taps += 1

    def question(self, name):
        question = self.page.locator(f'[data-question="{name}"]')
        question.wait_for()
        return question

    def answer(self, name, text):
        """Tap the answer, where it is shown without being scrolled to."""
        answer = self.question(name).locator("label", has_text=re.compile(rf"^\s*{text}\s*$"))
        assert is_free(self.page, answer), (name, text)
        self.tap(answer)

    def key(self, name, text):
        key = self.question(name).locator(".pad-key:visible", has_text=re.compile(rf"^{text}$"))
        assert is_free(self.page, key.first), (name, text)
        self.tap(key.first)

    def lay(self, seat, meld):
        self.tap(self.page.locator(f'label:has([name="laid-{seat}-{meld}"][value="1"])'))

    def button(self, name):
        self.tap(self.page.get_by_role("button", name=name, exact=True))


def is_free(page, place):
    """Say whether the whole of it is on the screen, above the bar."""
    box = place.bounding_box()
    bar = page.locator(".bar:visible").bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= bar["y"]


def open_at(page, web, table, name):
    """Sit down, and open the page as somebody does who sits there: nothing is remembered of it."""
    page.goto(f"{web.url}/t/{link_of(table)}/")
    page.get_by_role("button", name=name, exact=True).click()
    page.locator("details.who", has_text=name).wait_for()
    page.reload()
    page.wait_for_load_state()
    return Finger(page)


def phone_at(open_browser, web, table, *, seat=0, language="en", **options):
    """Open the browser of a phone whose owner sits at the table already, or of nobody there."""
    phone = Phone(table, seat)
    page = open_browser(phone=True, viewport={"width": 360, "height": 740}, **options)
    phone.client.cookies["django_language"] = language
    page.context.add_cookies(
        [
            {"name": kept.key, "value": kept.value, "url": web.url + (kept["path"] or "/")}
            for kept in phone.client.cookies.values()
        ]
    )
    return page
