"""What waits on a phone is lost to nobody: no café, other table or second thought takes it."""

import json

import pytest
from playwright.sync_api import expect

from league.clubs.models import Player
from league.play.results.models import Submission
from league.play.rounds.links import link_of
from league.play.rounds.models import Table
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
from tests.league.play.results.factories import make_table, pinochle, submit

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
]


def write_and_keep(phone, points="30"):
    kept = phone.locator("[data-kept-unsent] .kept-one")
    before = kept.count()
    write_down(phone, points)
    check_and_keep(phone)
    expect(kept).to_have_count(before + 1)


def try_again(phone):
    phone.evaluate("dispatchEvent(new Event('online'))")


def test_only_an_answer_of_the_site_takes_a_deal_off_the_phone(web, open_browser):
    table = make_table(deals_a_round=5)
    # the worker's own requests could not be answered by somebody else here
    phone = open_browser(phone=True, expected=NO_NETWORK, service_workers="block")
    sit_down(phone, web, table, "Ann Lee")
    phone.context.set_offline(True)
    write_and_keep(phone)

    phone.context.route(
        "**/deals/",
        lambda route: route.fulfill(status=200, content_type="text/html", body="Welcome, guest!"),
    )
    phone.context.set_offline(False)
    try_again(phone)
    phone.get_by_text("this phone will try again by itself").wait_for()
    assert states() == []

    phone.context.unroute("**/deals/")
    try_again(phone)
    expect(phone.locator("#kept")).to_be_hidden()
    assert states() == [(1, "submitted")]


@pytest.mark.long
def test_what_is_called_back_on_the_way_is_sent_or_called_back_but_never_both(web, open_browser):
    table = make_table(deals_a_round=5)
    submit(table), submit(table, pinochle(points=(31, 19)))
    phone = open_browser(phone=True, expected=NO_NETWORK, service_workers="block")
    sit_down(phone, web, table, "Cy Lee")
    phone.context.set_offline(True)
    for number in (1, 2):
        answer(phone, number)
        phone.get_by_text(f"Deal {number} is confirmed").wait_for(state="attached")

    held = []
    phone.context.route(
        "**/confirm/", lambda route: route.continue_() if held else held.append(route)
    )
    with phone.expect_request("**/confirm/"):
        phone.context.set_offline(False)
        try_again(phone)
    # the first is on its way, the second is not
    unfold_kept(phone)
    for number in (2, 1):
        of = phone.locator(".kept-one", has_text=f"Deal {number} is confirmed")
        of.get_by_role("button", name="Undo").click()
    held[0].continue_()
    phone.get_by_text("1 deal confirmed.").wait_for()
    # the sheet is asked for when all has been sent that is to be
    expect(asked_about(phone, 1)).to_have_count(0)
    expect(phone.locator("#kept")).to_be_hidden()
    assert states() == [(1, "confirmed"), (2, "submitted")]


@pytest.mark.long
def test_what_waits_for_a_table_is_sent_from_the_next_one(web, open_browser):
    table = make_table(entries=4, deals_a_round=1)
    following = Table.objects.get(round=table.round_id, number=2)
    phone = open_browser(phone=True, expected=(*NO_NETWORK, "410"))
    sit_down(phone, web, table, "Ann Lee")
    phone.context.set_offline(True)
    write_and_keep(phone)
    # no deal more than the round has is asked for
    expect(phone.get_by_text("The 1 deal of this round has been entered")).to_be_visible()
    expect(phone.locator("#deal_bid")).to_be_hidden()
    unfold_kept(phone)
    phone.get_by_role("button", name="Change it").click()
    expect(phone.locator("#deal_bid")).to_have_value("60")
    check_and_keep(phone)
    expect(phone.locator("[data-kept-unsent] .kept-one")).to_have_count(1)
    phone.goto("about:blank")
    phone.context.set_offline(False)

    phone.goto(f"{web.url}/t/{link_of(following)}/")
    phone.get_by_text("round 1, table 1: Deal 1 is sent.").wait_for()
    expect(phone.locator("#kept")).to_be_hidden()
    assert Submission.objects.get().table == table
    assert Player.objects.get(pk__in=Submission.objects.get().by_players).name == "Ann Lee"

    # one that cannot be sent is not forgotten either
    one = {"key": "a", "number": 3, "fields": [], "words": "Bid: 60", "where": "Cup: round 1"}
    one |= {"address": f"/t/{link_of(table)}/", "refused": "Deal 2 is missing."}
    shelf = f"tricktable:deals:{link_of(table).partition('-')[0]}"
    phone.evaluate("([name, all]) => localStorage.setItem(name, all)", [shelf, json.dumps([one])])
    phone.reload()
    expect(phone.locator("#kept")).to_contain_text("from another table that has not been sent")
    unfold_kept(phone)
    phone.locator("#kept").get_by_role("link", name="To the table").click()
    expect(phone.locator("#kept")).to_contain_text("Deal 2 is missing.")


@pytest.mark.long
def test_a_deal_whose_number_is_taken_goes_on_as_the_next_and_others_wait_for_it(web, open_browser):
    table = make_table(deals_a_round=5)
    table.deal_numbers = [11, 12, 13, 14, 15]
    table.save()
    phone = open_browser(phone=True, expected=(*NO_NETWORK, "409"))
    sit_down(phone, web, table, "Ann Lee")
    phone.context.set_offline(True)
    write_and_keep(phone)
    expect(phone.get_by_text("Take the cards of deal 12.")).to_be_visible()
    write_and_keep(phone, points="31")
    # the partner has submitted the first deal meanwhile, which this phone has never heard of
    submit(table, pinochle(points=(29, 21)))
    unfold_kept(phone)
    phone.locator(".kept-one", has_text="Deal 2").get_by_role("button", name="Change it").click()
    phone.context.set_offline(False)
    unfold_kept(phone)
    phone.get_by_text("Your side has already entered deal 1 with other numbers").wait_for()
    phone.get_by_role("button", name="Edit it as deal 2").wait_for()

    # the deal before it is still in the form: the third waits, and goes as soon as it may
    phone.context.set_offline(True)
    check_and_keep(phone)
    expect(phone.locator("[data-kept-unsent] .kept-one", has_text="Deal 2")).to_have_count(1)
    write_and_keep(phone, points="28")
    unfold_kept(phone)
    phone.locator(".kept-one", has_text="Deal 2").get_by_role("button", name="Change it").click()
    phone.context.set_offline(False)
    phone.get_by_text("Deal 2 has not been entered yet.").wait_for()
    phone.get_by_role("button", name="Check the score").click()
    phone.get_by_role("button", name="Send deal 2").click()
    phone.get_by_role("button", name="Withdraw deal 3").wait_for()
    assert [number for number, _state in states()] == [1, 2, 3]
