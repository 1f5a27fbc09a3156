"""One deal to look at for each ruleset: always the same one, shuffled and played by the engine."""

from copy import deepcopy
from functools import lru_cache
from random import Random
from typing import Any

from games.engine.ruleset import Ruleset
from games.engine.variants import VARIANTS

SEEDS = range(56, 72)
CACHE_SIZE = 256  # rulesets whose example is kept in memory


def example_record(ruleset: Ruleset) -> dict[str, Any]:
    """Return the record of a deal that shows how the game goes; the last seat deals."""
    return deepcopy(_example(ruleset))


@lru_cache(maxsize=CACHE_SIZE)
def _example(ruleset: Ruleset) -> dict[str, Any]:
    game = VARIANTS[ruleset.variant]
    deals = (
        game.random_deal(ruleset, Random(seed), dealer=ruleset.players - 1)  # noqa: S311
        for seed in SEEDS
    )

    def worth_seeing(record: dict[str, Any]) -> tuple[bool, bool, int]:
        """Say what makes a deal a good example: cards played, a bid made, points on two sides."""
        result = game.replay(ruleset, record)
        scored = sum(points != 0 for points in result.score)
        return bool(record.get("play")), result.made is not False, min(scored, 2)

    return max(deals, key=worth_seeing)
