"""Nothing is sent unread and nothing moves under a finger: second taps, and deals that come in."""

import re

import pytest
from playwright.sync_api import expect

from league.results.models import Submission
from league.rounds.links import link_of
from tests.first_paint import MOST_SHIFT, SETTLED, WATCH
from tests.league.results.factories import make_pitch_table, make_table, pinochle, pitch, submit
from tests.league.table.browser_phones import NO_NETWORK, asked_about
from tests.league.table.test_first_paint import phone_at
from tests.league.table.test_taps import SMALL, Finger, open_at

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
MIDDLE = "box => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })"


def middle_of(place):
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_second_tap_on_the_last_answer_sends_nothing(web, open_browser):
    page = open_browser(phone=True, **SMALL)
    page.clock.install()  # what happens within a moment happens when the test says so
    finger = open_at(page, web, make_pitch_table(players=4), "Ann Lee")
    page.clock.run_for(1_000)
    for name, text in PITCH_ANSWERS:
        finger.answer(name, text)
        page.clock.run_for(200)
    before = page.locator("button[value=check]").bounding_box()
    finger.answer("awards.game", "Cy Lee")
    page.clock.run_for(200)
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    send = page.get_by_role("button", name="Send deal 1")
    send.wait_for()

    # what can be sent is read first, and stands elsewhere than the button before it
    assert page.locator(".result").bounding_box()["y"] < send.bounding_box()["y"]
    after = send.bounding_box()
    assert after["x"] + after["width"] <= before["x"]
    page.touchscreen.tap(*middle_of(send))
    assert send.evaluate("button => getComputedStyle(button).pointerEvents") == "none"
    assert not Submission.objects.exists()

    page.clock.resume()
    send.tap()  # Playwright waits until it takes a tap
    page.get_by_role("button", name="Withdraw deal 1").wait_for()
    assert Submission.objects.get().deal.score == [0, 2, 1, 0]
