"""Even pairs, against every other way to pair the same people."""

from collections.abc import Iterator
from random import Random

from league.tables.ratings.method import even_pairs


def every_way(people: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not people:
        yield []
        return
    first, *rest = people
    for other in rest:
        for way in every_way([one for one in rest if one != other]):
            yield [(first, other), *way]


def unevenness(pairs, strengths) -> float:
    return sum((strengths[a] + strengths[b]) ** 2 for a, b in pairs)


def test_no_other_pairing_is_more_even():
    rng = Random(3)
    for _ in range(20):
        strengths = {one: float(rng.randint(0, 30)) for one in range(8)}
        formed = even_pairs(strengths, rng)
        best = min(unevenness(way, strengths) for way in every_way(list(strengths)))
        assert unevenness(formed.pairs, strengths) == best
        assert sorted(one for pair in formed.pairs for one in pair) == list(range(8))


def test_the_strongest_plays_with_the_weakest():
    formed = even_pairs({1: 40, 2: 10, 3: 30, 4: 25}, Random(1))
    assert sorted(formed.pairs) == [(1, 2), (3, 4)]
    assert formed.left_over is None


def test_with_an_odd_number_the_one_in_the_middle_is_left_over():
    assert even_pairs({1: 10, 2: 20, 3: 30, 4: 40, 5: 50}, Random(1)).left_over == 3
    assert even_pairs({7: 10}, Random(1)) == ((), 7)
    assert even_pairs({}, Random(1)) == ((), None)


def test_equals_are_ordered_by_the_seed_and_by_nothing_else():
    people = dict.fromkeys(range(6), 25.0)
    turned = dict(reversed(people.items()))
    assert even_pairs(people, Random(4)) == even_pairs(turned, Random(4))
    assert len({even_pairs(people, Random(seed)).pairs for seed in range(20)}) > 5
