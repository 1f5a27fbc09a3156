"""Nothing is sent unread and nothing moves under a finger: second taps, and deals that come in."""

import re

import pytest
from playwright.sync_api import expect

from league.play.results.models import Submission
from league.play.rounds.links import link_of
from tests.first_paint import MOST_SHIFT, SETTLED, WATCH
from tests.league.faces.table.browser_phones import (
    NO_NETWORK,
    SMALL,
    asked_about,
    open_at,
    phone_at,
)
from tests.league.play.results.factories import (
    make_pitch_table,
    pitch,
    submit,
)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]

PITCH_ANSWERS = [
    ("bid", "2"),
    ("declarer", "Bob Lee"),
    ("trump", "spades"),
    ("awards.high", "Bob Lee"),
    ("awards.low", "Bob Lee"),
    ("awards.jack", "nobody"),
]


def middle_of(place):
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_second_tap_on_the_last_answer_sends_nothing(web, open_browser):
    page = open_browser(phone=True, **SMALL)
    finger = open_at(page, web, make_pitch_table(players=4), "Ann Lee")
    for name, text in PITCH_ANSWERS:
        finger.answer(name, text)
    finger.question("awards.game")
    check = page.locator("button[value=check]").bounding_box()
    # from here on time passes when the test says so
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    with page.expect_response("**/deals/"):
        finger.answer("awards.game", "Cy Lee")
        page.clock.run_for(200)
    send = page.get_by_role("button", name="Send deal 1")
    while not send.count():
        page.clock.run_for(10)  # htmx puts the answer into the page, and settles it
    page.clock.run_for(50)

    # what can be sent is read first, and stands elsewhere than the button before it
    assert page.locator(".result").bounding_box()["y"] < send.bounding_box()["y"]
    box = send.bounding_box()
    assert box["x"] + box["width"] <= check["x"]
    page.clock.run_for(300)
    page.touchscreen.tap(check["x"] + 5, check["y"] + 5)
    page.touchscreen.tap(*middle_of(send))
    page.clock.run_for(100)
    assert send.is_visible()
    assert not Submission.objects.exists()

    page.clock.run_for(600)
    page.clock.resume()
    send.tap()
    page.get_by_role("button", name="Withdraw deal 1").wait_for()
    assert Submission.objects.get().deal.score == [0, 2, 1, 0]


def begin(page):
    """Begin to enter the deal: the bid, and what the page asks next."""
    page.locator('[data-question="bid"] label', has_text=re.compile(r"^\s*3\s*$")).tap()
    page.locator('[data-question="declarer"]').wait_for()


def test_three_phones_where_a_deal_comes_in_move_nothing(web, open_browser):
    table = make_pitch_table(players=4)
    address = f"{web.url}/t/{link_of(table)}/"
    asked, typing, away = (
        phone_at(open_browser, web, table, seat=seat, expected=NO_NETWORK) for seat in (1, 2, 3)
    )
    for page in (asked, typing, away):
        page.goto(address)
    begin(typing)
    begin(away)
    away.context.set_offline(True)
    away.get_by_text("No network", exact=True).wait_for()
    for page in (asked, typing, away):
        page.evaluate(SETTLED)
        page.evaluate(WATCH)
        page.evaluate(
            "() => new Promise((done) => setTimeout(() => { window.moved = 0; done(); }))"
        )
    question = typing.locator('[data-question="declarer"]')
    place = question.bounding_box()

    submit(table, pitch(bid=2), side=0)
    submit(table, pitch(bid=2), side=0)
    asked_about(asked, 2).wait_for()
    typing.get_by_text("Deal 1 has already been sent.").wait_for()
    away.context.set_offline(False)
    away.get_by_text("Deal 1 has already been sent.").wait_for()

    # who is in the middle of it goes on in the same place, or takes the way that is offered there
    assert question.bounding_box() == place
    for page in (typing, away):
        expect(page.get_by_role("button", name="Delete my draft")).to_be_in_viewport()
        expect(page.get_by_role("button", name="Keep it", exact=True)).to_be_in_viewport()
    for page in (asked, typing, away):
        page.evaluate(SETTLED)
    moved = [page.evaluate("window.moved") for page in (asked, typing, away)]
    assert max(moved) <= MOST_SHIFT, moved
