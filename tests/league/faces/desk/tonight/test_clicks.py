"""How many clicks the most frequent acts of an evening take, from the page of Tonight."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Locator, Page

from league.foundation.journal.actor import Act
from league.play.results import services as results
from league.play.rounds.models import Table
from tests.league.factories import PASSWORD, make_club, make_user
from tests.league.play.events.factories import DIRECTOR, make_people
from tests.league.play.results.factories import pitch, submit

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]


class Hand:
    """Counts the clicks on a page since it was opened."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address, self.clicks = page, address, 0

    def start(self) -> None:
        self.page.goto(self.address)
        self.clicks = 0

    def click(self, place: Locator) -> None:
        place.click()
        self.page.wait_for_load_state()
        self.clicks += 1

    def button(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name).first)

    def link(self, name: str, *, exact: bool = False) -> None:
        self.click(self.page.get_by_role("link", name=name, exact=exact).first)


@pytest.fixture
def club():
    owner = make_user("Olive Owner", email="olive@example.org", password=PASSWORD)
    made = make_club(owner=owner)
    make_people(made, 6)
    return made


@pytest.fixture
def hand(web, open_browser, club):
    page = open_browser(expected=("422",))
    found = Hand(page, web.url + reverse("desk:tonight", args=[club.slug]))
    found.start()
    page.get_by_label("E-mail address").first.fill("olive@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Tonight", exact=True).wait_for()
    return found


def test_an_evening_takes_few_clicks(web, worker, hand, club):
    page = hand.page
    for name in ("Ann Lee", "Bob Lee", "Cy Lee", "Di Lee"):
        page.get_by_role("button", name=name).click()
        page.locator(f'button[aria-pressed="true"]:has-text("{name}")').wait_for()
    page.locator(".plan").first.get_by_role("button", name="Start").click()
    page.get_by_role("heading", name="Round 1").wait_for()
    taken = {}

    hand.start()
    hand.click(page.locator("summary", has_text="comes late"))
    page.locator(".tonight-event").get_by_label("Player", exact=True).fill("Ed Lee")
    hand.button("Add")
    page.get_by_text("Ed Lee is entered").wait_for()
    taken["comes late"] = hand.clicks

    hand.start()
    hand.click(page.locator("summary", has_text="comes late"))
    hand.button("Goes home Ed Lee")
    page.get_by_role("button", name="Undo").wait_for()
    taken["goes home"] = hand.clicks

    hand.start()
    hand.click(page.get_by_role("heading", name="Round 1").get_by_role("link"))
    hand.link("The round", exact=True)
    hand.link("change Di Lee")
    hand.button("Flo Lee")
    page.get_by_text("Flo Lee").first.wait_for()
    taken["substitute"] = hand.clicks

    table = Table.objects.get()
    submit(table, pitch())
    hand.start()
    hand.button("Confirm 1 deal")
    page.get_by_text("1 deal to confirm").wait_for(state="detached")
    taken["confirm"] = hand.clicks

    hand.start()
    hand.link("Table 1", exact=True)
    hand.click(page.locator("[data-key='1'] a"))
    hand.link("Correct it")
    page.get_by_role("group", name="High").get_by_role("radio", checked=True).press("ArrowDown")
    page.get_by_label("Why").fill("Misread")
    page.wait_for_load_state()
    hand.button("Correct deal 1")
    page.get_by_text("Deal 1 is corrected.").wait_for()
    taken["correct"] = hand.clicks

    results.end_table(table=table, side=None, by=Act(DIRECTOR, timezone.now()))
    hand.start()
    hand.button("Close: Round 1")
    page.get_by_text("Round 1 is closed.").wait_for()
    taken["close"] = hand.clicks

    hand.start()
    hand.button("Draw")
    page.get_by_role("button", name="Open: Round 2").wait_for()
    taken["draw"] = hand.clicks

    hand.start()
    hand.button("Open: Round 2")
    page.get_by_text("The round is open").first.wait_for()
    taken["open"] = hand.clicks

    assert taken == {
        "comes late": 2,
        "goes home": 2,
        "substitute": 4,
        "confirm": 1,
        "correct": 4,
        "close": 1,
        "draw": 1,
        "open": 1,
    }
