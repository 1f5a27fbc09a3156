"""Melds given by what was laid down, without a script; the worker that keeps the page; undo."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from league.foundation.release import release
from league.play.results.models import Submission
from league.play.rounds import services as rounds
from league.play.rounds.links import link_of
from tests.league.faces.table.phone import Phone
from tests.league.faces.table.typed import LAID, PINOCHLE, TYPED
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import NOW, make_pitch_table, make_table, pinochle, submit
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db

FIVE_ACES = {"laid-1-aces": "4", "laid-1-kings": "0", "laid-1-marriage_H": "0"}


@pytest.mark.long
def test_what_was_laid_down_is_added_up_checked_and_kept_with_the_deal():
    phone = Phone(make_table(), seat=0)

    checked = phone.check(TYPED | LAID)

    assert checked.status_code == 200
    shown = text_of(checked)
    assert "Ann Lee run 15, aces around 10: 25" in shown
    assert "Bob Lee pinochle × 2: 30" in shown
    phone.send_checked(checked)
    summary = Submission.objects.get().deal.data["summary"]
    assert (summary["melds"], summary["seat_melds"]) == ([55, 12], [25, 12, 30, 0])
    assert summary["laid"][1] == {"marriage_H": 1, "kings": 1}


def test_who_types_the_numbers_and_who_taps_the_melds_submit_the_same():
    table = make_table()
    submit(table, pinochle(melds=(55, 12)), side=1)
    phone = Phone(table, seat=0)

    phone.send_checked(phone.check(TYPED | LAID | {"number": "1"}))

    assert Submission.objects.get().state == "confirmed"


@pytest.mark.long
def test_without_trumps_nothing_is_added_up():
    answer = Phone(make_table(), seat=0).check(TYPED | LAID | {"trump": ""})

    assert answer.status_code == 422
    assert "Choose the trump suit: the melds are counted by it." in text_of(answer)
    assert re.search(r'name="laid-0-run" value="1" checked', answer.content.decode())


def test_more_cards_than_the_pack_holds_are_refused_and_everything_is_kept():
    answer = Phone(make_table(), seat=0).check(TYPED | LAID | FIVE_ACES)

    assert answer.status_code == 422
    assert "What all players laid down needs 5 copies of AH; the pack has 4." in text_of(answer)
    assert re.search(r'name="laid-1-aces" value="4" checked', answer.content.decode())


@pytest.mark.long
@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (LAID, "Ann Lee & Bob Lee 55"),
        (LAID | {"trump": "X"}, "Choose the trump suit first"),
        (LAID | FIVE_ACES, "needs 5 copies"),
        (LAID | {"laid-0-run": "9" * 40, "laid-0-aces": "x"}, "Ann Lee & Bob Lee 30"),
    ],
)
def test_the_sum_follows_every_tap(asked, words):
    table = make_table()
    phone = Phone(table)

    answer = phone.client.get(f"{phone.address}laid/", asked)

    assert answer.status_code == 200
    assert words in text_of(answer)
    assert not Submission.objects.exists()


def test_a_game_without_melds_asks_for_none():
    phone = Phone(make_pitch_table(players=4), seat=0)

    assert "melds_by" not in phone.get().content.decode()
    assert phone.get("laid/").status_code == 204


def test_the_worker_is_of_this_release_and_of_the_tables_pages_alone():
    answer = Client().get("/t/worker.js")

    assert (answer.status_code, answer["Content-Type"]) == (200, "text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    script = answer.content.decode()
    assert release()[:16] in script
    assert 'TABLES = "/t/"' in script
    assert "&#" not in script


@pytest.mark.long
def test_what_was_sent_is_taken_back_at_one_place():
    phone = Phone(make_table(), seat=0)
    phone.send_checked(phone.check(PINOCHLE))
    submission = Submission.objects.get()

    page = phone.get().content.decode()

    assert page.count(f'action="{phone.address}take-back/"') == 1
    assert f'data-waits="{submission.pk}"' in page
    assert f'data-while="{submission.pk}"' in page[page.index('id="toasts"') :]
    phone.post("take-back/", {"submission": submission.pk})
    submission.refresh_from_db()
    assert submission.state == "void"


@pytest.mark.long
def test_deals_wait_under_the_tables_name_also_when_its_link_was_renewed():
    table = make_table()
    old = Phone(table)
    shelf = re.search(r'id="kept"[^>]*data-table="([^"]+)"', old.get().content.decode())[1]
    rounds.renew_links(table=table, actor=DIRECTOR, at=NOW)

    gone = old.get()
    table.refresh_from_db()
    new = Client().get(f"/t/{link_of(table)}/")

    assert (gone.status_code, new.status_code) == (410, 200)
    for page in (gone, new):
        assert f'data-table="{shelf}"' in page.content.decode()


@pytest.mark.long
def test_the_page_brings_a_second_phone_in():
    phone = Phone(make_table(), seat=0)

    page = phone.get().content.decode()

    assert f"http://testserver{phone.address}" in page
    assert "Add another phone" in page


@pytest.mark.long
def test_the_sheet_says_what_the_points_are_of_who_deals_next_and_where_the_game_ends():
    table = make_table(table_play="game", deals_a_round=None)
    submit(table)

    sheet = re.sub(r"\s+", " ", text_of(Phone(table, seat=0).get("sheet/")))

    assert "+34 +30 +64" in sheet
    assert "Cy Lee deals next" in sheet
    assert "Total (game at 500)" in sheet


@pytest.mark.long
def test_a_deal_sent_again_under_its_key_is_one_deal_whatever_it_says():
    phone = Phone(make_table(), seat=0)
    deal = TYPED | LAID | {"key": str(uuid4()), "number": 1, "do": "send"}

    answers = [phone.post("deals/", deal, accept="application/json") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert Submission.objects.count() == 1
