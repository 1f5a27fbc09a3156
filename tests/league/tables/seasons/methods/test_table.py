"""The table of a season: what counts, what is dropped, who is ranked, and why."""

from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from league.tables.seasons.methods import Place, explain_rank
from tests.league.tables.seasons.methods.nights import night, nights, ranks, table, totals

RANKS = {"scoring": {"name": "rank_points", "table": [12, 11, 10]}, "tiebreaks": []}


def scores(rules, played, key):
    row = next(row for row in table(rules, played).rows if row.key == key)
    return list(row.sheet.scores.values())


def test_points_by_rank_are_shared_by_those_who_are_level():
    found = table(RANKS, nights("a, b c, d, e"))

    assert totals(found.rows) == {
        "a": 12,
        "b": Fraction(21, 2),
        "c": Fraction(21, 2),
        "d": 0,
        "e": 0,
    }
    assert str(found.rows[1].sheet.nights[0].why) == (
        "places 2 to 3 are shared by 2 and give 21 together, 10.5 each"
    )


def test_a_percentage_is_the_part_of_the_others_that_an_entry_is_ahead_of():
    found = table({"scoring": {"name": "percentage"}}, nights("a, b c, d, e"))

    assert totals(found.rows) == {
        "a": 100,
        "b": Fraction(125, 2),
        "c": Fraction(125, 2),
        "d": 25,
        "e": 0,
    }
    assert str(found.rows[1].sheet.nights[0].why) == (
        "62.5 per cent: ahead of 2 and level with 1 of 4 others"
    )


@pytest.mark.parametrize(("key", "points"), [("b", 3), ("c", 2), ("d", 0)])
def test_a_threshold_is_reached_from_its_own_number_on(key, points):
    played = nights("a, x, b, c, d e")
    rules = {"scoring": {"name": "thresholds", "bands": [[60, 3], [40, 2]]}}

    # six people: b is ahead of 3 of 5 = 60, c of 2 = 40, d of 0 and level with 1 = 10
    assert scores(rules, played, key) == [points]


def test_thresholds_of_points_are_compared_with_the_points_of_the_night():
    played = [night(1, "a, b, c", points={"a": 12, "b": Fraction(119, 10), "c": -3})]
    rules = {"scoring": {"name": "thresholds", "of": "points", "bands": [[12, 1]]}}

    assert [scores(rules, played, key) for key in "abc"] == [[1], [0], [0]]


def test_the_best_nights_count_and_the_others_say_why_not():
    found = table(RANKS | {"best": 2}, nights("a, b", "b, a", "x, y, a", "a, b"))
    row = next(row for row in found.rows if row.key == "a")

    assert (row.sheet.counted, row.total) == ((0, 3), 24)
    assert {number: str(why) for number, why in row.sheet.dropped.items()} == {
        1: "does not count: only the best 2 of 4 do",
        2: "does not count: only the best 2 of 4 do",
    }


def test_of_equal_nights_the_earlier_ones_count():
    (row,) = table(RANKS | {"best": 2}, nights("a", "a", "a")).rows

    assert row.sheet.counted == (0, 1)


@pytest.mark.parametrize(
    ("total", "drop", "counted"),
    [("sum", 1, 3), ("sum", 2, 2), ("sum", 9, 1), ("average", 1, 2), ("average", 9, 1)],
)
def test_a_night_missed_is_one_of_the_worst_of_a_sum_and_none_of_an_average(total, drop, counted):
    # a came to three of four nights
    played = nights("a, b", "a, b", "a, b", "b, c")
    found = table(RANKS | {"total": total, "drop": drop}, played)

    assert len(next(row for row in found.rows if row.key == "a").sheet.counted) == counted


def test_with_an_average_only_those_with_the_least_number_of_nights_are_ranked():
    found = table(
        RANKS | {"total": "average", "least_nights": 2}, nights("a, b, c", "b, a, d", "d, a, b")
    )

    # a 12, 11, 11; b 11, 12, 10; d 10, 12; c came once
    assert totals(found.rows) == {"a": Fraction(34, 3), "b": 11, "d": 11, "c": 10}
    assert ranks(found.rows) == {"a": 1, "b": 2, "d": 2, "c": None}
    assert str(found.rows[-1].unranked) == "not ranked yet: 1 of at least 2 nights"


def test_guests_are_listed_not_ranked_and_take_nobodys_rank_unless_the_club_says_so():
    played = nights("g, a, b", "a, g, b")
    keeps = table(RANKS, played, guests={"g"})
    moves = table(RANKS | {"guests_move_ranks": True}, played, guests={"g"})

    assert totals(keeps.rows) == {"a": 24, "b": 22, "g": 12 + 11}
    assert totals(moves.rows) == {"a": 23, "b": 20, "g": 23}
    assert ranks(keeps.rows) == ranks(moves.rows) == {"a": 1, "b": 2, "g": None}
    assert str(keeps.rows[-1].unranked) == "a guest is not ranked"


def test_a_pair_of_a_member_and_a_guest_moves_ranks():
    pair = Place(("a", "g"), 1, 0)
    played = [night(1, "b")]
    played[0] = type(played[0])(id="1", day=played[0].day, places=[pair, Place(("b",), 2, 0)])

    assert totals(table(RANKS, played, guests={"g"}).rows) == {"a": 12, "b": 11, "g": 12}


@pytest.mark.parametrize(
    ("tiebreak", "why"),
    [
        ("nights_won", "ahead of b on nights won, 1 to 0"),
        ("best_night", "ahead of b on best night, 12 to 11"),
    ],
)
def test_a_tiebreak_separates_what_the_total_leaves_level(tiebreak, why):
    # 22 each: a 12 and 10, b 11 twice, c 10 and 12
    rows = table(RANKS | {"tiebreaks": [tiebreak]}, nights("a, b, c", "c, b, a")).rows

    assert ranks(rows) == {"a": 1, "c": 1, "b": 3}
    assert str(explain_rank(rows[0], {key: key for key in "abc"})) == (
        f"level with c on all that counts; {why}"
    )


def test_the_second_best_night_decides_where_the_best_are_equal():
    rules = {"scoring": {"name": "points"}, "tiebreaks": ["best_night"]}
    played = [
        night(number, "a b", points={"a": a, "b": b})
        for number, (a, b) in enumerate([(9, 9), (7, 8), (6, 5)], start=1)
    ]
    rows = table(rules, played).rows

    assert str(explain_rank(rows[0], {"a": "A", "b": "B"})) == (
        "ahead of A on the best nights, number 2 of them, 8 to 7"
    )


def test_more_nights_are_ahead_of_as_good_an_average():
    rules = RANKS | {"total": "average", "tiebreaks": ["nights_played"]}

    assert ranks(table(rules, nights("a", "a", "b")).rows) == {"a": 1, "b": 2}


def test_head_to_head_looks_only_at_the_nights_of_all_who_are_level():
    # 22 each; in the only night of both b was ahead
    played = nights("b, a", "x, y, b", "x, a, y")
    plain = table(RANKS, played)
    decided = table(RANKS | {"tiebreaks": ["head_to_head"]}, played)

    assert (totals(plain.rows)["a"], totals(plain.rows)["b"]) == (22, 22)
    assert ranks(plain.rows)["a"] == ranks(plain.rows)["b"]
    assert ranks(decided.rows)["b"] < ranks(decided.rows)["a"]
    names = {row.key: row.key.upper() for row in decided.rows}
    b = next(row for row in decided.rows if row.key == "b")
    assert "ahead of A on head-to-head, 1 to 0" in str(explain_rank(b, names))


def random_season(rng: Random):
    people = [f"p{number}" for number in range(9)]
    played = []
    for number in range(rng.randint(2, 7)):
        rng.shuffle(people)
        present = people[: rng.randint(2, 9)]
        text = present[0]
        for one in present[1:]:
            text += rng.choice([" ", ", ", ", "]) + one
        deals = {key: rng.choice([4, 8, 12]) for key in present}
        points = {key: rng.randint(-5, 20) for key in present}
        played.append(night(number, text, deals=deals, points=points))
    return played


def random_rules(rng: Random):
    return {
        "scoring": {"name": rng.choice(["points", "percentage", "rank_points", "thresholds"])},
        "total": rng.choice(["sum", "average"]),
        "best": rng.choice([None, 2, 3]),
        "drop": rng.choice([0, 1, 2]),
        "least_nights": rng.choice([1, 2]),
        "handicap": rng.choice([None, {"reference": "best"}, {"reference": 20, "deals": 8}]),
    }


@pytest.mark.sampled(10)
@pytest.mark.parametrize("seed", range(40))
def test_the_order_in_which_nights_and_places_arrive_changes_nothing(seed):
    rng = Random(seed)
    played, rules = random_season(rng), random_rules(rng)
    guests = {"p0"}
    before = table(rules, played, guests=guests)
    mixed = [
        type(one)(id=one.id, day=one.day, places=rng.sample(one.places, len(one.places)))
        for one in rng.sample(played, len(played))
    ]
    after = table(rules, mixed, guests=guests)

    assert (after.scratch, after.net) == (before.scratch, before.net)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(30))
def test_each_tiebreak_only_separates_what_was_level(seed):
    rng = Random(seed)
    played, rules = random_season(rng), random_rules(rng)
    names = rng.sample(["nights_won", "best_night", "head_to_head", "nights_played"], 4)
    before = ranks(table(rules | {"tiebreaks": []}, played).rows)
    for count in range(1, 5):
        after = ranks(table(rules | {"tiebreaks": names[:count]}, played).rows)
        for one, other in permutations(before, 2):
            if None not in (before[one], before[other]) and before[one] < before[other]:
                assert after[one] < after[other]
        before = after


def test_counting_the_best_nights_is_what_trying_every_choice_finds():
    rng = Random(7)
    for _ in range(30):
        played = random_season(rng)
        rules = {"scoring": {"name": "points"}, "best": 3}
        for row in table(rules, played).rows:
            own = [score.position.points for score in row.sheet.nights.values()]
            count = min(3, len(own))
            assert row.total == max(
                sum(own[i] for i in chosen) for chosen in choices(len(own), count)
            )


def choices(of: int, count: int):
    return (c for c in permutations(range(of), count) if list(c) == sorted(c))


def test_divisions_rank_for_themselves_and_list_who_has_not_come():
    found = table(RANKS, nights("a, b, c, n"), divisions={"a": 1, "b": 2, "c": 2, "z": 1})

    assert [(row.key, row.division, row.rank) for row in found.rows] == [
        ("a", 1, 1),
        ("z", 1, None),
        ("b", 2, 1),
        ("c", 2, 2),
        ("n", None, 1),
    ]


THIRD, SIXTH = Fraction(1, 3), Fraction(1, 6)
