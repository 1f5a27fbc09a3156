"""Tonight in two minutes, in a browser: ticks, a phone checks in, a plan, the room, the slips."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from league.foundation.journal.actor import Act
from league.play.events.evenings import waiting_evening
from league.play.events.models import Event
from league.play.events.services import check_in
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


def sign_in(page, address):
    page.goto(address)
    page.get_by_label("E-mail address").first.fill("olive@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Tonight", exact=True).wait_for()


@pytest.fixture
def club():
    owner = make_user("Olive Owner", email="olive@example.org", password=PASSWORD)
    club = make_club(owner=owner)
    make_people(club, 12)
    return club


def test_from_an_empty_room_to_round_1(web, open_browser, club):
    page = open_browser(expected=("422",))
    sign_in(page, web.url + reverse("desk:tonight", args=[club.slug]))

    # the game, without leaving the page or losing the place in it
    page.get_by_label("Minutes in all").fill("120")
    page.get_by_label("Minutes in all").press("Tab")
    # ticks: the whole row, by hand, and by typing a name and Enter
    for name in ("Ann Lee", "Bob Lee", "Cy Lee", "Di Lee", "Ed Lee", "Flo Lee"):
        row = page.get_by_role("button", name=name)
        row.click()
        page.locator(f'button[aria-pressed="true"]:has-text("{name}")').wait_for()
    search = page.get_by_role("searchbox", name="Find a name or number")
    search.fill("gus")
    search.press("Enter")
    page.get_by_text("7 present").wait_for()
    search.fill("")
    page.get_by_role("button", name="Ann Lee").click()
    page.get_by_text("6 present").wait_for()
    page.get_by_role("button", name="Ann Lee").click()

    # somebody nobody knows
    page.get_by_label("Somebody who is not on the list").fill("Zoe Quist")
    page.get_by_role("button", name="Add and tick").click()
    page.get_by_text("8 present").wait_for()

    # a player does it alone, and the page shows it by itself
    page.get_by_role("link", name="Check-in by phone").click()
    link = page.locator(".qr-link").get_attribute("href")
    page.go_back()
    phone = open_browser(phone=True, expected=("409",))
    phone.goto(web.url + re.sub(r"^https?://[^/]+", "", link))
    phone.get_by_role("link", name="Hal Lee").click()
    phone.get_by_role("button", name="Yes, I am here").click()
    phone.get_by_role("heading", name="You are checked in, Hal Lee").wait_for()
    widths = phone.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert widths[0] <= widths[1]
    page.get_by_text("9 present").wait_for()

    # the plan, pressed twice
    page.get_by_text("For exactly 9 players.").wait_for()
    assert 2 <= page.locator(".plan").count() <= 3
    page.locator(".plan").first.get_by_role("button", name="Start").dblclick()
    page.get_by_role("heading", name="Round 1").wait_for()
    assert Event.objects.count() == 1

    page.get_by_role("link", name="Slips").click()
    page.get_by_role("heading", name="Slips for the players").wait_for()
    assert page.locator(".slip").count() == 9
    phone.reload()
    assert "Play has begun" in phone.locator("h1").inner_text()


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 360])
def test_an_evening_goes_by_the_keyboard_alone(web, worker, open_browser, club, width):
    page = open_browser(viewport={"width": width, "height": 740}, expected=("422",))
    four_are_ticked(page, web, club)
    keys, focused = page.keyboard, page.locator(":focus")

    press(page, page.locator(".plan").first.get_by_role("button", name="Start"))
    expect(focused).to_have_class(re.compile("tonight-event"))

    # somebody comes later: the name is wrong first, and stays so while results arrive
    entries = page.locator("summary", has_text="comes late")
    entries.focus()
    keys.press("Enter")
    keys.press("Tab")
    keys.type("Zoe Quist")
    with page.expect_navigation():
        keys.press("Enter")
    wrong = page.locator("[data-error-summary]")
    expect(wrong).to_be_focused()
    table = Table.objects.get()
    submit(table, pitch())
    page.get_by_text("1 deal to confirm").wait_for()
    expect(wrong).to_be_focused()
    player = page.locator(".tonight-event").get_by_label("Player", exact=True)
    player.focus()
    keys.press("Control+a")
    keys.type("Ed Lee")
    with page.expect_navigation():
        keys.press("Enter")
    page.get_by_text("Ed Lee is entered").wait_for()
    expect(player).to_be_focused()

    # somebody goes home, and does not
    press(page, page.get_by_role("button", name="Goes home Ann Lee"))
    expect(entries).to_be_focused()
    with page.expect_navigation():
        keys.press("u")
    page.get_by_role("button", name="Goes home Ann Lee").wait_for()
    expect(entries).to_be_focused()

    # what arrives moves the focus nowhere
    page.get_by_role("link", name="Slips").focus()
    submit(table, pitch())
    page.get_by_text("2 deals to confirm").wait_for()
    expect(page.get_by_role("link", name="Slips")).to_be_focused()
    press(page, page.get_by_role("button", name="Confirm 2 deals"))
    page.get_by_text("2 deals to confirm").wait_for(state="detached")
    expect(page.get_by_role("link", name="Table 1", exact=True)).to_be_focused()


def four_are_ticked(page, web, club):
    """Open the page and tick four people, of whom the plans are made."""
    sign_in(page, web.url + reverse("desk:tonight", args=[club.slug]))
    for name in ("Ann Lee", "Bob Lee", "Cy Lee", "Di Lee"):
        page.get_by_role("button", name=name).click()
        page.locator(f'button[aria-pressed="true"]:has-text("{name}")').wait_for()


def reach(page, place):
    """Go on by Tab until something has the focus, and is to be seen."""
    is_reached = "(place) => place === document.activeElement"
    while not page.evaluate(is_reached, place.element_handle()):
        page.keyboard.press("Tab")
    expect(place).to_be_in_viewport()


def press(page, place):
    """Press by Enter what is reached by Tab."""
    reach(page, place)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.wait_for_load_state()


@pytest.mark.long
def test_an_answer_that_a_tick_has_overtaken_is_left_out(web, open_browser, club):
    page = open_browser()
    sign_in(page, web.url + reverse("desk:tonight", args=[club.slug]))
    answers = {"plans": [], "present": []}

    def keep_first(name):
        def keep(route):
            if answers[name]:
                route.continue_()
            else:
                answers[name].append((route, route.fetch()))

        page.route(f"**/tonight/{name}/*", keep)

    def tick(name):
        page.get_by_role("button", name=name).click()
        page.locator(f'button[aria-pressed="true"]:has-text("{name}")').wait_for()

    def let_go(name):
        route, answer = answers[name][0]
        with page.expect_response(f"**/tonight/{name}/*"):
            route.fulfill(response=answer)

    for name in ("Ann Lee", "Bob Lee", "Cy Lee"):
        tick(name)
    keep_first("plans")
    with page.expect_request("**/tonight/plans/*"):
        tick("Di Lee")
    tick("Ed Lee")
    let_go("plans")
    page.get_by_text("For exactly 5 players.").wait_for()

    # somebody checks in by phone, which the page asks for just as somebody else is ticked
    keep_first("present")
    evening = waiting_evening(club, timezone.localdate())
    flo = club.players.get(name="Flo Lee")
    with page.expect_request("**/tonight/present/*"):
        check_in(evening=evening, player=flo, by=Act(DIRECTOR, timezone.now()))
    tick("Gus Lee")
    let_go("present")
    page.locator('button[aria-pressed="true"]:has-text("Flo Lee")').wait_for()
    expect(page.get_by_role("button", name="Gus Lee")).to_have_attribute("aria-pressed", "true")
    page.get_by_text("7 present").wait_for()


@pytest.mark.long
def test_an_event_moves_by_itself_and_what_is_typed_stays(web, worker, open_browser, club):
    page, other = open_browser(), open_browser()
    address = web.url + reverse("desk:tonight", args=[club.slug])
    sign_in(page, address)
    for name in ("Ann Lee", "Bob Lee", "Cy Lee", "Di Lee", "Ed Lee", "Flo Lee", "Gus Lee"):
        page.get_by_role("button", name=name).click()
        page.locator(f'button[aria-pressed="true"]:has-text("{name}")').wait_for()
    page.locator(".plan").first.get_by_role("button", name="Start").click()
    page.get_by_role("heading", name="Round 1").wait_for()
    sign_in(other, address)
    page.locator(".tonight-event details summary", has_text="comes late").click()
    page.get_by_text("Another event tonight").click()
    page.get_by_label("Somebody who is not on the list").fill("Zoe Qu")

    other.locator(".tonight-event details summary", has_text="comes late").click()
    other.get_by_role("button", name="Goes home Ann Lee").click()
    other.get_by_role("button", name="Undo").wait_for()
    page.get_by_role("button", name="Is back Ann Lee").wait_for()
    assert page.get_by_label("Somebody who is not on the list").input_value() == "Zoe Qu"

    # the way back stands on the page where it was done, and leads there
    other.get_by_role("button", name="Undo").click()
    other.get_by_role("heading", name="Tonight", exact=True).wait_for()
    page.get_by_role("button", name="Goes home Ann Lee").wait_for()
