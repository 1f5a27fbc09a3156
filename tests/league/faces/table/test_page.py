"""The table's page without a script: pick a seat, enter, check, send, confirm; for both games."""

import re
from uuid import uuid4

import pytest

from league.play.results.models import Submission, TableResult
from tests.league.faces.table.phone import Phone
from tests.league.faces.table.typed import PINOCHLE, PITCH
from tests.league.play.results.factories import (
    ALL_PASS,
    make_pitch_table,
    make_table,
    pinochle,
    pitch,
    play,
    submit,
)
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.mark.long
@pytest.mark.parametrize(
    ("make", "typed", "score"),
    [
        (make_table, PINOCHLE, [64, 42]),
        (lambda: make_pitch_table(players=4), PITCH, [0, 2, 0, 0]),
    ],
    ids=["double-deck pinochle", "pitch"],
)
def test_a_deal_is_entered_checked_sent_and_confirmed_by_another_phone(make, typed, score):
    table = make()
    ann, bob = Phone(table, seat=0), Phone(table, seat=1)

    checked = ann.check(typed)
    assert checked.status_code == 200
    assert not Submission.objects.exists()
    sent = ann.send_checked(checked)

    assert (sent.status_code, sent["Location"]) == (303, ann.address)
    submission = Submission.objects.get()
    assert (submission.deal.score, submission.state, submission.by_side) == (score, "submitted", 0)
    assert "Deal 1, sent by " in text_of(bob.get())
    bob.post("confirm/", {"submission": submission.pk})
    submission.refresh_from_db()
    assert submission.state == "confirmed"


@pytest.mark.long
def test_a_seat_cookie_of_another_table_or_a_forged_one_is_worth_nothing():
    event_tables = list(make_table(entries=4).round.tables.order_by("number"))
    phone = Phone(event_tables[0], seat=0)
    other = Phone(event_tables[1])
    other.client.cookies["tricktable_seat"] = phone.client.cookies["tricktable_seat"].value

    assert "Where do you sit?" in text_of(other.get())

    other.client.cookies["tricktable_seat"] = "0:abc:forged"
    assert "Where do you sit?" in text_of(other.get())


@pytest.mark.long
def test_the_impossible_is_refused_in_words_and_what_was_typed_is_kept():
    table = make_table()
    phone = Phone(table, seat=0)

    answer = phone.check(PINOCHLE | {"points-0": "30", "points-1": "18"})

    assert answer.status_code == 422
    html = answer.content.decode()
    # above all questions, where they stand one below the other, and beside the one it is about
    assert text_of(answer).count("Points add up to 48; they must be 50.") == 2
    assert html.count("of-questions") == 1
    assert "points_total" not in html
    for name, value in [("bid", "60"), ("melds-0", "34"), ("points-0", "30"), ("points-1", "18")]:
        assert re.search(rf'name="{name}" value="{value}"', html), name
    assert re.search(r'name="declarer" value="0"[^>]*checked', html)
    assert not Submission.objects.exists()


def test_nothing_is_sent_before_somebody_sits_down():
    table = make_table()
    phone = Phone(table)

    answer = phone.post("deals/", PINOCHLE | {"key": uuid4(), "number": 1, "do": "send"})

    assert answer.status_code == 409
    assert not Submission.objects.exists()


def test_the_script_is_answered_in_json():
    table = make_table()
    phone = Phone(table, seat=0)
    deal = PINOCHLE | {"key": str(uuid4()), "number": 1, "do": "send"}

    good = phone.post("deals/", deal, accept="application/json")
    bad = phone.post(
        "deals/",
        PINOCHLE | {"points-1": "18", "key": str(uuid4()), "number": 2, "do": "send"},
        accept="application/json",
    )

    assert (good.status_code, good.json()["number"]) == (200, 1)
    asked = ["Deal 1, sent by " in text_of(Phone(table, seat=seat).get()) for seat in (0, 1)]
    assert asked == [False, True], "the other side is asked whether it is right"
    assert (bad.status_code, bad.json()["sentence"]) == (
        422,
        "Points add up to 48; they must be 50.",
    )


def test_a_timed_table_is_ended_by_the_players_and_goes_on_if_there_was_one_more():
    table = make_table(table_play="timed", deals_a_round=None, minutes_a_round=50)
    play(table, pinochle())
    phone = Phone(table, seat=0)
    assert "That was our last deal" in text_of(phone.get())

    phone.post("end/", {})
    assert TableResult.objects.get(table=table).state == "confirmed"
    assert "There was one more deal" in text_of(phone.get())

    phone.post("resume/", {})
    assert TableResult.objects.get(table=table).state == "playing"


@pytest.mark.long
def test_a_deal_that_was_thrown_in_is_none_of_those_the_round_has():
    table = make_pitch_table(table_play="deals", deals_a_round=2)
    submit(table, ALL_PASS)
    submit(table, pitch(), number=2)
    phone = Phone(table, seat=0)

    page = phone.get().content.decode()

    assert 'data-next="3" data-due="3"' in page
    assert phone.form()["number"] == "3"
