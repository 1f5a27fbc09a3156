"""A night at the table on two phones of 360 pixels, with the network cut in the middle of it."""

import os
import re

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect

from league.foundation.journal.actor import Act
from league.play.results.models import Submission
from league.play.rounds import services as rounds
from league.play.rounds.links import link_of
from tests.league.faces.table.browser_phones import answer as answer_asked
from tests.league.faces.table.browser_phones import asked_about
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import NOW, make_table, pinochle, submit

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]

SMALL = {"viewport": {"width": 360, "height": 740}}
NO_NETWORK = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "htmx:sendError", "htmx:afterRequest")
SHOTS = os.environ.get("SHOTS")


def shot(page, name):
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def sit_down(page, address, name):
    page.goto(address)
    page.get_by_role("button", name=name, exact=True).click()
    page.locator("details.who", has_text=name).wait_for()
    page.wait_for_load_state()


def tap(page, question, text):
    page.locator(f'[data-question="{question}"] label', has_text=re.compile(text)).first.click()


def key(page, *keys):
    for one in keys:
        if one == "Next":
            page.locator("[data-step-next]").click()
            continue
        page.locator(".pad-key:visible", has_text=re.compile(f"^{one}$")).first.click()


def answer(page, *, melds="laid", points="30"):
    """Answer question by question, by taps alone."""
    key(page, "60")
    tap(page, "declarer", "Ann Lee")
    tap(page, "trump", "hearts")
    expect(page.locator('[data-question="melds"]')).to_be_visible()
    if melds == "laid":
        lay_down(page)
    else:
        page.locator("label", has_text="By number").click()
        key(page, "3", "4", "Next", "2", "2", "Next")
    expect(page.locator('[data-question="points"]')).to_be_visible()
    key(page, *points)
    tap(page, "last_trick", "Ann")


def lay_down(page):
    """Ann: a run, aces around and a pinochle twice; Cy: kings around and a marriage."""
    page.locator("label", has_text="Tap what was laid down").click()
    for seat, laid in [
        (0, {"run": 1, "aces": 1, "pinochle": 2}),
        (1, {"kings": 2, "marriage_S": 1}),
    ]:
        hand = page.locator(".laid-hand").nth(seat)
        page.locator(f"[data-laid-seat='{seat}']").click()
        for meld, times in laid.items():
            hand.locator(f'label:has([name="laid-{seat}-{meld}"][value="{times}"])').click()
    expect(page.locator("[data-laid-sums]")).to_contain_text("aces around 10")
    shot(page, "03-melds")
    key(page, "Next")


def states():
    return list(Submission.objects.order_by("number", "id").values_list("number", "state"))


def test_a_night_at_the_table_loses_nothing_when_the_network_goes(web, open_browser):
    table = make_table(deals_a_round=5)
    address = f"{web.url}/t/{link_of(table)}/"
    ann = open_browser(phone=True, expected=(*NO_NETWORK, "409", "410", "422"), **SMALL)
    cy = open_browser(phone=True, **SMALL)
    sit_down(ann, address, "Ann Lee")
    sit_down(cy, address, "Cy Lee")

    # the first deal by taps alone; the engine adds up what was laid down
    shot(ann, "01-bid")
    answer(ann)
    ann.get_by_role("button", name="Send deal 1").wait_for()
    shot(ann, "06-check")
    ann.get_by_role("button", name="Send deal 1").click()
    ann.get_by_role("button", name="Withdraw deal 1").wait_for()
    shot(ann, "07-sent")
    answer_asked(cy, 1)
    submission = Submission.objects.get()
    assert submission.deal.data["summary"]["seat_melds"] == [55, 82, 0, 0]
    assert submission.deal.data["summary"]["laid"][0] == {"run": 1, "aces": 1, "pinochle": 2}

    # the network goes; half a deal is typed, the page is closed and opened again
    expect(ann.locator("[data-deal-number]")).to_have_text("2")
    ann.wait_for_function(
        "navigator.serviceWorker.controller && caches.keys().then((k) => k.length > 1)"
    )
    ann.context.set_offline(True)
    key(ann, "60")
    tap(ann, "declarer", "Ann Lee")
    ann.goto("about:blank")
    ann.goto(address)
    expect(ann.get_by_text("No network", exact=True)).to_be_visible()
    expect(ann.locator("#deal_bid")).to_have_value("60")
    shot(ann, "08-offline")
    answer(ann, melds="number")
    ann.locator("[data-own-send]").click()
    ann.get_by_text("1 deal is kept on this phone").wait_for()
    answer(ann, melds="number", points="31")
    ann.locator("[data-own-send]").click()
    ann.get_by_text("2 deals are kept on this phone").wait_for()
    shot(ann, "09-kept")
    ann.goto("about:blank")
    ann.goto(address)
    ann.get_by_text("2 deals are kept on this phone").wait_for()
    assert [number for number, _state in states()] == [1]

    # meanwhile the other side submits the second deal, with another number
    submit(table, pinochle(points=(29, 21)), number=2, side=1)

    # the network is back: everything arrives once, both submissions of the second deal are shown
    ann.context.set_offline(False)
    ann.get_by_role("heading", name="Deal 2 is disputed").wait_for()
    expect(ann.locator("#kept")).to_be_hidden()
    expect(ann.get_by_text("No network", exact=True)).to_be_hidden()
    shot(ann, "10-back")
    assert sorted(states()) == [
        (1, "confirmed"), (2, "disputed"), (2, "disputed"), (3, "submitted"),
    ]  # fmt: skip
    ann.get_by_role("button", name="is right").click()
    ann.get_by_role("heading", name="Deal 2 is disputed").wait_for(state="detached")

    # the phone is handed over to have the third confirmed
    ann.locator(".hand-over summary").click()
    ann.locator(".hand-over label", has_text="Di Lee").click()
    ann.get_by_role("button", name="Confirm this deal").dblclick()
    ann.locator(".hand-over").wait_for(state="detached")

    # a slip is undone and submitted again
    answer(ann, melds="number", points="29")
    ann.get_by_role("button", name="Send deal 4").click()
    ann.get_by_role("button", name="Withdraw deal 4").click()
    ann.get_by_text("Deal 4 is withdrawn").wait_for()
    expect(ann.locator("#deal_melds-0")).to_have_value("34")
    ann.fill("#deal_points-0", "31")
    ann.fill("#deal_points-1", "19")
    ann.get_by_role("button", name="Check the score").click()
    ann.get_by_role("button", name="Send deal 4").dblclick()
    ann.get_by_role("button", name="Withdraw deal 4").wait_for()
    cy.reload()  # it may show the fourth as it was submitted first
    answer_asked(cy, 4)
    asked_about(cy, 4).wait_for(state="detached")
    counting = Submission.objects.filter(state="confirmed").order_by("number")
    assert [(one.number, one.deal.score) for one in counting] == [
        (1, [85, 102]), (2, [63, 43]), (3, [65, 0]), (4, [65, 0]),
    ]  # fmt: skip

    # a link that was renewed takes its page from the phone
    rounds.renew_links(table=table, by=Act(DIRECTOR, NOW))
    ann.goto(address)
    ann.get_by_text("replaced by a newer one").wait_for()
    ann.context.set_offline(True)
    with pytest.raises(PlaywrightError):
        ann.goto(address)
