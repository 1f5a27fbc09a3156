from itertools import product

import pytest

from league.play.rounds.drawing import (
    CannotDraw,
    Ranked,
    cut,
    seeds_across_groups,
    settled_by_lot,
    settled_by_play,
)
from league.play.rounds.drawing.bracket.seeding import bracket_size, seed_places


def ranking(*ranks):
    return [Ranked(f"e{place}", rank) for place, rank in enumerate(ranks, start=1)]


@pytest.mark.parametrize("top", range(1, 9))
def test_as_many_go_through_as_asked_or_ties_are_reported(top):
    for shared in product((True, False), repeat=6):
        ranks = [1]
        for place, level in enumerate(shared, start=2):
            ranks.append(ranks[-1] if level else place)

        found = cut(ranking(*ranks), top)

        named = [*found.through, *found.level]
        assert len(found.through) + found.places == min(top, 7)
        assert (len(found.level) > found.places) == bool(found.level)
        assert found.is_settled == (top >= 7 or ranks[top - 1] != ranks[top])
        assert len({ranks[int(entry[1:]) - 1] for entry in found.level}) <= 1
        assert named == [f"e{n}" for n in range(1, len(named) + 1)]


def test_tie_for_the_last_place_says_what_to_do():
    found = cut(ranking(1, 2, 3, 3, 3, 6), 4)

    assert (found.through, found.level, found.places) == (("e1", "e2"), ("e3", "e4", "e5"), 2)
    assert str(found.why) == (
        "level on rank 3 are 3 entries for 2 of the 4 places: "
        "let them play a deal for it, or draw lots"
    )


def test_lot_is_repeatable_and_recorded():
    tied = cut(ranking(1, 2, 2, 2), 2)

    drawn = {settled_by_lot(tied, seed).through for seed in range(40)}

    assert drawn == {("e1", "e2"), ("e1", "e3"), ("e1", "e4")}
    assert settled_by_lot(tied, 7) == settled_by_lot(tied, 7)
    assert "seed 7" in str(settled_by_lot(tied, 7).why)
    assert settled_by_lot(tied, 7).is_settled


def test_play_off_decides():
    tied = cut(ranking(1, 2, 2, 2), 3)

    assert settled_by_play(tied, ["e4", "e2", "e3"]).through == ("e1", "e4", "e2")
    for wrong in (["e4"], ["e4", "e1"], ["e4", "e4"]):
        with pytest.raises(CannotDraw, match="2 of the level entries"):
            settled_by_play(tied, wrong)


def test_nobody_through_is_refused():
    with pytest.raises(CannotDraw):
        cut(ranking(1, 2), 0)


@pytest.mark.long
@pytest.mark.parametrize("groups", range(2, 9))
@pytest.mark.parametrize("each", range(1, 5))
def test_group_winners_are_the_best_seeds_and_group_mates_meet_late(groups, each):
    listed = [[f"{group}{rank}" for rank in range(each)] for group in "ABCDEFGH"[:groups]]

    seeds = seeds_across_groups(listed)

    assert len(seeds) == groups * each
    assert [seed[1] for seed in seeds] == sorted(seed[1] for seed in seeds)
    size = bracket_size(len(seeds))
    line = {seed: at for at, seed in enumerate(seed_places(size))}
    meet = [
        (line[a + 1] ^ line[b + 1]).bit_length()
        for a in range(len(seeds))
        for b in range(a)
        if seeds[a][0] == seeds[b][0]
    ]
    if each == 2:  # the first two of a group can only meet in the final
        assert min(meet) == size.bit_length() - 1
    elif each > 1:
        assert min(meet) > 1


def test_two_groups_cross_in_the_semi_finals():
    seeds = seeds_across_groups([["A1", "A2"], ["B1", "B2"]])

    assert seeds == ("A1", "B1", "A2", "B2")
