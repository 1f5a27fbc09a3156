"""The geometry of the pictures: nothing lies on anything else, nothing leaves its frame."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from league.faces.public.pictures.bid_bars import MOST_BARS, bid_bars
from league.faces.public.pictures.form import Counted, form_from
from league.faces.public.pictures.rank_chart import (
    BETWEEN_LABELS,
    MOST_LINES,
    Course,
    rank_chart,
    set_apart,
    shortened,
    width_of,
)
from tests.league.faces.public.pictures.factories import courses


@pytest.mark.long
@pytest.mark.sampled(15)
@pytest.mark.parametrize("seed", range(60))
def test_labels_are_apart_in_order_and_inside(seed):
    rng = Random(seed)
    wanted = sorted(rng.uniform(0, 100) for _label in range(rng.randint(1, 10)))
    heights = set_apart(wanted, gap=10, first=0, last=100)
    assert all(b - a >= 9.9 for a, b in pairwise(heights))
    assert min(heights) >= 0
    assert max(heights) <= 100.1


def test_labels_that_have_room_stay_where_they_are():
    assert set_apart([5, 30, 80], gap=10, first=0, last=100) == (5, 30, 80)
    assert set_apart([50, 50, 50], gap=10, first=0, last=60) == (40, 50, 60)


@pytest.mark.parametrize(
    "text", ["Ann Lee", "Bartholomew Featherstonehaugh & Co", "佐藤 美咲 & 鈴木 健太"]
)
def test_a_label_fits_its_room(text):
    assert width_of(shortened(text, size=13, room=120), 13) <= 120
    assert shortened(text, size=13, room=1000) == text


@pytest.mark.parametrize("width", [340, 760])
@pytest.mark.parametrize(
    ("entries", "rounds"), [(2, 2), (3, 9), (8, 7), (25, 5), (200, 11), (900, 30)]
)
def test_a_chart_keeps_its_lines_inside_and_its_names_apart(entries, rounds, width):
    field = courses(entries, rounds, seed=entries)
    names = width > 500
    chart = rank_chart(field, range(1, rounds + 1), width=width, chosen=field[-1].key, names=names)
    assert chart is not None
    assert [int(line.label.split()[0]) for line in chart.named] == [
        one.place for one in chart.named
    ]
    assert all((line.name in line.label) == names for line in chart.named)
    for line in chart.lines:
        for point in line.points.split():
            x, y = map(float, point.split(","))
            assert chart.left <= x <= chart.right + 0.1
            assert 0 < y < chart.foot
    named = sorted(line.label_at for line in chart.lines if line.label)
    assert all(b - a >= BETWEEN_LABELS - 0.2 for a, b in pairwise(named))
    assert named[-1] < chart.height
    assert [line.is_chosen for line in chart.lines].count(True) == 1
    assert chart.lines[-1].is_chosen
    assert len(chart.lines) <= MOST_LINES + 1
    across = [x for _number, x in chart.rounds]
    assert all(b - a > 15 for a, b in pairwise(across))
    assert chart.rounds[-1][0] == rounds


def test_names_take_the_room_they_need_and_no_more():
    short = rank_chart(courses(5, 4, seed=1), range(1, 5), width=760)
    named = [
        replace(one, name="Bartholomew Fitzgerald & Ophelia Montgomery") for one in courses(5, 4, 1)
    ]
    assert rank_chart(named, range(1, 5), width=760).right < short.right
    places = rank_chart(named, range(1, 5), width=340, names=False)
    assert [line.label for line in places.named] == ["1", "2", "3", "4", "5"]


def test_a_chart_needs_two_rounds():
    assert rank_chart(courses(4, 1, 1), [1], width=340) is None
    assert rank_chart([], [1, 2], width=340) is None


def test_who_was_away_has_no_point_for_that_round():
    chart = rank_chart([Course(1, "Ann", [1, 1]), Course(2, "Bob", [None, 2])], [1, 2], width=340)
    assert {line.name: len(line.dots) for line in chart.lines} == {"Ann": 2, "Bob": 1}


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


def test_a_few_levels_have_a_bar_each_and_none_no_bars():
    bars = bid_bars({28: (2, 1), 30: (0, 0), 40: (1, 0)})
    assert [(bar.label, bar.made, bar.failed) for bar in bars.bars] == [("28", 2, 1), ("40", 1, 0)]
    assert bid_bars({30: (0, 0)}) is None


def test_form_is_what_each_round_added():
    counted = [Counted(1, 0, 0), Counted(1, 0, 0), Counted(1, 1, 0), Counted(1, 1, 1)]
    assert form_from(counted, is_whole=True) == ["won", "drawn", "lost"]  # a bye in between
    assert form_from(counted, is_whole=False) == ["drawn", "lost"]
    many = [Counted(number, 0, 0) for number in range(1, 9)]
    assert form_from(many, is_whole=True) == ["won"] * 5
