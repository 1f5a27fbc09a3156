"""Two phones in a browser: what follows from an answer, live news, and no network at all."""

import pytest
from playwright.sync_api import expect

from league.play.results.models import Submission
from league.play.rounds.links import link_of
from tests.league.faces.table.browser_phones import (
    NO_NETWORK,
    answer,
    asked_about,
    check_and_keep,
    sit_down,
    states,
    unfold_kept,
    write_down,
)
from tests.league.play.results.factories import (
    make_pitch_table,
    make_table,
    pinochle,
    pitch,
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


@pytest.mark.long
def test_the_form_asks_what_follows_and_moves_on_unless_it_is_in_use(web, open_browser):
    table = make_pitch_table(players=4)
    page = open_browser(phone=True)
    sit_down(page, web, table, "Ann Lee")
    assert page.locator("#deal_bid").is_visible()
    page.locator("label[for=deal_passed_out]").click()
    assert not page.locator("#deal_bid").is_visible()
    page.get_by_role("button", name="Check the score").click()
    page.get_by_role("button", name="Send deal 1").click()
    page.get_by_role("button", name="Withdraw deal 1").wait_for()
    assert Submission.objects.get().deal.data["summary"] == {"passed_out": True}

    submit(table, pitch(), side=1)
    page.get_by_role("button", name="Enter deal 3 first").click()
    expect(page.locator("[data-deal-number]")).to_have_text("3")
    page.locator("label[for=deal_bid_1]").click()
    submit(table, pitch(bid=3), side=1)
    page.get_by_text("2 deals wait for your answer.").wait_for()

    assert page.locator("#deal_bid_1").is_checked()
    expect(page.get_by_text("Deal 3 has already been sent.")).to_be_visible()
    assert page.locator("[data-deal-number]").text_content() == "3"

    page.get_by_role("button", name="Look at it").click()
    asked_about(page, 3).get_by_role("button", name="Right", exact=True).dblclick()
    asked_about(page, 3).wait_for(state="detached")
    assert states()[-1] == (3, "confirmed")


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
def test_without_a_network_an_answer_that_lacks_is_asked_for_at_once(web, open_browser):
    table = make_table()
    page = open_browser(phone=True, expected=NO_NETWORK)
    sit_down(page, web, table, "Ann Lee")
    page.context.set_offline(True)
    write_down(page)
    page.fill("#deal_bid", "40")
    page.fill("#deal_melds-1", "")
    page.get_by_role("button", name="Check the score").click()

    bid, melds = page.locator("[data-question=bid]"), page.locator("[data-question=melds]")
    expect(bid.locator(".errorlist")).to_contain_text("50")
    expect(melds.locator(".errorlist")).to_have_text("Please give this number too.")
    expect(page.locator(".has-error")).to_have_count(2)
    expect(page.get_by_text("kept on this phone")).to_have_count(0)

    # one question at a time it leads to the first of them
    page.locator("[data-step-all]").click()
    page.evaluate("document.querySelector('[data-deal-form]').dataset.at = 'last_trick'")
    page.locator("[data-step-all]").click()
    page.locator("[data-step-all]").click()
    page.evaluate(
        """const form = document.querySelector("[data-deal-form]");
        form.dispatchEvent(new CustomEvent("questions:wrong", { bubbles: true }));"""
    )
    expect(bid).to_be_visible()
    expect(melds).to_be_hidden()
    page.locator("[data-step-all]").click()

    page.fill("#deal_bid", "60")
    page.fill("#deal_melds-1", "22")
    expect(page.locator(".has-error")).to_have_count(0)
    check_and_keep(page)
    page.get_by_text("1 deal is kept on this phone").wait_for()
    page.context.set_offline(False)
    page.get_by_role("button", name="Withdraw deal 1").wait_for()
    assert Submission.objects.get().deal.score == [64, 42]


@pytest.mark.long
def test_one_answer_is_mended_with_one_tap_with_and_without_a_network(web, open_browser):
    table = make_table()
    page = open_browser(phone=True, expected=NO_NETWORK)
    sit_down(page, web, table, "Ann Lee")
    write_down(page)
    page.get_by_role("button", name="Check the score").click()
    page.get_by_role("button", name="Declarer Ann Lee").click()

    expect(page.locator("[data-question=declarer]")).to_be_visible()
    expect(page.locator("[data-question=bid]")).to_be_hidden()
    expect(page.locator("[data-step-next]")).to_be_hidden()
    page.locator("label[for=deal_declarer_2]").tap()
    page.get_by_role("button", name="Declarer Bob Lee").wait_for()

    page.context.set_offline(True)
    page.get_by_role("button", name="Bid 60").click()
    expect(page.locator("[data-question=bid]")).to_be_visible()
    page.context.set_offline(False)
    page.fill("#deal_bid", "55")
    page.get_by_role("button", name="Check the score").click()
    page.get_by_role("button", name="Bid 55").wait_for()
    page.get_by_role("button", name="Send deal 1").click()
    page.get_by_role("button", name="Withdraw deal 1").wait_for()
    summary = Submission.objects.get().deal.data["summary"]
    assert (summary["declarer"], summary["bid"]) == (2, 55)


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


@pytest.mark.long
def test_a_draft_of_a_deal_that_was_sent_goes_as_the_next_one_or_away(web, open_browser):
    table = make_table()
    page = open_browser(phone=True)
    sit_down(page, web, table, "Ann Lee")
    write_down(page)
    # the partner's phone: this side has said what deal 1 is
    submit(table, pinochle(points=(29, 21)), side=0)
    page.get_by_role("button", name="Keep it as deal 2").click()
    expect(page.locator("[data-deal-number]")).to_have_text("2")
    expect(page.locator("#deal_melds-0")).to_have_value("34")

    submit(table, pinochle(points=(28, 22)), side=0)
    page.get_by_role("button", name="Delete my draft").click()
    expect(page.locator("[data-deal-number]")).to_have_text("3")
    expect(page.locator("#deal_melds-0")).to_have_value("")


@pytest.mark.long
def test_a_draft_that_says_what_was_sent_goes_by_itself(web, open_browser):
    table = make_table()
    page = open_browser(phone=True)
    sit_down(page, web, table, "Cy Lee")
    page.fill("#deal_bid", "60")
    page.locator("label[for=deal_declarer_0]").click()
    submit(table, pinochle())

    answer(page, 1)
    page.get_by_text("1 deal confirmed.").wait_for()
    expect(page.locator("[data-deal-number]")).to_have_text("2")
    expect(page.locator("#deal_bid")).to_have_value("")
    expect(page.get_by_text("has already been sent")).to_be_hidden()


@pytest.mark.long
def test_no_toast_covers_the_field_in_use(web, open_browser):
    table = make_table()
    page = open_browser(phone=True, viewport={"width": 360, "height": 560})
    sit_down(page, web, table, "Ann Lee")
    say = """document.body.dispatchEvent(new CustomEvent("toast", {
        detail: { text: "The other side is asked to confirm it. ".repeat(3), tone: "bad" } }))"""
    is_free = """() => {
        const field = document.activeElement.getBoundingClientRect();
        return [...document.querySelectorAll(".toast")].every((toast) => {
            const { top, bottom } = toast.getBoundingClientRect();
            return bottom <= field.top || top >= field.bottom;
        }) && field.top >= 0 && field.bottom <= innerHeight; }"""
    page.evaluate(say)
    for field in ("#deal_bid", "#deal_points-1", "#deal_melds-0"):
        for block in ("start", "center", "end"):
            page.evaluate("document.activeElement.blur()")
            page.evaluate(f"document.querySelector('{field}').scrollIntoView({{block: '{block}'}})")
            page.locator(field).evaluate("field => field.focus({ preventScroll: true })")
            page.wait_for_function(is_free)

    # the keyboard takes the lower half of the screen
    page.set_viewport_size({"width": 360, "height": 300})
    page.locator("#deal_points-0").focus()
    page.wait_for_function(is_free)
    # and a message stays small there, however much it says
    assert page.evaluate("document.querySelector('#toasts').offsetHeight") < 300 / 4
    page.locator(".toast [data-dismiss]").click()
    expect(page.locator(".toast")).to_have_count(0)


@pytest.mark.long
def test_the_browser_s_way_back_leads_from_the_check_to_the_form(web, open_browser):
    table = make_table()
    ann = open_browser(phone=True)
    sit_down(ann, web, table, "Ann Lee")
    write_down(ann)
    for way_back in (ann.go_back, ann.get_by_role("button", name="Change it").click):
        ann.get_by_role("button", name="Check the score").click()
        title = ann.get_by_role("heading", name="Deal 1: is this right?")
        expect(title).to_be_focused()
        way_back()
        expect(ann.locator("#deal_bid")).to_have_value("60")
        expect(title).to_have_count(0)
    ann.get_by_role("button", name="Check the score").click()
    ann.get_by_role("button", name="Send deal 1").click()
    ann.get_by_text("Deal 1 waits for the other side.").wait_for()
    assert ann.evaluate("history.state") is None
    assert states() == [(1, "submitted")]
