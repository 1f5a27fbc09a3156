"""The table's page without a script: pick a seat, enter, check, send, confirm; for both games."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from league.foundation.journal.actor import Actor
from league.play.results import services as results
from league.play.results.deal_words import Names
from league.play.results.models import Submission, TableResult
from league.play.rounds import services as rounds
from tests.league.faces.table.phone import Phone
from tests.league.faces.table.typed import PINOCHLE, PITCH
from tests.league.play.results.factories import (
    ALL_PASS,
    BOB,
    NOW,
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
def test_the_check_shows_the_score_with_reasons_and_the_total_after_it():
    table = make_table()
    play(table, pinochle())

    shown = text_of(Phone(table, seat=0).check(PINOCHLE))

    assert "Deal 2: is this right? dealt by " in shown
    assert "+34" in shown
    assert "+64" in shown
    assert "128" in shown


@pytest.mark.long
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_page_asks_where_one_sits_and_remembers_it(seat):
    table = make_table()
    phone = Phone(table)
    assert "Where do you sit?" in text_of(phone.get())

    answer = phone.post("seat/", {"seat": seat})

    assert answer.status_code == 303
    cookie = answer.cookies["tricktable_seat"]
    assert (cookie["path"], bool(cookie["httponly"])) == (phone.address, True)
    assert "Where do you sit?" not in text_of(phone.get())


@pytest.mark.long
def test_a_seat_that_is_not_there_is_refused():
    phone = Phone(make_table(), seat=9)

    assert "Where do you sit?" in text_of(phone.get())


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


@pytest.mark.long
def test_only_what_follows_from_the_answers_is_asked_and_nobody_is_blamed_for_the_rest():
    table = make_table()
    phone = Phone(table, seat=0)
    unplayed = {k: v for k, v in PINOCHLE.items() if k not in ("points-0", "last_trick")}
    shown = "bid declarer trump melds outcome"

    answer = phone.post("deals/", phone.form() | unplayed | {"shown": shown, "do": "check"})

    assert answer.status_code == 200
    html = answer.content.decode()
    assert "errorlist" not in html
    assert 'data-question="points"' in html
    assert not re.search(r'data-question="points"[^>]*hidden', html)


@pytest.mark.long
def test_a_deal_that_was_not_played_is_not_asked_for_its_points():
    table = make_table()
    typed = PINOCHLE | {"bid": "110", "melds-0": "20", "outcome": "no_play"}

    answer = Phone(table, seat=0).check(typed)

    assert answer.status_code == 200
    assert "−110" in text_of(answer)


@pytest.mark.long
def test_a_missing_answer_is_named():
    typed = {k: v for k, v in PINOCHLE.items() if k != "declarer"}

    answer = Phone(make_table(), seat=0).check(typed)

    assert answer.status_code == 422
    assert "Declarer : Please answer this." in text_of(answer)


def test_a_mistake_is_named_by_its_question_and_by_whose_number_it_is():
    phone = Phone(make_table(), seat=0)
    wrong = {"bid": "49", "points-0": "51", "melds-0": "", "melds-1": ""}

    answer = phone.check(PINOCHLE | wrong)

    assert answer.status_code == 422
    listed = text_of(answer).partition("Please look at this again:")[2]
    assert "Bid : This must be 50 or more." in listed
    assert "Meld : Please answer this." in listed
    assert "Points in play, Ann Lee & Bob Lee : This must be between 0 and 50." in listed


@pytest.mark.long
def test_one_number_that_is_missing_is_asked_for_alone():
    answer = Phone(make_table(), seat=0).check(PINOCHLE | {"melds-1": ""})

    assert "Meld, Cy Lee & Di Lee : Please give this number too." in text_of(answer)


@pytest.mark.long
def test_what_all_numbers_of_a_question_come_to_is_put_against_no_side():
    answer = Phone(make_table(), seat=0).check(PINOCHLE | {"points-1": "18"})

    assert "Points in play : Points add up to 48; they must be 50." in text_of(answer)


@pytest.mark.long
def test_whatever_describes_an_input_or_a_question_is_in_the_page():
    html = Phone(make_table(), seat=0).check({"bid": "49"}).content.decode()

    named = [
        name for names in re.findall(r'aria-describedby="([^"]*)"', html) for name in names.split()
    ]
    there = re.findall(r' id="([^"]*)"', html)
    assert {"deal_bid_error", "deal_melds-0_error", "deal_declarer_error"} <= set(named)
    assert [name for name in named if there.count(name) != 1] == []


@pytest.mark.long
def test_everybody_passed_asks_for_nothing_else():
    table = make_pitch_table(players=3)
    phone = Phone(table, seat=0)

    answer = phone.send_checked(phone.check({"passed_out": "true"}))

    assert answer.status_code == 303
    assert Submission.objects.get().deal.score == [0, 0, 0]


@pytest.mark.long
def test_a_double_click_is_one_deal():
    table = make_table()
    phone = Phone(table, seat=0)
    checked = phone.check(PINOCHLE)

    phone.send_checked(checked)
    phone.send_checked(checked)

    assert Submission.objects.count() == 1


@pytest.mark.long
def test_going_back_to_change_keeps_the_answers_without_complaints():
    phone = Phone(make_table(), seat=0)

    answer = phone.post("deals/", phone.form() | PINOCHLE | {"points-0": "", "do": "change"})

    assert answer.status_code == 200
    assert 'value="34"' in answer.content.decode()
    assert "errorlist" not in answer.content.decode()


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
    assert (bad.status_code, bad.json()["sentence"]) == (
        422,
        "Points add up to 48; they must be 50.",
    )


@pytest.mark.long
def test_htmx_gets_the_form_alone_and_is_sent_on_after_sending():
    table = make_table()
    phone = Phone(table, seat=0)
    deal = PINOCHLE | {"key": str(uuid4()), "number": 1}

    checked = phone.post("deals/", deal | {"do": "check"}, hx_request="true")
    sent = phone.post("deals/", deal | {"do": "send"}, hx_request="true")

    assert b"<html" not in checked.content
    assert (sent.status_code, sent["HX-Redirect"]) == (200, phone.address)


@pytest.mark.long
def test_the_phone_can_be_handed_over_to_confirm():
    table = make_table()
    submission = submit(table)
    phone = Phone(table, seat=0)

    own = phone.post("confirm/", {"submission": submission.pk})
    submission.refresh_from_db()
    assert (own.status_code, submission.state) == (303, "submitted")
    assert 'name="as_seat" value="1"' in phone.get().content.decode()
    assert 'name="as_seat" value="2"' not in phone.get().content.decode()

    phone.post("confirm/", {"submission": submission.pk, "as_seat": "1"})
    submission.refresh_from_db()
    assert submission.state == "confirmed"
    assert "Not you?" in text_of(phone.get())


@pytest.mark.long
def test_a_dispute_needs_a_reason_and_keeps_to_one_deal():
    table = make_table()
    first, second = submit(table), submit(table)
    phone = Phone(table, seat=1)

    empty = phone.post(f"deals/{first.pk}/dispute/", {"reason": "  "})
    assert empty.status_code == 422

    phone.post(f"deals/{first.pk}/dispute/", {"reason": "we took 31"})
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == ("disputed", "submitted")
    assert "we took 31" in text_of(phone.get())


@pytest.mark.long
def test_two_submissions_stand_side_by_side_and_either_side_can_give_in():
    table = make_table()
    first = submit(table)
    submit(table, pinochle(points=(31, 19)), side=1, number=1)
    phone = Phone(table, seat=1)

    page = text_of(phone.get())
    assert "Deal 1 is disputed" in page
    assert "differs" in page

    phone.post("confirm/", {"submission": first.pk})
    first.refresh_from_db()
    assert first.state == "confirmed"


@pytest.mark.long
def test_the_last_deal_is_taken_back_once_however_often_the_button_is_pressed():
    table = make_table()
    first, second = submit(table), submit(table)
    phone = Phone(table, seat=0)

    phone.post("take-back/", {"submission": second.pk})
    phone.post("take-back/", {"submission": second.pk})

    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == ("submitted", "void")


@pytest.mark.long
def test_the_form_says_which_of_the_prepared_deals_to_take():
    table = make_table(deals_a_round=2)
    assert "Take the cards" not in text_of(Phone(table, seat=0).get())
    table.deal_numbers = [5, 6]
    table.save()
    assert "Take the cards of deal 5 ." in text_of(Phone(table, seat=0).get())
    submit(table, pinochle())
    assert "Take the cards of deal 6 ." in text_of(Phone(table, seat=0).get("next/"))


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
def test_a_table_has_a_winner_when_every_deal_is_confirmed_and_not_before():
    table = make_table(deals_a_round=1)
    submission = submit(table)
    ours, theirs = Phone(table, seat=0), Phone(table, seat=1)

    for page in (ours.get(), theirs.get()):
        assert "won" not in text_of(page)
        assert "ways-on" not in page.content.decode()
    assert "as soon as the other side has confirmed it" in text_of(ours.get())

    theirs.post("confirm/", {"submission": submission.pk})
    page = text_of(ours.get())
    assert "This table is finished: Ann Lee & Bob Lee won." in page
    assert "Check the score" not in page


@pytest.mark.long
def test_who_is_asked_reads_who_gets_what_and_has_two_answers():
    table = make_pitch_table(players=4)
    submission = submit(table, pitch(), side=0)
    phone = Phone(table, seat=1)

    page = phone.get()

    names = Names(table, public=False)
    points = " ".join(
        f"{names.seat(seat)} {score}" for seat, score in enumerate(["0", "+2", "0", "0"])
    )
    asked = text_of(page).partition(" · Pitcher ")[2]
    assert asked.startswith(f"{names.seat(1)} made {points} How it is counted")
    html = page.content.decode()
    assert len(re.findall(r'<(?:button|a) class="button[^>]*aria-describedby="ask-', html)) == 2
    assert f'href="{phone.address}deals/{submission.pk}/dispute/"' in html


@pytest.mark.long
def test_only_a_table_that_plays_asks_for_a_seat_to_enter_deals():
    over, playing = make_table(deals_a_round=1), make_table()
    play(over, pinochle())

    assert "Pick your seat first" not in text_of(Phone(over).get())
    assert "Pick your seat first" in text_of(Phone(playing).get())


@pytest.mark.long
def test_the_live_part_says_nothing_until_something_happens():
    table = make_table()
    submit(table)
    phone = Phone(table, seat=1)
    version = phone.get("sheet/").context["version"]

    assert phone.get(f"sheet/?version={version}").status_code == 204
    submit(table)
    fresh = phone.get(f"sheet/?version={version}")

    assert fresh.status_code == 200
    assert "Deal 2, sent by Ann Lee" in text_of(fresh)
    assert b"<html" not in fresh.content


def test_one_deal_is_shown_with_its_reasons():
    table = make_table()
    submission = submit(table)

    page = text_of(Phone(table, seat=1).get(f"deals/{submission.pk}/"))

    assert "Deal 1" in page
    assert "+34" in page


def record_of(table):
    import json
    from random import Random

    from games import services as games

    ruleset = games.ruleset("double-deck-pinochle", "standard", {}, 4)
    return json.dumps(games.random_record(ruleset, Random(3), 0))


@pytest.mark.long
def test_a_full_record_is_pasted_checked_and_sent():
    table = make_table()
    phone = Phone(table, seat=0)

    checked = phone.post("record/", {"record": record_of(table), "key": uuid4(), "number": 1})
    assert checked.status_code == 200
    from html import unescape

    html = checked.content.decode()
    pairs = dict(
        re.findall(r'<input type="hidden" name="(key|number|record)" value="([^"]*)"', html)
    )
    sent = phone.post("deals/", {k: unescape(v) for k, v in pairs.items()} | {"do": "send"})

    assert sent.status_code == 303
    assert Submission.objects.get().deal.form == "record"


def test_a_full_record_is_uploaded_as_a_file():
    from django.core.files.uploadedfile import SimpleUploadedFile

    table = make_table()
    phone = Phone(table, seat=0)
    file = SimpleUploadedFile("deal.json", record_of(table).encode())

    checked = phone.post("record/", {"file": file, "key": uuid4(), "number": 1})

    assert checked.status_code == 200
    assert "Send deal 1" in text_of(checked)


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "[1]", "{}", '{"hands": []}', '{"\\ud800": 1}', "9" * 30_000, "[" * 9_000],
)
def test_what_is_no_record_is_refused_and_kept(text):
    phone = Phone(make_table(), seat=0)

    answer = phone.post("record/", {"record": text, "key": uuid4(), "number": 1})

    assert answer.status_code == 422
    assert "Please look at this again" in text_of(answer)


@pytest.mark.long
def test_a_pitch_table_names_the_players_not_numbers():
    table = make_pitch_table(players=4)
    submit(table, pitch(), side=1)

    page = text_of(Phone(table, seat=0).get())

    assert "Bob Lee" in page
    assert "side 0" not in page
    assert "seat 0" not in page


@pytest.mark.long
def test_the_clock_stands_in_words_and_the_live_part_brings_news_of_it():
    table = make_table()
    phone = Phone(table, seat=1)
    who = {"round": table.round, "actor": Actor(name="Dora", via="desk")}
    now = timezone.now()
    assert "data-clock" not in phone.get().content.decode()

    rounds.start_clock(minutes=45, at=now, **who)
    page = phone.get().content.decode()
    assert "data-calm" in page
    version = re.search(r"sheet/\?version=([0-9.]+)", page)[1]
    assert phone.get(f"sheet/?version={version}").status_code == 204

    rounds.pause_clock(at=now + timedelta(minutes=5), **who)
    fresh = phone.get(f"sheet/?version={version}")
    assert "40:00" in text_of(fresh)
    assert 'id="round-clock" data-hx-swap-oob="true"' in fresh.content.decode()
    rounds.end_clock(at=now + timedelta(minutes=6), **who)
    assert "data-clock" not in phone.get(f"sheet/?version={version}").content.decode()


@pytest.mark.long
def test_a_page_that_is_kept_for_later_does_not_take_what_is_to_be_said_now():
    table = make_table()
    phone = Phone(table, seat=0)
    phone.send_checked(phone.check(PINOCHLE))

    assert "Deal 1 is sent" not in text_of(phone.get(x_to_keep="yes"))
    assert "Deal 1 is sent" in text_of(phone.get())


@pytest.mark.long
def test_after_the_last_deal_of_the_round_the_sheet_names_no_dealer_though_it_is_disputed():
    table = make_table(deals_a_round=1)
    submission = submit(table)
    results.dispute(submission=submission, side=1, reason="no", actor=BOB, at=NOW)

    page = Phone(table, seat=0).get().content.decode()

    assert "deals next" not in page
    assert 'data-due="1"' in page


@pytest.mark.long
def test_a_deal_that_was_thrown_in_is_none_of_those_the_round_has():
    table = make_pitch_table(table_play="deals", deals_a_round=2)
    submit(table, ALL_PASS)
    submit(table, pitch(), number=2)
    phone = Phone(table, seat=0)

    page = phone.get().content.decode()

    assert 'data-next="3" data-due="3"' in page
    assert phone.form()["number"] == "3"
