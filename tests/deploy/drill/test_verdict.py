"""The judge of the drill: what was acknowledged must be there once, under its key."""

from dataclasses import replace
from uuid import UUID

import pytest

from deploy.drill.verdict import (
    Acknowledged,
    Stored,
    Verdict,
    doubled_of,
    judge,
    lost_of,
    stored_submissions,
)
from tests.recovery.evenings import make_evening, score_of
from tests.recovery.mishaps import submit

FIRST, SECOND, OTHER = (UUID(int=number) for number in (1, 2, 3))
TOLD = Acknowledged(table_id=7, number=1, key=FIRST, score=(60, 40))
ROW = Stored(table_id=7, number=1, score=(60, 40), keys=frozenset({FIRST, SECOND}))


def test_what_is_stored_under_its_key_is_not_lost():
    assert lost_of([TOLD, replace(TOLD, key=SECOND)], [ROW]) == []


@pytest.mark.parametrize(
    "told",
    [
        replace(TOLD, key=OTHER),
        replace(TOLD, score=(61, 39)),
        replace(TOLD, number=2),
        replace(TOLD, table_id=8),
    ],
    ids=["key", "score", "deal", "table"],
)
def test_what_is_stored_otherwise_is_lost(told):
    assert lost_of([told], [ROW]) == [told]


def test_two_of_one_deal_or_of_one_key_are_doubled():
    assert doubled_of([ROW]) == 0
    assert doubled_of([ROW, replace(ROW, keys=frozenset({OTHER}))]) == 1
    assert doubled_of([ROW, replace(ROW, number=2)]) == 2  # both keys a second time


def test_nothing_but_a_clean_verdict_is_clean():
    clean = Verdict(acknowledged=2, lost=[], doubled=0, standings_are_equal=True)
    assert clean.is_clean
    assert not replace(clean, lost=[TOLD]).is_clean
    assert not replace(clean, doubled=1).is_clean
    assert not replace(clean, standings_are_equal=False).is_clean


@pytest.mark.django_db(transaction=True)
def test_the_judge_sees_a_submission_that_went_and_standings_that_are_behind():
    evening = make_evening(2)
    score = tuple(score_of(24))
    told = []
    for side in (0, 1):
        key = UUID(int=100 + side)
        submit(evening, 1, 24, side=side, key=key)
        told.append(Acknowledged(evening.tables[0].pk, 1, key, score))

    assert [row.keys for row in stored_submissions([evening])] == [
        frozenset(one.key for one in told)
    ]
    assert not judge(told, [evening]).standings_are_equal
    assert judge(told, [evening]).lost == []

    never_arrived = replace(told[0], key=OTHER)
    assert judge([*told, never_arrived], [evening]).lost == [never_arrived]
