"""After a club's usual season ratings hold the truth two times in three, and are sure enough.

`RATING_SEASONS=40 pytest -s tests/league/ratings/test_simulation.py` measures many seasons.
"""

import os

import pytest

from games.engine.variants import VARIANTS
from league.ratings.method.history import as_players, history
from league.ratings.method.scale import give_or_take
from league.ratings.method.strengths import SETTLED_SIGMA, Strength
from tests.league.ratings.simulation import measure

SEASONS = int(os.environ.get("RATING_SEASONS", "4"))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_band_of_a_regular_holds_the_truth_two_times_in_three(variant: str) -> None:
    found = measure(variant, seasons=SEASONS, seed=1)
    print(variant, found)
    assert 0.55 <= found.coverage <= 0.85
    assert found.widest < 250
    assert found.settled == 1


def test_a_rating_counts_as_soon_as_its_band_is_no_wider_than_250() -> None:
    assert give_or_take(Strength(25, SETTLED_SIGMA)) == 250


def test_pairs_that_play_together_all_season_are_measured_too() -> None:
    found = measure("double-deck-pinochle", seasons=SEASONS, seed=1, fixed=True)
    print("pairs", found)
    assert 0.45 <= found.coverage <= 0.85
    assert found.widest < 250


def test_a_season_without_tables_rates_nobody() -> None:
    assert history([], as_players) == []
