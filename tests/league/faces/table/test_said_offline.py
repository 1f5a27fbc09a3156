"""Confirming and disputing without a network: kept on the phone, sent once, or refused in words."""

import pytest
from playwright.sync_api import expect

from league.clubs.models import Player
from league.foundation.journal.actor import Act
from league.play.results.models import Confirmation, Dispute, Submission
from league.play.rounds import services as rounds
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
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import NOW, make_table, pinochle, submit

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.processes,
    pytest.mark.browser,
    pytest.mark.long,
]


def test_what_is_said_of_deals_waits_for_the_network(web, open_browser):
    table = make_table(deals_a_round=5)
    for points in ((30, 20), (31, 19), (29, 21)):
        submit(table, pinochle(points=points))
    phone = open_browser(phone=True, expected=(*NO_NETWORK, "409"))
    sit_down(phone, web, table, "Cy Lee")
    phone.context.set_offline(True)

    # on a slow machine two clicks of the driver are so far apart that the second meets deal 2
    right = asked_about(phone, 1).get_by_role("button", name="Right", exact=True)
    right.evaluate("button => { button.click(); button.click(); }")
    phone.get_by_text("what you entered is kept on this phone").wait_for()
    answer(phone, 2)
    answer(phone, 3, "Not right")
    # the objection is a page of its own: nothing else stands there
    expect(phone.get_by_role("heading", name="What is wrong with deal 3?")).to_be_visible()
    expect(phone.locator(".ask:visible, #sheet:visible, #next-deal:visible")).to_have_count(0)
    wrong = phone.locator(".wrong.is-open")
    wrong.get_by_label("What is wrong?").fill("we took 31")
    wrong.get_by_role("button", name="Dispute it").click()
    expect(phone.locator("#kept")).to_contain_text("Deal 3 is wrong: we took 31")
    expect(phone.locator(".kept-one")).to_have_count(3)
    # said is said: what waits is not asked again, and can still be called back
    expect(asked_about(phone, 1)).to_be_hidden()
    unfold_kept(phone)
    phone.locator(".kept-one", has_text="Deal 2 is confirmed").get_by_role("button").click()
    expect(asked_about(phone, 2)).to_be_visible()
    assert [state for _number, state in states()] == ["submitted"] * 3

    phone.context.set_offline(False)
    phone.get_by_role("heading", name="Deal 3 is disputed").wait_for()
    expect(phone.locator("#kept")).to_be_hidden()
    assert states() == [(1, "confirmed"), (2, "submitted"), (3, "disputed")]
    assert Dispute.objects.get().reason == "we took 31"
    assert Player.objects.get(pk__in=Confirmation.objects.get().by_players).name == "Cy Lee"


def test_a_deal_that_waits_outlives_its_link_and_a_half_typed_one_gives_way_in_sight(
    web, open_browser
):
    table = make_table(deals_a_round=5)
    phone = open_browser(phone=True, expected=(*NO_NETWORK, "409", "410"))
    sit_down(phone, web, table, "Ann Lee")
    phone.context.set_offline(True)
    write_down(phone)
    check_and_keep(phone)
    phone.get_by_text("1 deal is kept on this phone").wait_for()

    # changed before it is sent, with the next one half typed
    phone.fill("#deal_bid", "75")
    unfold_kept(phone)
    phone.locator("#kept").get_by_role("button", name="Change it").click()
    expect(phone.locator("#deal_melds-0")).to_have_value("34")
    phone.get_by_text("Deal 2 was begun here and is not sent").wait_for(state="attached")
    check_and_keep(phone)
    phone.get_by_text("1 deal is kept on this phone").wait_for()

    rounds.renew_links(table=table, by=Act(DIRECTOR, NOW))
    phone.context.set_offline(False)
    phone.get_by_text("replaced by a newer one").first.wait_for()
    phone.reload()
    phone.get_by_text("Show it to the director").wait_for()
    assert states() == []
    table.refresh_from_db()
    phone.goto(f"{web.url}/t/{link_of(table)}/")
    expect(phone.locator("[data-kept-unsent] .kept-one")).to_have_count(0)
    assert states() == [(1, "submitted")]
    assert Player.objects.get(pk__in=Submission.objects.get().by_players).name == "Ann Lee"
    expect(phone.locator("#kept")).to_contain_text("75")
