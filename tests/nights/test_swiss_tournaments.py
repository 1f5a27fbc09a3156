"""Swiss tournaments by lot: no repeat that could have been avoided; see the package.

Whether a round without a repeat was there is asked of networkx, which knows nothing of how the
draw searches; up to eight entries every round there could be is looked at.
"""

import os
from random import Random

import pytest

from tests.league.play.rounds.drawing.swiss_oracle import Standing, pairs_of
from tests.league.play.rounds.drawing.tournaments import Tournament

pytestmark = pytest.mark.long

TOURNAMENTS = int(os.environ.get("TOURNAMENTS", "20"))
FIRST = int(os.environ.get("TOURNAMENTS_FROM", "0"))
SMALL = 8  # entries up to which every round there could be is looked at
SIZES = ((2, 12), (4, 24), (4, 40)) if TOURNAMENTS < 500 else ((2, 12), (4, 40), (20, 90))


@pytest.mark.parametrize("format", ["swiss", "monrad"])
def test_no_tournament_has_a_repeat_that_could_have_been_avoided(format):
    share = TOURNAMENTS if format == "swiss" else max(10, TOURNAMENTS // 10)
    rounds = repeats = compared = 0
    for seed in range(FIRST, FIRST + share):
        for standing, tournament in played(format, seed):
            cost = standing.cost(pairs_of(tournament.drawn))
            where = (seed, tournament.number)
            rounds += 1
            assert placed(tournament) == sorted(standing.active), where
            assert cost[0] == 0, (where, "a bye to somebody who had more than another")
            assert cost[1] == tournament.quality["repeat_opponents"], where
            if cost[1]:
                repeats += 1
                assert standing.needs_a_repeat(), (where, "a repeat that could be avoided")
            if format == "swiss" and len(standing.active) <= SMALL:
                compared += 1
                assert cost == standing.least(), where
    print(f"\n{share} of {format}: {rounds} rounds, {repeats} with repeats, {compared} compared")
    assert rounds > share


def played(format, seed):
    """Yield, for each round of a tournament, who could have met whom, and the round as drawn."""
    rng = Random(f"tournament {seed}")
    size = rng.randint(*rng.choice(SIZES))
    tournament = Tournament(format, size, seed)
    ids = [entry["id"] for entry in tournament.entries]
    if size > 3 and rng.random() < 0.4:
        tournament.more["avoid"] = [rng.sample(ids, 2) for _pair in range(rng.randint(1, size))]
    for number in range(rng.randint(3, min(size + 3, 13))):
        if number and rng.random() < 0.15:
            tournament.somebody_comes_or_goes()
        tournament.draw()
        yield Standing(tournament.request()), tournament
        if rng.random() < 0.1:
            tournament.director_swaps()
        tournament.play()


def placed(tournament):
    at_tables = [e for t in tournament.drawn["tables"] for side in t["sides"] for e in side]
    return sorted([*at_tables, *tournament.drawn["byes"]])
