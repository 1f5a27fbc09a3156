"""A final score on the phone: one short form on the first screen, without a script and with one."""

import re

import pytest
from playwright.sync_api import expect

from league.play.results.models import Submission, TableResult
from tests.league.faces.table.browser_phones import NO_NETWORK, sit_down, states
from tests.league.faces.table.phone import Phone
from tests.league.play.results.factories import make_table, pinochle, play, submit
from tests.league.reading import text_of

GAME = {"table_play": "game", "deals_a_round": None, "final_scores": "table"}
TIMED = {"table_play": "timed", "deals_a_round": None, "minutes_a_round": 50}


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
@pytest.mark.django_db
def test_a_missing_number_is_asked_for_and_the_other_kept():
    phone = Phone(make_table(**GAME), seat=0)

    answer = send(phone, {"score-0": "520", "score-1": ""})

    assert answer.status_code == 422
    assert "Please give this number too." in text_of(answer)
    assert 'name="score-0" value="520"' in answer.content.decode()


@pytest.mark.long
@pytest.mark.django_db
def test_a_table_may_still_enter_its_deals_and_then_shows_deals():
    table = make_table(**GAME)
    phone = Phone(table, seat=0)
    assert 'name="bid"' not in phone.get().content.decode()
    assert 'name="bid"' in phone.get("?enter=deals").content.decode()

    play(table, pinochle())

    page = phone.get().content.decode()
    assert 'name="bid"' in page
    assert 'name="score-0"' not in page
    answer = send(phone, typed(520, 340))
    assert answer.status_code == 409
    assert "Deals have been entered at this table (1)" in text_of(answer)


@pytest.mark.django_db
def test_what_is_withdrawn_stands_in_the_form_again():
    table = make_table(**GAME)
    phone = Phone(table, seat=0)
    send(phone, typed(520, 340))
    assert "Withdraw the final score" in text_of(phone.get())

    answer = phone.post("take-back/", {"submission": Submission.objects.get().pk})
    page = phone.client.get(answer["Location"])

    assert 'name="score-0" value="520"' in page.content.decode()


@pytest.mark.long
@pytest.mark.django_db
def test_a_different_score_of_the_other_side_stands_beside_it():
    table = make_table(**GAME)
    submit(table, {"final_score": [520, 340]})
    bob = Phone(table, seat=1)

    bob.post("deals/", {"kind": "final", "do": "send", "number": "1"} | typed(520, 350))

    shown = text_of(bob.get())
    assert "Final score: disputed" in shown
    assert "Score of" in shown
    assert states() == [(1, "disputed"), (1, "disputed")]


@pytest.mark.long
@pytest.mark.django_db
def test_the_games_of_a_timed_round_follow_each_other_until_the_last():
    table = make_table(final_scores="game", **TIMED)
    phone = Phone(table, seat=0)
    send(phone, typed(520, 340))
    page = text_of(phone.get())
    assert "Game 2" in page
    assert "That was our last game" in page

    send(phone, typed(100, 90, unfinished="on"))
    phone.post("end/", {})

    assert TableResult.objects.get().is_complete
    assert "There was one more game" in text_of(phone.get())


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
