"""A club's first night from end to end, in a browser, against everything that `make run` starts."""

import re

import pytest
from playwright.sync_api import expect

from league.clubs.models import Role
from league.play.events.entry_names import named
from league.play.results.models import Submission, TableResult
from league.tables.standings.models import SnapshotRow
from tests.league.factories import make_club, make_member, make_players, make_user

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]

PASSWORD = "a long and quiet evening"


@pytest.fixture
def club():
    club = make_club(name="Pier Card Club", slug="pier")
    director = make_user("Dot Director", email="dot@example.org", password=PASSWORD)
    make_member(club, director, Role.DIRECTOR)
    make_players(club, "Ann Lee", "Bob Ray", "Cy Poe", "Dee Fox", "Eve Orr", "Flo Kay", "Gus Ott")
    return club


def sign_in(page, web):
    page.goto(f"{web.url}/account/sign-in/")
    page.fill("[name=username]", "dot@example.org")
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/desk/"))


def set_up(page, web):
    """Walk the six steps, enter four pairs by typing their names, start, draw and open."""
    page.goto(f"{web.url}/desk/pier/events/new/")
    page.fill("[name=name]", "First night")
    page.select_option("[name=game]", label="Double-deck pinochle · Standard")
    page.fill("[name=starts_on]", "2026-11-20")
    page.get_by_role("button", name="Save and go on").click()
    page.get_by_role("button", name="Save and go on").click()
    page.check("[name=entry_kind][value=pair]", force=True)
    page.get_by_role("button", name="Save and go on").click()
    page.check("[name=method][value=match_points]", force=True)
    page.get_by_role("button", name="Save and go on").click()
    page.fill("[name=deals_a_round]", "2")
    page.get_by_role("button", name="Save and go on").click()
    page.get_by_text("Everything fits together").wait_for()
    page.get_by_role("button", name="Open for entries").click()

    page.goto(f"{web.url}/desk/pier/events/first-night/entries/")
    page.fill(
        "[name=lines]", "Ann Lee & Bob Ray\nCy Poe & Dee Fox\nEve Orr & Flo Kay\nGus Ott & New Face"
    )
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("The club has no player called New Face").first.wait_for()
    page.check("[name=add_unknown]", force=True)
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("4 entries take part").wait_for()

    page.goto(f"{web.url}/desk/pier/events/first-night/")
    page.get_by_role("button", name="Start the event").click()
    page.goto(f"{web.url}/desk/pier/events/first-night/draw/")
    page.get_by_role("button", name="Draw", exact=True).click()
    page.goto(f"{web.url}/desk/pier/events/first-night/rounds/1/1/")
    page.get_by_role("button", name="Open the round").click()
    page.get_by_role("link", name="Room and results").click()


def link_of_table(page, number):
    room = page.url
    page.get_by_role("link", name=f"Table {number}", exact=True).click()
    link = page.locator("input[value*='/t/']").input_value()
    page.goto(room)
    return link


def sit_down(phone, link, name):
    phone.goto(link)
    phone.evaluate("localStorage.setItem('tricktable:questions', 'all')")
    phone.get_by_role("button", name=name, exact=True).click()
    phone.locator("details.who", has_text=name).wait_for()
    phone.wait_for_load_state()


def write_down(phone, *, bid, melds, points):
    phone.fill("#deal_bid", str(bid))
    phone.locator("label[for=deal_declarer_0]").click()
    phone.fill("#deal_melds-0", str(melds[0]))
    phone.fill("#deal_melds-1", str(melds[1]))
    phone.fill("#deal_points-0", str(points))
    phone.locator("label[for=deal_last_trick_0]").click()


def test_a_night_from_the_set_up_to_the_standings(club, web, worker, open_browser):
    desk, public = open_browser(), open_browser()
    submitting = open_browser(phone=True, expected=("422",))
    agreeing = open_browser(phone=True)
    sign_in(desk, web)
    set_up(desk, web)
    link = link_of_table(desk, 1)
    public.goto(f"{web.url}/clubs/pier/events/first-night/standings/")
    expect(public.get_by_role("heading", name="No standings yet")).to_be_visible()

    # the first deal: impossible as typed, refused in words with everything kept, then sent
    sit_down(submitting, link, "Ann Lee")
    sit_down(agreeing, link, "Gus Ott")
    write_down(submitting, bid=60, melds=(34, 22), points=30)
    submitting.fill("#deal_points-1", "18")
    submitting.get_by_role("button", name="Check the score").click()
    submitting.get_by_text("Points add up to 48; they must be 50.").first.wait_for()
    expect(submitting.locator("#deal_melds-0")).to_have_value("34")
    submitting.fill("#deal_points-1", "20")
    submitting.get_by_role("button", name="Check the score").click()
    submitting.get_by_role("button", name="Send deal 1").click()
    agreeing.get_by_role("button", name="Right", exact=True).click()

    # the second deal is disputed by the other side, the director settles it with other numbers
    expect(submitting.locator("[data-deal-number]")).to_have_text("2")
    write_down(submitting, bid=65, melds=(34, 22), points=31)
    submitting.get_by_role("button", name="Check the score").click()
    submitting.get_by_role("button", name="Send deal 2").click()
    agreeing.get_by_role("button", name="Not right").click()
    agreeing.fill("[name=reason]", "we took 20 points, not 19")
    agreeing.get_by_role("button", name="Dispute it").click()
    expect(desk.get_by_role("row", name="Table 1").get_by_text("disputed")).to_be_visible()
    desk.get_by_role("link", name="Table 1", exact=True).click()
    desk.get_by_text("we took 20 points, not 19").first.wait_for()
    desk.get_by_role("link", name="Settle it").click()
    settle_with_other_numbers(desk)

    # both deals count: 64 and -65 for Ann and Bob, 42 and 42 for Gus and his new partner; the
    # public page, open since before the first deal, follows without a reload
    winners = public.locator("tr", has_text="Gus Ott & New Face")
    expect(winners.locator("td").last).to_have_text("2")
    expect(public.get_by_text("Provisional").first).to_be_visible()
    result = TableResult.objects.get(table__round__number=1, table__number=1)
    assert (result.state, result.totals, result.winner) == ("confirmed", [-1, 84], 1)
    states = Submission.objects.order_by("id").values_list("number", "state")
    assert list(states) == [(1, "confirmed"), (2, "corrected"), (2, "confirmed")]
    of_night = SnapshotRow.objects.filter(snapshot__stage__event__slug="first-night")
    top = named(of_night).get(position=1)
    assert (top.names.public, top.points, top.rank) == ("Gus Ott & New Face", 2, 1)
    expect(winners.locator("a[href*='/why/']")).to_be_visible()

    # the journal has the night in sentences
    desk.goto(f"{web.url}/desk/pier/audit/")
    expect(desk.get_by_text("we took 20 points, not 19").first).to_be_visible()


def settle_with_other_numbers(desk):
    desk.fill("#deal_points-0", "30")
    desk.fill("#deal_points-1", "20")
    desk.locator("[data-deal-form] [name=reason]").fill("both sheets say 20")
    desk.get_by_role("button", name="Settle it with these numbers").click()
