"""The geometry of the pictures: nothing lies on anything else, nothing leaves its frame."""

from itertools import pairwise
from random import Random

import pytest

from league.faces.public.pictures.bid_bars import MOST_BARS, bid_bars
from league.faces.public.pictures.form import Counted, form_from


def test_bars_stand_beside_each_other_and_count_every_bid():
    rng = Random(4)
    for _night in range(30):
        levels = {
            rng.randint(20, 400): (rng.randint(0, 9), rng.randint(0, 9)) for _bid in range(40)
        }
        bars = bid_bars(levels)
        assert len(bars.bars) <= MOST_BARS
        assert bars.made == sum(made for made, _failed in levels.values())
        assert bars.failed == sum(failed for _made, failed in levels.values())
        for one, after in pairwise(bars.bars):
            assert one.x + one.width < after.x
            assert after.low == one.high + 1
        for bar in bars.bars:
            assert bar.failed_y >= 0
            assert bar.made_y + bar.made_height == pytest.approx(bars.foot, abs=0.2)
            assert bar.x + bar.width <= bars.width


def test_form_is_what_each_round_added():
    counted = [Counted(1, 0, 0), Counted(1, 0, 0), Counted(1, 1, 0), Counted(1, 1, 1)]
    assert form_from(counted, is_whole=True) == ["won", "drawn", "lost"]  # a bye in between
    assert form_from(counted, is_whole=False) == ["drawn", "lost"]
    many = [Counted(number, 0, 0) for number in range(1, 9)]
    assert form_from(many, is_whole=True) == ["won"] * 5
