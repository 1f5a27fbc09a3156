"""A sheet or the final scores of a round, entered in one go, are undone in one go."""

import pytest
from django.urls import reverse

from league.clubs.models import Role
from league.foundation.journal.actor import Act
from league.play.results import services as results
from league.play.results.models import Submission, SubmissionState, TableResult
from tests.league.faces.desk.results.desk import GAME, Desk, row, scores_address
from tests.league.faces.desk.undoing import button_of, undo
from tests.league.play.results.factories import (
    NOW,
    make_director,
    make_table,
    pinochle,
    play,
)

pytestmark = pytest.mark.django_db


def type_sheet(desk, **more):
    return desk.post("table_sheet", **row(1), **row(2), **row(3), do="write", **more)


def correct(table, number, **changes):
    submission = Submission.objects.get(table=table, number=number, state="confirmed")
    results.correct(
        submission=submission,
        data=pinochle(**changes),
        reason="misread",
        by=Act(make_director(table), NOW),
    )


def counting(table):
    live = table.submissions.exclude(state__in=["void", "corrected"])
    return list(live.order_by("number").values_list("number", flat=True))


def said_after(desk, button):
    return desk.client.get(desk.client.post(*button)["Location"]).content.decode()


@pytest.mark.long
def test_deals_that_were_on_the_sheet_before_stay():
    table = make_table()
    play(table, pinochle())
    desk = Desk(table)
    done = desk.post("table_sheet", **row(2), **row(3), do="write")

    back = undo(desk.client, done)

    assert back["Location"] == desk.address("table_sheet")
    assert counting(table) == [1]


def test_a_table_that_was_ended_with_its_sheet_goes_on_again():
    table = make_table()
    desk = Desk(table)
    done = desk.post("table_sheet", **row(1), do="write", end="yes")
    assert TableResult.objects.get().ended_at is not None

    undo(desk.client, done)

    assert TableResult.objects.get().ended_at is None
    assert counting(table) == []


def test_nobody_undoes_what_another_person_entered_or_at_another_table():
    table = make_table(entries=4)
    other = table.round.tables.get(number=2)
    desk = Desk(table)
    _address, fields = button_of(desk.client, type_sheet(desk))

    scorer, elsewhere = Desk(table, Role.SCORER), Desk(other, role=None)
    for client, address in [
        (scorer.client, desk.address("table_sheet_undo")),
        (desk.client, elsewhere.address("table_sheet_undo")),
    ]:
        client.post(address, fields)
    desk.client.post(desk.address("table_sheet_undo"), {"entered": "made:up:seal"})

    assert counting(table) == [1, 2, 3]


def test_the_final_scores_of_a_round_are_struck_out_but_one_that_was_corrected():
    first = make_table(entries=6, **GAME)
    tables = list(first.round.tables.order_by("number"))
    desk = Desk(first)
    sent = {f"t{one.pk}-score-0": "520" for one in tables}
    sent |= {f"t{one.pk}-score-1": "340" for one in tables}
    button = button_of(desk.client, desk.client.post(scores_address(desk), sent))
    assert Submission.objects.filter(state=SubmissionState.CONFIRMED).count() == 3
    results.correct(
        submission=Submission.objects.get(table=tables[1]),
        data={"final_score": [530, 340]},
        reason="misread",
        by=Act(make_director(first), NOW),
    )

    said = said_after(desk, button)

    assert "The final scores of 2 tables are struck out." in said
    assert "stays as it is: Table 2." in said
    assert [counting(one) for one in tables] == [[], [1], []]
    assert button[0] == reverse(
        "desk:round_scores_undo", args=[desk.event.club.slug, desk.event.slug, 1, 1]
    )
