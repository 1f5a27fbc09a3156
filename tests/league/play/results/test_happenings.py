"""Every happening at a table reads as a whole sentence."""

from decimal import Decimal

import pytest

from league.foundation.journal import kinds
from league.foundation.journal.models import Happening
from league.foundation.records import services as records
from league.foundation.records.act import Act
from league.play.results import services as results
from league.play.results.happenings import SENTENCES
from tests.league.play.results.factories import (
    ANN,
    BOB,
    NOW,
    make_adjustment,
    make_director,
    make_table,
    pinochle,
    submit,
)

pytestmark = pytest.mark.django_db


def whole_evening():
    table = make_table(table_play="timed", deals_a_round=None, minutes_a_round=60)
    director = {"actor": make_director(table), "at": NOW}
    players = {"actor": BOB, "at": NOW}
    first = submit(table)
    results.confirm(table=table, side=1, **players)
    results.dispute(submission=first, side=1, reason="no", **players)
    results.settle(table=table, number=1, choose=first, reason="yes", **director)
    submit(table)
    results.take_back(table=table, side=0, actor=ANN, at=NOW)
    submit(table)
    submit(table, pinochle(points=(31, 19)), side=1, number=2)
    results.settle(table=table, number=2, data=pinochle(), reason="counted", **director)
    third = results.enter(table=table, data=pinochle(), **director)
    results.correct(submission=third, data=pinochle(points=(31, 19)), reason="typo", **director)
    results.void(submission=first, reason="another table", **director)
    results.end_table(table=table, side=0, **players)
    results.resume_table(table=table, side=0, **players)
    results.award(table=table, points=[1, 1], reason="late", **director)
    results.decide_level(table=table, side=0, reason="cut the deck", **director)
    results.decide_level(table=table, side=None, reason="one more deal", **director)
    results.award(table=table, points=None, reason="not so late", **director)
    for absent in ([1], None):
        results.forfeit(table=table, absent=absent, **director)
    made = make_adjustment(
        table.round.stage,
        table.round.stage.event.entries.first(),
        points=Decimal("2.5"),
        actor=director["actor"],
    )
    records.revoke(made, by=Act(**director))
    level = make_table(table_play="timed", deals_a_round=None, minutes_a_round=60)
    results.award(
        table=level, points=[5, 5], reason="the sheet was lost", actor=make_director(level), at=NOW
    )
    for side in (1, None):
        results.decide_level(
            table=level, side=side, reason="a cut", actor=make_director(level), at=NOW
        )


@pytest.mark.long
def test_an_evening_with_everything_in_it_reads_without_gaps():
    whole_evening()

    rows = Happening.objects.filter(kind__in=SENTENCES).order_by("id")
    sentences = [kinds.sentence_of(row.kind, actor=row.actor_name, data=row.data) for row in rows]

    assert {row.kind for row in rows} == SENTENCES.keys()
    assert [sentence for sentence in sentences if "–" in sentence or "%(" in sentence] == []
    assert "Bob Lee disputed deal 1 of table 1 in round 1 of Spring cup: no" in sentences


@pytest.mark.long
def test_happenings_name_the_table_the_event_and_the_stage():
    table = make_table()
    submit(table)

    row = Happening.objects.get(kind="deal.submitted")

    event = table.round.stage.event
    assert (row.club_id, row.event_id, row.stage_id) == (
        event.club_id,
        event.pk,
        table.round.stage_id,
    )
    assert (row.subject_type, row.subject_id) == ("table", table.pk)
    assert (row.actor_name, row.via) == ("Ann Lee", "table")
    assert row.data["round_id"] == table.round_id


@pytest.mark.parametrize(
    ("kept", "read"),
    [("-3.00", "by −3:"), ("+2.50", "by +2.5:"), ("+10.00", "by +10:"), ("", "by :")],
)
def test_points_of_a_penalty_read_as_people_write_them(kept, read):
    data = {"entry": "Ann Lee", "event": "Spring", "points": kept, "reason": "late"}

    assert read in kinds.sentence_of("adjustment.made", actor="Dora", data=data)
