import pytest

from league.play.rounds.drawing import (
    seeds_across_groups,
)
from league.play.rounds.drawing.bracket.seeding import bracket_size, seed_places


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
