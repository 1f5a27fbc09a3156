"""Two phones in a browser: what follows from an answer, live news, and no network at all."""

import pytest
from playwright.sync_api import expect

from league.play.results.models import Submission
from league.play.rounds.links import link_of
from tests.league.faces.table.browser_phones import (
    NO_NETWORK,
    answer,
    check_and_keep,
    sit_down,
    states,
    unfold_kept,
    write_down,
)
from tests.league.play.results.factories import (
    make_table,
    pinochle,
    submit,
)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]


def test_a_deal_goes_from_one_phone_to_the_other_without_a_reload(web, open_browser):
    table = make_table()
    ann, cy = open_browser(phone=True, expected=("422",)), open_browser(phone=True)
    sit_down(ann, web, table, "Ann Lee")
    sit_down(cy, web, table, "Cy Lee")

    write_down(ann)
    assert ann.input_value("#deal_points-1") == "20"
    ann.fill("#deal_points-1", "18")
    # as an area drawn larger, or a password manager, leaves it; set again, the policy refuses it
    ann.evaluate("for (const one of document.querySelectorAll('input')) one.style.color = 'red'")
    ann.get_by_role("button", name="Check the score").click()
    ann.get_by_text("Points add up to 48; they must be 50.").first.wait_for()
    assert ann.input_value("#deal_melds-0") == "34"
    ann.fill("#deal_points-1", "20")
    ann.get_by_role("button", name="Check the score").click()
    ann.get_by_role("button", name="Send deal 1").click()
    answer(cy, 1)
    cy.get_by_text("1 deal confirmed.").wait_for()

    assert states() == [(1, "confirmed")]
    ann.get_by_text("awaiting confirmation").first.wait_for(state="detached")
    expect(ann.locator("[data-deal-number]")).to_have_text("2")


def test_deals_are_kept_while_there_is_no_network_and_sent_later(web, open_browser):
    table = make_table(deals_a_round=4)
    page = open_browser(phone=True, expected=(*NO_NETWORK, "422", "409"))
    sit_down(page, web, table, "Ann Lee")
    page.context.set_offline(True)
    write_down(page)
    check_and_keep(page)
    page.get_by_text("1 deal is kept on this phone").wait_for()
    assert page.locator("[data-deal-number]").inner_text() == "2"
    write_down(page, points="31")
    check_and_keep(page)
    page.get_by_text("2 deals are kept on this phone").wait_for()
    assert states() == []

    page.context.set_offline(False)
    page.get_by_role("button", name="Withdraw deal 2").wait_for()
    assert [one.deal.score for one in Submission.objects.order_by("number")] == [[64, 42], [65, 0]]

    # a deal that was kept unchecked and turns out to be impossible comes back into the form
    page.context.set_offline(True)
    write_down(page)
    page.fill("#deal_points-1", "18")
    check_and_keep(page)
    page.get_by_text("1 deal is kept on this phone").wait_for()
    page.context.set_offline(False)
    page.goto("about:blank")
    page.goto(f"{web.url}/t/{link_of(table)}/")
    unfold_kept(page)
    page.get_by_text("Points add up to 48; they must be 50.").wait_for()
    page.get_by_role("button", name="Edit it").click()
    assert page.input_value("#deal_points-1") == "18"
    page.fill("#deal_points-1", "20")
    page.get_by_role("button", name="Check the score").click()
    page.get_by_role("button", name="Send deal 3").click()
    page.get_by_role("button", name="Withdraw deal 3").wait_for()

    assert states() == [(1, "submitted"), (2, "submitted"), (3, "submitted")]


@pytest.mark.long
def test_who_types_a_deal_that_another_phone_has_sent_decides_about_it_in_its_place(
    web, open_browser
):
    table = make_table()
    page = open_browser(phone=True)
    sit_down(page, web, table, "Ann Lee")
    write_down(page)
    top = page.locator("#deal_bid").bounding_box()["y"]
    submit(table, pinochle(points=(29, 21)), side=1)

    page.get_by_text("Deal 1 has already been sent.").wait_for()
    assert abs(page.locator("#deal_bid").bounding_box()["y"] - top) < 1
    page.reload()  # it is asked as long as nobody has decided
    expect(page.locator("#deal_melds-0")).to_have_value("34")
    page.get_by_role("button", name="Keep it", exact=True).click()
    page.reload()
    expect(page.locator("#deal_melds-0")).to_have_value("34")
    expect(page.get_by_text("Deal 1 has already been sent.")).to_be_hidden()
    page.get_by_role("button", name="Check the score").click()
    page.get_by_role("button", name="Send deal 1").click()
    page.get_by_role("heading", name="Deal 1 is disputed").wait_for()
    assert states() == [(1, "disputed"), (1, "disputed")]
