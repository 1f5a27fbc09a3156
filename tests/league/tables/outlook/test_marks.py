"""What is certain about the places that matter, and the mark that says it."""

import pytest

from league.tables.outlook.methods.marks import (
    Aim,
    Chance,
    ClinchStatus,
    Places,
    chances_of,
    mark_of,
)
from league.tables.outlook.methods.reach import Reach

EIGHT = Places(size=8, up=2, down=2)


@pytest.mark.parametrize(
    ("best", "worst", "mark"),
    [
        (1, 1, ClinchStatus.WON),
        (1, 2, ClinchStatus.PROMOTED),
        (1, 3, None),
        (3, 6, ClinchStatus.SAFE),
        (2, 6, None),
        (3, 7, None),
        (7, 8, ClinchStatus.RELEGATED),
        (6, 8, None),
    ],
)
def test_a_mark_says_what_is_certain(best, worst, mark):
    assert mark_of(chances_of(Reach(best, worst, True), EIGHT)) == mark


def test_without_divisions_only_the_win_matters():
    alone = Places(size=8)

    assert mark_of(chances_of(Reach(2, 5, True), alone)) == ClinchStatus.OUT
    assert mark_of(chances_of(Reach(1, 5, True), alone)) is None
    assert chances_of(Reach(1, 1, True), alone) == {Aim.WIN: Chance.CERTAIN}


def test_nobody_is_promoted_or_relegated_where_everybody_would_be():
    assert Places(size=2, up=2, down=3).needed == {Aim.WIN: 1}
