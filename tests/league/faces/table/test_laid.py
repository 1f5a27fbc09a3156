"""Melds given by what was laid down, without a script; the worker that keeps the page; undo."""

import re

import pytest
from django.test import Client

from league.foundation.release import build_id
from league.play.results.models import Submission
from tests.league.faces.table.phone import Phone
from tests.league.faces.table.typed import LAID, TYPED
from tests.league.play.results.factories import make_table, pinochle, submit
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


def test_more_cards_than_the_pack_holds_are_refused_and_everything_is_kept():
    answer = Phone(make_table(), seat=0).check(TYPED | LAID | FIVE_ACES)

    assert answer.status_code == 422
    assert "What all players laid down needs 5 copies of AH; the pack has 4." in text_of(answer)
    assert re.search(r'name="laid-1-aces" value="4" checked', answer.content.decode())


def test_the_worker_is_of_this_release_and_of_the_tables_pages_alone():
    answer = Client().get("/t/worker.js")

    assert (answer.status_code, answer["Content-Type"]) == (200, "text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    script = answer.content.decode()
    assert build_id()[:16] in script
    assert 'TABLES = "/t/"' in script
    assert "&#" not in script
