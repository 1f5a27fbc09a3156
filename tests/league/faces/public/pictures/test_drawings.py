"""The geometry of the pictures: nothing lies on anything else, nothing leaves its frame."""

from itertools import pairwise
from random import Random

import pytest

from league.faces.public.pictures.bid_bars import MOST_BARS, SIDE, bid_bars
from league.faces.public.pictures.form import Counted, block_of, form_from
from league.faces.public.pictures.race_chart import Runner, race_chart
from league.faces.public.pictures.rank_chart import (
    MOST_NAMED,
    Course,
    rank_chart,
    shortened,
    width_of,
)
from league.play.rounds.models import Round


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
        assert bars.bars[0].x >= SIDE
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


def test_very_many_rounds_are_shown_in_blocks(rf):
    rounds = [Round(number=number) for number in range(1, 32)]
    assert block_of(rounds, 2).tabs(rf.get("/")) == [
        ("?rounds=1", "Rounds 1–30", False),
        ("?rounds=2", "Round 31", True),
    ]


def test_a_race_has_at_most_six_marks_up_to_the_most():
    chart = race_chart([Runner(1, "Ann", [0, 40, 90])], [1, 2, 3], width=640)
    assert [mark for mark, _height in chart.marks] == ["0", "20", "40", "60", "80"]


def test_whoever_is_chosen_is_named_in_the_place_of_the_last_of_the_first():
    courses = [Course(key=place, name="Ann", places=[place, place]) for place in range(1, 20)]
    chart = rank_chart(courses, [1, 2], width=640, chosen=19)
    assert [line.key for line in chart.named] == [*range(1, MOST_NAMED), 19]


def test_a_sign_of_chinese_or_japanese_is_wider_than_a_letter():
    assert width_of("森", 10) > width_of("W", 10) > width_of("w", 10)
    assert shortened("森森森森", size=10, room=35) == "森森…"
