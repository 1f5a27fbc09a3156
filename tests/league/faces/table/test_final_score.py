"""A final score on the phone: one short form on the first screen, without a script and with one."""

import re

import pytest
from playwright.sync_api import expect

from league.play.results.models import Submission, TableResult
from tests.league.faces.table.browser_phones import NO_NETWORK, sit_down, states
from tests.league.faces.table.phone import Phone
from tests.league.play.results.factories import make_table
from tests.league.reading import text_of

GAME = {"table_play": "game", "deals_a_round": None, "final_scores": "table"}


def typed(*scores, **more):
    return {f"score-{n}": str(s) for n, s in enumerate(scores)} | more


def send(phone, answers):
    return phone.post("deals/", phone.form() | {"kind": "final", "do": "send"} | answers)


@pytest.mark.long
@pytest.mark.django_db
def test_a_final_score_is_sent_at_once_and_confirmed_by_another_phone():
    table = make_table(**GAME)
    ann, bob = Phone(table, seat=0), Phone(table, seat=1)
    assert "the game is played to 500" in text_of(ann.get())

    sent = send(ann, typed(520, 340))

    assert (sent.status_code, sent["Location"]) == (303, ann.address)
    shown = text_of(bob.get())
    assert "Final score, sent by Ann Lee" in shown
    assert "Ann Lee & Bob Lee +520 Cy Lee & Di Lee +340" in shown
    assert "Deal 1" not in shown
    bob.post("confirm/", {"submission": Submission.objects.get().pk})
    assert TableResult.objects.get().state == "confirmed"


@pytest.mark.long
@pytest.mark.django_db
def test_who_won_is_asked_only_where_the_scores_do_not_say_it():
    table = make_table(**GAME)
    phone = Phone(table, seat=0)
    winner = r'data-question="winner"[^>]*hidden'
    assert re.search(winner, phone.get().content.decode())

    answer = send(phone, typed(540, 510))

    assert answer.status_code == 422
    assert "say who won" in text_of(answer)
    html = answer.content.decode()
    assert not re.search(winner, html)
    assert 'name="score-0" value="540"' in html
    send(phone, typed(540, 510, winner="1"))
    assert TableResult.objects.get().winner == 1


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.processes
@pytest.mark.browser
def test_a_final_score_is_typed_with_the_keys_and_kept_without_a_network(web, open_browser):
    table = make_table(**GAME)
    phone = open_browser(phone=True, expected=(*NO_NETWORK, "422"), service_workers="block")
    sit_down(phone, web, table, "Ann Lee")
    first = phone.locator("#deal_score-0")
    expect(first).to_be_in_viewport()
    for digit in "540":
        phone.get_by_role("button", name=digit, exact=True).tap()
    phone.locator("#deal_score-1").tap()
    for digit in "510":
        phone.get_by_role("button", name=digit, exact=True).tap()
    expect(first).to_have_value("540")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")

    phone.get_by_role("button", name="Send the final score").tap()
    phone.get_by_text("say who won").first.wait_for()
    phone.locator("label[for=deal_winner_1]").tap()
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Send the final score").tap()
    expect(phone.locator("[data-kept-unsent] .kept-one")).to_have_count(1)
    assert states() == []
    phone.context.set_offline(False)
    phone.evaluate("dispatchEvent(new Event('online'))")

    phone.get_by_role("button", name="Withdraw the final score").wait_for()
    assert states() == [(1, "submitted")]
    assert TableResult.objects.get().winner == 1
