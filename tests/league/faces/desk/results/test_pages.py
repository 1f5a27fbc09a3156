"""The desk's pages about results: room, table, deals, disputes, awards, penalties."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest

from league.clubs.models import Role
from league.play.results import services as results
from league.play.results.models import Adjustment, Submission, TableResult
from league.play.rounds import services as rounds
from league.play.rounds.links import link_of
from tests.league.faces.desk.results.desk import DEAL, Desk
from tests.league.factories import make_club
from tests.league.play.events.factories import DIRECTOR
from tests.league.play.results.factories import (
    BOB,
    NOW,
    make_adjustment,
    make_director,
    make_pitch_table,
    make_table,
    pinochle,
    play,
    states,
    submit,
)
from tests.league.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_the_room_counts_the_tables_and_puts_disputes_first():
    first = make_table(entries=8, deals_a_round=1)
    done, entered, disputed, _waiting = first.round.tables.order_by("number")
    play(done, pinochle())
    submit(entered)
    submission = submit(disputed)
    results.dispute(submission=submission, side=1, reason="no", actor=BOB, at=NOW)

    page = Desk(first).get("room")

    shown = text_of(page)
    counted = "done 1 .*playing 1 .*played, to be confirmed 1 .*overdue 0 .*disputed 1 "
    assert re.search(counted, shown)
    assert "1 / 1 1 deal to confirm" in shown
    numbers = re.findall(r"Table (\d)", shown[shown.index("Last change") :])
    assert numbers == ["3", "1", "2", "4"]
    assert f"room-{first.round.pk}" in page.content.decode()


@pytest.mark.long
def test_the_room_marks_tables_that_are_late():
    table = make_table()
    table.round.deadline = NOW - timedelta(days=365)
    table.round.save()

    assert "overdue 1" in text_of(Desk(table).get("room"))


@pytest.mark.long
def test_the_room_refreshes_its_tables_alone():
    part = Desk(make_table()).get("room", hx_request="true")

    assert part.status_code == 200
    assert b"<html" not in part.content
    assert "Table 1" in text_of(part)


@pytest.mark.long
@pytest.mark.parametrize("entries", [2, 14])
def test_the_room_takes_the_same_number_of_queries(entries, django_assert_num_queries):
    table = make_table(entries=entries)
    desk = Desk(table)
    desk.get("room", hx_request="true")

    # flagged deals, who waits for a partner and who has no table take one each
    with django_assert_num_queries(14):
        desk.get("room", hx_request="true")


@pytest.mark.long
def test_the_table_shows_its_sheet_and_the_link_for_the_phones():
    table = make_table()
    play(table, pinochle())

    page = Desk(table).get("table")

    html = page.content.decode()
    assert link_of(table) in html
    assert "<svg" in html
    assert "+64" in text_of(page)
    assert "Enter deal 2" in text_of(page)


@pytest.mark.long
def test_a_closed_round_shows_no_link():
    table = make_table()
    rounds.close_round(round=table.round, even_unfinished=True, actor=DIRECTOR, at=NOW)

    assert link_of(table) not in Desk(table).get("table").content.decode()


@pytest.mark.long
@pytest.mark.parametrize("make", [make_table, make_pitch_table])
def test_the_table_page_takes_the_same_number_of_queries(make):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tests.league.play.results.factories import pitch

    table = make()
    data = pinochle() if make is make_table else pitch()
    submit(table, data)
    desk = Desk(table)
    desk.get("table")
    with CaptureQueriesContext(
        connection,
    ) as few:
        desk.get("table")
    submit(table, data)
    submit(table, data)
    with CaptureQueriesContext(connection) as many:
        desk.get("table")

    assert len(few) == len(many)


@pytest.mark.long
def test_the_director_enters_a_deal_for_the_players():
    table = make_table(deals_a_round=1)
    desk = Desk(table)

    checked = desk.post("deal_enter", **DEAL, do="check")
    assert "What it scores" in text_of(checked)
    assert not Submission.objects.exists()
    written = desk.post("deal_enter", **DEAL, do="write", key=uuid4())

    assert (written.status_code, written["Location"]) == (302, desk.address("table"))
    assert states(table) == [(1, "confirmed")]


def test_a_double_click_enters_one_deal():
    table = make_table()
    desk, key = Desk(table), uuid4()

    desk.post("deal_enter", **DEAL, do="write", key=key, number=1)
    desk.post("deal_enter", **DEAL, do="write", key=key, number=1)

    assert states(table) == [(1, "confirmed")]


@pytest.mark.long
def test_what_the_rules_forbid_is_refused_and_kept():
    desk = Desk(make_table())

    answer = desk.post("deal_enter", **(DEAL | {"points-1": "18"}), do="write", key=uuid4())

    assert answer.status_code == 422
    assert "Points add up to 48; they must be 50." in text_of(answer)
    assert "Check this: The points of the sides do not add up" in text_of(answer)
    assert 'name="melds-0" value="34"' in answer.content.decode()


@pytest.mark.long
def test_a_deal_is_corrected_from_what_was_submitted_and_its_history_stays():
    table = make_table()
    submit(table)
    desk = Desk(table)

    form = desk.get("deal_correct", 1).content.decode()
    assert 'name="melds-0" value="34"' in form
    no_reason = desk.post("deal_correct", 1, **(DEAL | {"points-0": "31"}), do="write", reason="")
    assert no_reason.status_code == 422
    desk.post("deal_correct", 1, **(DEAL | {"points-0": "31"}), do="write", reason="recounted")

    assert states(table) == [(1, "corrected"), (1, "confirmed")]
    history = text_of(desk.get("deal_history", 1))
    assert "Ann Lee" in history
    assert "Reason: recounted" in history
    assert "this one counts" in history


@pytest.mark.long
def test_a_correction_with_the_same_numbers_says_that_nothing_was_changed():
    table = make_table()
    play(table, pinochle())
    desk = Desk(table)

    done = desk.post("deal_correct", 1, **DEAL, do="write", reason="recounted")

    assert states(table) == [(1, "confirmed")]
    page = desk.client.get(done["Location"])
    assert "the same numbers as before: nothing was changed" in text_of(page)
    assert "data-undo" not in page.content.decode()


def test_who_only_checks_a_correction_is_not_asked_why_yet():
    table = make_table()
    submit(table)

    answer = Desk(table).post("deal_correct", 1, **(DEAL | {"points-0": "31"}), do="check")

    assert answer.status_code == 200
    assert "What it scores" in text_of(answer)
    assert "This field is required." not in text_of(answer)


def test_a_deal_is_struck_out_with_a_reason():
    table = make_table()
    submit(table)
    desk = Desk(table)

    assert desk.post("deal_void", 1, reason="").status_code == 422
    desk.post("deal_void", 1, reason="wrong table")

    assert states(table) == [(1, "void")]
    assert desk.get("deal_void", 1).status_code == 404
    assert "wrong table" in text_of(desk.get("deal_history", 1))


def disputed_table():
    table = make_table()
    first = submit(table)
    second = submit(table, pinochle(points=(31, 19)), side=1, number=1, actor=BOB)
    return table, first, second


def test_a_dispute_is_settled_for_one_of_the_submissions():
    table, _first, second = disputed_table()
    desk = Desk(table)
    page = text_of(desk.get("deal_settle", 1))
    assert "differs" in page
    assert "is right" in page

    desk.post("deal_settle", 1, choose=second.pk, reason="counted the tricks")

    assert states(table) == [(1, "void"), (1, "confirmed")]


@pytest.mark.long
def test_a_dispute_is_settled_with_other_numbers():
    table, _first, _second = disputed_table()

    Desk(table).post(
        "deal_settle", 1, **(DEAL | {"points-0": "32"}), do="write", reason="neither", key=uuid4()
    )

    assert states(table) == [(1, "corrected"), (1, "corrected"), (1, "confirmed")]
    assert TableResult.objects.get().totals == [66, 0]


def test_settling_without_a_reason_settles_nothing():
    table, first, _second = disputed_table()

    long = "x" * 400
    desk = Desk(table)
    kept = desk.post("deal_settle", 1, choose=first.pk, reason=long)
    assert kept.status_code == 422
    assert f'value="{long}"' in kept.content.decode()
    desk.post("deal_settle", 1, choose=first.pk, reason=" ")

    assert states(table) == [(1, "disputed"), (1, "disputed")]


@pytest.mark.long
def test_settling_what_is_settled_leads_back_to_the_table():
    table = make_table()
    submit(table)
    desk = Desk(table)

    assert desk.get("deal_settle", 1)["Location"] == desk.address("table")


def test_everything_that_waits_is_confirmed_at_once():
    table = make_table()
    submit(table)
    submit(table)

    Desk(table).post("table_move", action="confirm")

    assert states(table) == [(1, "confirmed"), (2, "confirmed")]


def test_a_table_is_ended_early_and_goes_on():
    table = make_table()
    play(table, pinochle())
    desk = Desk(table)

    desk.post("table_move", action="end")
    assert TableResult.objects.get().state == "confirmed"

    desk.post("table_move", action="resume")
    assert TableResult.objects.get().state == "playing"


def test_points_are_awarded_and_taken_back():
    table = make_table()
    desk = Desk(table)

    half = desk.post("table_award", points_0="5", reason="x")
    assert half.status_code == 422
    desk.post("table_award", points_0="100", points_1="0.5", reason="they left")
    assert TableResult.objects.get().awarded == [100, 0.5]
    assert "they left" in text_of(desk.get("table"))

    desk.post("table_award", reason="they came back")
    assert TableResult.objects.get().awarded is None


def test_who_won_a_level_table_is_decided_and_taken_back():
    table = make_table()
    desk = Desk(table)

    early = desk.post("table_decide", side="0", reason="a cut")
    assert early.status_code == 422
    desk.post("table_award", points_0="5", points_1="5", reason="called away")
    assert "Decide who won the level table" in text_of(desk.get("table"))
    desk.post("table_decide", side="1", reason="a cut of the cards")
    result = TableResult.objects.get()
    assert (result.winner, result.awarded) == (1, [5, 5])
    shown = text_of(desk.get("table"))
    assert "a cut of the cards" in shown
    assert "decision on who won it: None" not in shown
    assert "decision on who won it: " in shown
    assert result.decided_by_lot is False

    desk.post("table_decide", side="1", reason="a cut of the cards", by_lot="on")
    assert TableResult.objects.get().decided_by_lot is True
    assert " won by lot. Reason: " in text_of(desk.get("table"))

    desk.post("table_decide", side="", reason="it was a draw after all")
    assert TableResult.objects.get().winner is None


def test_points_that_come_later_decide_instead_of_the_director():
    table = make_table()
    desk = Desk(table)
    desk.post("table_award", points_0="5", points_1="5", reason="called away")
    desk.post("table_decide", side="1", reason="a cut")

    desk.post("table_award", points_0="7", points_1="5", reason="counted again")

    assert TableResult.objects.get().winner == 0


def test_a_penalty_is_written_down_once_and_taken_back():
    table = make_table()
    desk = Desk(table)
    entry = desk.event.entries.first()
    typed = {"entry": entry.pk, "kind": "penalty", "points": "5", "reason": "late"}
    typed["sent_once"] = str(uuid4())

    assert desk.post("adjustments", **(typed | {"points": "-5"})).status_code == 422
    desk.post("adjustments", **typed)
    desk.post("adjustments", **typed)

    made = Adjustment.objects.get()
    assert "−5" in text_of(desk.get("adjustments"))
    desk.post("adjustment_revoke", made.pk)
    made.refresh_from_db()
    assert made.revoked_at is not None
    assert "withdrawn by" in text_of(desk.get("adjustments"))


def test_a_deal_nobody_submitted_has_no_history():
    assert Desk(make_table()).get("deal_history", 7).status_code == 404


READS = [("room",), ("table",), ("deal_history", 1)]
SCORERS = [("deal_enter",), ("deal_correct", 1), ("deal_void", 1)]
DIRECTORS = [("table_award",), ("table_decide",), ("adjustments",)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("role", "scoring", "deciding"),
    [
        (Role.OWNER, 200, 200),
        (Role.DIRECTOR, 200, 200),
        (Role.SCORER, 200, 403),
        (Role.PLAYER, 403, 403),
    ],
)
def test_scorers_see_and_correct_and_only_directors_decide(role, scoring, deciding):
    table = make_table()
    submit(table)
    desk = Desk(table, role)

    assert {page: desk.get(*page).status_code for page in READS + SCORERS + DIRECTORS} == {
        **dict.fromkeys(READS + SCORERS, scoring),
        **dict.fromkeys(DIRECTORS, deciding),
    }


@pytest.mark.long
@pytest.mark.parametrize("role", [Role.SCORER, Role.PLAYER])
def test_a_dispute_is_settled_by_the_director_alone(role):
    table, first, _second = disputed_table()

    answer = Desk(table, role).post("deal_settle", 1, choose=first.pk, reason="x")

    assert answer.status_code == 403
    assert states(table) == [(1, "disputed"), (1, "disputed")]


@pytest.mark.long
@pytest.mark.parametrize("action", ["end", "resume"])
def test_a_scorer_does_not_end_a_table(action):
    table = make_table()
    play(table, pinochle())

    assert Desk(table, Role.SCORER).post("table_move", action=action).status_code == 403
    assert TableResult.objects.get().ended_at is None


@pytest.mark.long
def test_people_of_another_club_learn_nothing():
    table = make_table()
    submit(table)
    stranger = Desk(make_table(make_club("Other")), Role.OWNER)

    addresses = [Desk(table, None).address(*page) for page in READS + SCORERS + DIRECTORS]

    assert {stranger.client.get(address).status_code for address in addresses} == {404}


@pytest.mark.long
def test_nobody_is_sent_to_sign_in():
    table = make_table()
    submit(table)

    answers = [Desk(table, None).get(*page) for page in READS + SCORERS + DIRECTORS]

    assert {answer.status_code for answer in answers} == {302}
    assert all(answer["Location"].startswith("/account/") for answer in answers)


@pytest.mark.long
def test_a_table_of_another_event_is_not_found_under_this_one():
    here = make_table()
    there = make_table(here.round.stage.event.club, name="Autumn cup")
    desk = Desk(here)
    desk.table = there

    assert desk.get("table").status_code == 404
    assert desk.post("table_move", action="confirm").status_code == 404


@pytest.mark.long
def test_an_adjustment_of_another_event_is_not_revoked():
    here = make_table()
    elsewhere = Desk(make_table(make_club("Other")), Role.OWNER)
    stage = here.round.stage
    made = make_adjustment(stage, stage.event.entries.first(), actor=make_director(here))

    assert elsewhere.post("adjustment_revoke", made.pk).status_code == 404
    made.refresh_from_db()
    assert made.revoked_at is None


@pytest.mark.long
def test_somebody_who_did_not_come_is_noted_and_taken_back():
    table = make_table()
    desk = Desk(table)

    assert "No-show" in text_of(desk.get("table"))
    page = desk.get("table_forfeit")
    assert "In the standings it gets as much as a win, the other side 0 points." in text_of(page)
    assert "nobody: the table plays" not in text_of(page)
    assert desk.post("table_forfeit", absent="").status_code != 302  # somebody has to be chosen
    desk.post("table_forfeit", absent="1", reason="ill")
    assert "nobody: the table plays" in text_of(desk.get("table_forfeit"))
    assert "won by forfeit. ill" in text_of(desk.get("table"))
    assert "won by forfeit" in text_of(desk.get("room"))
    # nothing is left to do here, and the room says what is
    page = text_of(desk.get("table"))
    assert "Enter deal" not in page
    assert "Decide who won" not in page
    assert "Every table is confirmed. Close the round" in text_of(desk.get("room"))

    desk.post("table_forfeit", absent="")
    assert "Enter deal 1" in text_of(desk.get("table"))
    assert "Every table is confirmed" not in text_of(desk.get("room"))
    assert TableResult.objects.get().awarded is None


def test_the_page_of_a_round_says_what_a_bye_is_worth_so_far_where_that_is_an_average():
    table = make_table(entries=5, deals_a_round=1, method={"name": "total_points"})
    desk = Desk(table)
    assert "so far worth" not in text_of(desk.get("round"))

    play(table, pinochle())  # 64 to 42

    assert "have a bye · so far worth 53" in text_of(desk.get("round"))


def test_who_notes_a_no_show_reads_the_average_that_the_other_side_gets_so_far():
    first = make_table(entries=4, deals_a_round=1, method={"name": "total_points"})
    second = first.round.tables.exclude(pk=first.pk).get()
    desk = Desk(second)
    assert "So far that is" not in text_of(desk.get("table_forfeit"))

    play(first, pinochle())  # 64 to 42

    # nobody here has played a match yet: until then it is the average of those who did
    page = text_of(desk.get("table_forfeit"))
    worth = "it gets the entry’s own average, the other side 0 points. So far that is: "
    sides = page.partition(worth)[2].partition(".")[0]
    assert re.findall(r" (\d+)", sides) == ["53", "53"]

    desk.post("table_forfeit", absent="1")
    assert "So far that is" not in text_of(desk.get("table_forfeit"))
