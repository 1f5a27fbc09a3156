"""How many taps a deal takes on a small phone, from the opened page to the deal that is sent."""

import pytest
from playwright.sync_api import expect

from league.play.results.models import Submission
from tests.league.faces.table.browser_phones import NO_NETWORK, SMALL, open_at
from tests.league.play.results.factories import make_pitch_table, make_table, submit

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]


def summary():
    return Submission.objects.get().deal.data["summary"]


@pytest.mark.long
def test_double_deck_with_five_melds_takes_at_most_15_taps(web, open_browser):
    page = open_browser(phone=True, **SMALL)
    finger = open_at(page, web, make_table(), "Ann Lee")

    finger.key("bid", "60")
    finger.answer("declarer", "Cy Lee")
    finger.answer("trump", "hearts")
    # who has the bid is shown first; another name is tapped on the picture of the table
    finger.lay(1, "run")
    finger.lay(1, "kings")
    finger.button("Ann Lee")
    finger.lay(0, "aces")
    finger.lay(0, "pinochle")
    finger.button("Bob Lee")
    finger.lay(2, "marriage_S")
    finger.button("Next")
    finger.key("points", "3")
    finger.key("points", "0")
    finger.answer("last_trick", "Ann Lee & Bob Lee")
    finger.button("Send deal 1")
    page.get_by_role("button", name="Withdraw deal 1").wait_for()

    assert finger.taps == 15
    assert summary()["laid"] == [
        {"aces": 1, "pinochle": 1},
        {"run": 1, "kings": 1},
        {"marriage_S": 1},
        {},
    ]
    assert (summary()["bid"], summary()["points"]) == (60, [30, 20])


def test_a_deal_that_waits_is_confirmed_by_one_tap(web, open_browser):
    table = make_table()
    submit(table)
    page = open_browser(phone=True, **SMALL)
    finger = open_at(page, web, table, "Cy Lee")

    right, wrong = (
        page.get_by_role("button", name=name, exact=True) for name in ("Right", "Not right")
    )
    boxes = [button.bounding_box() for button in (right, wrong)]
    assert {(box["y"], box["width"], box["height"]) for box in boxes} == {
        tuple(boxes[0][side] for side in ("y", "width", "height"))
    }
    assert boxes[0]["y"] + boxes[0]["height"] > 640 - 16
    expect(page.get_by_role("button", name="Next")).to_be_hidden()

    # who writes the next deal down first is led through that, and back to what waits
    page.get_by_role("button", name="Enter deal 2 first").tap()
    expect(page.get_by_role("button", name="Next")).to_be_visible()
    finger.key("bid", "60")
    expect(right).to_be_hidden()
    page.get_by_role("button", name="Look at it").tap()
    finger.taps = 0
    finger.tap(right)
    right.wait_for(state="detached")
    assert Submission.objects.get().state == "confirmed"
    assert finger.taps == 1


@pytest.mark.long
def test_a_keyboard_answers_every_question(web, open_browser):
    page = open_browser(viewport={"width": 1280, "height": 800})
    open_at(page, web, make_pitch_table(players=4), "Ann Lee")

    def choose(name, downs):
        page.locator(f'[data-question="{name}"]').wait_for()
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        for _down in range(downs):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")

    page.locator("#next-deal [name=bid]").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    for name in ("declarer", "trump", "awards.high", "awards.low", "awards.jack", "awards.game"):
        choose(name, 1)
    page.get_by_role("button", name="Send deal 1").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Withdraw deal 1").wait_for()
    expect(page.locator("#stage")).to_be_focused()

    assert (summary()["declarer"], summary()["trump"]) == (1, "H")


@pytest.mark.long
def test_without_a_network_the_deal_is_read_over_with_the_sums_that_are_certain(web, open_browser):
    page = open_browser(phone=True, expected=NO_NETWORK, **SMALL)
    finger = open_at(page, web, make_pitch_table(players=4), "Ann Lee")
    page.context.set_offline(True)

    for name, text in [("bid", "2"), ("declarer", "Bob Lee"), ("trump", "spades")]:
        finger.answer(name, text)
    for name, text in [
        ("high", "Bob Lee"),
        ("low", "Cy Lee"),
        ("jack", "nobody"),
        ("game", "Bob Lee"),
    ]:
        finger.answer(f"awards.{name}", text)
    check = page.locator("[data-own-check]")
    expect(check).to_contain_text("You'll see the score once the deal is sent.")
    expect(check.locator("[data-own-sums]")).to_contain_text("Bob Lee")
    assert check.locator("[data-own-sums] dd").all_inner_texts() == ["2", "1"]
    # nothing waits yet: one tap mends an answer, another one keeps the deal
    expect(page.locator(".kept-one")).to_have_count(0)
    finger.tap(check.get_by_role("button", name="Low Cy Lee"))
    finger.answer("awards.low", "Bob Lee")
    expect(check.locator("[data-own-sums] dd")).to_have_text(["3"])
    finger.button("Send deal 1")
    expect(page.locator(".kept-one", has_text="Deal 1")).to_have_count(1)
    page.context.set_offline(False)
    page.get_by_role("button", name="Withdraw deal 1").wait_for()

    assert Submission.objects.get().deal.score == [0, 3, 0, 0]
