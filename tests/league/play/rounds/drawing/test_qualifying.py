from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from itertools import product

import pytest

from league.play.rounds.drawing import CannotDraw
from league.play.rounds.drawing.qualifying import (
    LOT,
    PLAY_OFF,
    Decision,
    Standing,
    carried,
    qualified,
)


def ranked(*ranks, group="", first=1):
    return [Standing(f"{group}{n}", rank, group) for n, rank in enumerate(ranks, start=first)]


def every_ranking(count):
    """Yield every list of ranks of so many entries, ties and all."""
    for shared in product((True, False), repeat=count - 1):
        ranks = [1]
        for place, level in enumerate(shared, start=2):
            ranks.append(ranks[-1] if level else place)
        yield ranks


@pytest.mark.parametrize("top", range(1, 8))
def test_lot_fills_every_place_and_passes_nobody_over_who_stands_higher(top):
    for ranks in every_ranking(6):
        standings = ranked(*ranks)
        found = qualified(standings, top, decisions={"": Decision(LOT)}, seed=7)

        rank = {one.entry: one.rank for one in standings}
        out = rank.keys() - set(found.through)
        assert len(found.through) == len(set(found.through)) == min(top, 6)
        assert max(rank[e] for e in found.through) <= min((rank[e] for e in out), default=6)
        assert not found.open_ties
        assert len(found.ties) == (top < 6 and ranks[top - 1] == ranks[top])


@pytest.mark.long
@pytest.mark.parametrize(("one", "other"), list(product(every_ranking(3), every_ranking(4))))
def test_cut_of_each_group_takes_as_many_of_each_and_group_winners_first(one, other):
    standings = [*ranked(*one, group="A"), *ranked(*other, group="B")]
    decisions = {name: Decision(LOT) for name in "AB"}

    found = qualified(standings, 2, of_groups=True, decisions=decisions, seed=3)

    assert sorted(entry[0] for entry in found.through) == ["A", "A", "B", "B"]
    ranks = {standing.entry: standing.rank for standing in standings}
    assert max(ranks[e] for e in found.through[:2]) <= min(ranks[e] for e in found.through[2:])
    assert {tie.group for tie in found.ties} == {
        name for name, given in (("A", one), ("B", other)) if given[1] == given[2]
    }


def test_lot_is_the_smallest_sha256_of_seed_and_entry():
    """So says the docs: anyone can draw it again with a common tool."""
    standings = ranked(1, 2, 2, 2)
    drawn = qualified(standings, 2, decisions={"": Decision(LOT)}, seed=4711)

    wanted = min("234", key=lambda entry: sha256(f"4711 {entry}".encode()).hexdigest())
    assert drawn.through == ("1", wanted)
    assert drawn.ties[0].through == (wanted,)


def test_open_tie_leaves_its_place_free_until_a_play_off_is_won():
    standings = ranked(1, 2, 3, 3)
    found = qualified(standings, 3)
    assert (found.through, found.open_ties[0].level) == (("1", "2"), ("3", "4"))

    played = qualified(standings, 3, decisions={"": Decision(PLAY_OFF, ("4",))})
    assert played.through == ("1", "2", "4")
    with pytest.raises(CannotDraw, match="1 of the level entries go through"):
        qualified(standings, 3, decisions={"": Decision(PLAY_OFF, ("1",))})


@pytest.mark.long
@pytest.mark.sampled(25)
@pytest.mark.parametrize("percent", range(101))
def test_carried_is_the_exact_share_rounded_once(percent):
    for points in (Fraction(1, 3), Fraction(-7, 6), Fraction(25, 2), 0, 999_999):
        exact = Fraction(points) * percent / 100
        assert abs(Fraction(carried(points, percent)) - exact) <= Fraction(1, 20_000)
        assert carried(-points, percent) == -carried(points, percent)


def test_carried_halves_go_away_from_zero_and_nonsense_is_refused():
    assert carried(Decimal("0.0001"), 50) == Decimal("0.0001")
    assert carried(Decimal("-0.0001"), 50) == Decimal("-0.0001")
    assert carried(13, 50) == Decimal("6.5")
    assert carried(13, 100) == 13
    assert carried(13, 0) == 0
    for percent in (-1, 101):
        with pytest.raises(ValueError, match="cannot be carried over"):
            carried(13, percent)
