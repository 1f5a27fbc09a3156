"""Who can still win a season: against every way its nights can end, and by hand."""

from itertools import product
from random import Random

import pytest

from league.tables.outlook.methods.marks import Chance, ClinchStatus
from league.tables.outlook.methods.reach import Reach
from league.tables.outlook.methods.season_race import (
    Line,
    Nights,
    mark_in_race,
    race_of,
    staying_up,
    worth_of_a_night,
)
from league.tables.seasons.methods import Row, Rules
from league.tables.seasons.methods.counting import Sheet, count
from league.tables.seasons.methods.scoring import PointsOfTheNight, RankPoints

WORTHS = (3, 2, 1)
SCORING = RankPoints(table=WORTHS, beyond=0)


def row(key, *scores, rules, division=1, held=None):
    by_night = {at: score for at, score in enumerate(scores) if score is not None}
    sheet = Sheet(key=key, nights=dict.fromkeys(by_night), scores=by_night)
    count(sheet, rules, len(scores) if held is None else held)
    return Row(key, division, 1, (), sheet.total, sheet, None, None, None)


def total(scores, rules, held):
    sheet = Sheet(key="", nights={}, scores=dict(scores))
    count(sheet, rules, held)
    return sheet.total


def nights_that_can_be(keys):
    """Yield who gets what in a night: a place to one at most, nothing, or not there at all."""
    for gained in product((*WORTHS, 0, None), repeat=len(keys)):
        placed = [worth for worth in gained if worth]
        if len(placed) == len(set(placed)):
            pairs = zip(keys, gained, strict=True)
            yield {key: worth for key, worth in pairs if worth is not None}


def places_by_trying(rows, rules, over, to_come):
    """Return the best and the worst place of each in all the ways the nights can end."""
    keys = [one.key for one in rows]
    seen = {key: (len(keys), 1) for key in keys}
    for nights in product(list(nights_that_can_be(keys)), repeat=to_come):
        totals = {}
        for one in rows:
            scores = dict(one.sheet.scores)
            for number, night in enumerate(nights):
                if one.key in night:
                    scores[over + number] = night[one.key]
            if len(scores) >= rules.least_nights:
                totals[one.key] = total(scores, rules, over + to_come)
        for key, own in totals.items():
            ahead = sum(other > own for other in totals.values())
            level = sum(other == own for other in totals.values())
            best, worst = seen[key]
            seen[key] = (min(best, ahead + 1), max(worst, ahead + level))
    return seen


@pytest.mark.long
@pytest.mark.sampled(8)
@pytest.mark.parametrize("total_of", ["sum", "average"])
@pytest.mark.parametrize(("best", "drop"), [(None, 0), (2, 0), (None, 1), (3, 1)])
@pytest.mark.parametrize("lot", range(3))
def test_the_best_place_is_exact_and_nobody_falls_lower(total_of, best, drop, lot):
    rng = Random(f"{total_of} {best} {drop} {lot}")
    rules = Rules(scoring=SCORING, total=total_of, best=best, drop=drop)
    rows = [
        row(f"p{number}", *[rng.choice([None, 0, 1, 2, 3]) for _ in range(4)], rules=rules)
        for number in range(3)
    ]

    race = race_of(rows, rules, Nights(over=4, to_come=2))

    tried = places_by_trying(rows, rules, 4, 2)
    assert {key: reach.best for key, reach in race.items()} == {
        key: best for key, (best, _worst) in tried.items()
    }
    for key, reach in race.items():
        assert tried[key][1] <= reach.worst
        if reach.is_exact:
            assert tried[key][1] == reach.worst


def test_who_has_withdrawn_gains_nothing_more():
    rules = Rules(scoring=SCORING)
    rows = [row("ann", 3, 3, rules=rules), row("bob", 3, 1, rules=rules)]

    assert race_of(rows, rules, Nights(2, 2), leaving={"bob"})["ann"].worst == 1


def test_a_night_that_is_being_played_counts_as_still_to_come():
    rules = Rules(scoring=SCORING)
    rows = [row("ann", 3, 3, rules=rules), row("bob", 1, 1, rules=rules)]

    assert race_of(rows, rules, Nights(2, 0))["bob"].best == 2
    assert race_of(rows, rules, Nights(1, 1, [1]))["bob"].best == 1


def test_a_newcomer_can_still_win_where_there_are_no_divisions():
    rules = Rules(scoring=SCORING)
    alone = [row("ann", 3, rules=rules, division=None)]

    assert race_of(alone, rules, Nights(1, 1))["ann"].worst == 2
    assert race_of([row("ann", 3, rules=rules)], rules, Nights(1, 1))["ann"].worst == 1


def test_who_cannot_come_to_enough_nights_any_more_is_not_marked():
    rules = Rules(scoring=SCORING, least_nights=3)
    rows = [row("ann", 1, 1, None, rules=rules), row("bob", 3, None, None, rules=rules)]

    race = race_of(rows, rules, Nights(3, 1))

    assert race == {"ann": Reach(1, 1, is_exact=True)}


def test_points_of_the_night_have_no_limit():
    assert worth_of_a_night(PointsOfTheNight()) is None


def positions_by_trying(rows, rules, over, to_come):
    """Yield by key the best and the last position of each in every way the nights can end.

    Those with too few nights stand below the others, in any order.
    """
    keys = [one.key for one in rows]
    for nights in product(list(nights_that_can_be(keys)), repeat=to_come):
        ends = {}
        for one in rows:
            scores = dict(one.sheet.scores)
            for number, night in enumerate(nights, start=over):
                if one.key in night:
                    scores[number] = night[one.key]
            is_ranked = len(scores) >= rules.least_nights
            ends[one.key] = (is_ranked, total(scores, rules, over + to_come) if is_ranked else 0)
        yield {
            key: (
                1 + sum(other > own for other in ends.values()),
                sum(other >= own for other in ends.values()),
            )
            for key, own in ends.items()
        }


@pytest.mark.long
@pytest.mark.parametrize("least_nights", [0, 3])
@pytest.mark.parametrize("best", [None, 2])
@pytest.mark.parametrize("down", [1, 2])
@pytest.mark.parametrize("lot", range(4))
def test_nobody_said_to_stay_up_goes_down_and_the_other_way_round(least_nights, best, down, lot):
    rng = Random(f"{least_nights} {best} {down} {lot}")
    rules = Rules(scoring=SCORING, best=best, least_nights=least_nights)
    rows = [
        row(f"p{number}", *[rng.choice([None, 0, 1, 3, 3]) for _ in range(3)], rules=rules)
        for number in range(4)
    ]

    stays = staying_up(rows, rules, Nights(over=3, to_come=1), {1: Line(down, down)})

    assert set(stays) == {one.key for one in rows}
    for ends in positions_by_trying(rows, rules, 3, 1):
        for key, (best_position, last_position) in ends.items():
            if stays[key] is Chance.CERTAIN:
                assert last_position <= len(rows) - down
            if stays[key] is Chance.GONE:
                assert best_position > len(rows) - down


def test_staying_up_by_hand():
    rules = Rules(scoring=SCORING)
    scores = {"ann": (3, 3), "bob": (2, 2), "cy": (1, 1), "di": (0, 0)}
    rows = [row(key, *own, rules=rules) for key, own in scores.items()]
    certain, open_, gone = Chance.CERTAIN, Chance.OPEN, Chance.GONE

    def stays(down, to_come, **more):
        lines = {1: Line(down, more.get("least", down))}
        return list(staying_up(rows, rules, Nights(2, to_come), lines).values())

    assert stays(1, 0) == [certain, certain, certain, gone]
    assert stays(2, 0) == [certain, certain, gone, gone]
    assert stays(1, 1) == [certain, certain, open_, open_]
    assert stays(2, 1) == [certain, open_, open_, gone]
    # where so many go up that fewer are left to go down, nobody is said to
    assert stays(2, 0, least=1) == [certain, certain, open_, gone]
    assert stays(0, 0) == []


def test_who_cannot_play_enough_any_more_goes_down_before_those_who_have():
    rules = Rules(scoring=SCORING, least_nights=3)
    rows = [
        row("ann", 1, 1, 1, rules=rules),
        row("bob", 3, None, None, rules=rules),
    ]

    stays = staying_up(rows, rules, Nights(3, 1), {1: Line(1, 1)})

    assert stays == {"ann": Chance.CERTAIN, "bob": Chance.GONE}
    assert mark_in_race(None, None, up=0, stays=stays["bob"]) == ClinchStatus.RELEGATED
    assert mark_in_race(None, None, up=0) is None


@pytest.mark.parametrize(
    ("win", "promotion", "up", "mark"),
    [
        ((1, 1), (1, 1), 2, ClinchStatus.WON),
        ((1, 2), (1, 2), 2, ClinchStatus.PROMOTED),
        ((1, 3), (1, 3), 2, None),
        ((4, 5), (3, 4), 2, ClinchStatus.OUT),
        ((3, 5), (2, 4), 2, None),
        ((2, 5), (2, 5), 0, ClinchStatus.OUT),
        ((2, 5), None, 2, ClinchStatus.OUT),
        ((1, 5), None, 2, None),
    ],
)
def test_marks(win, promotion, up, mark):
    reaches = [Reach(*one, is_exact=True) if one else None for one in (win, promotion)]

    assert mark_in_race(*reaches, up=up) == mark
