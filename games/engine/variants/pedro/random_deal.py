"""A whole legal deal, played by somebody."""

from random import Random
from typing import Any

from games.engine.actions import Player, play_deal
from games.engine.cards import shuffled
from games.engine.ruleset import Ruleset
from games.engine.variants.pedro.deal import DEALT, PACK, SEATS
from games.engine.variants.pedro.player import plain_player
from games.engine.variants.pedro.steps import apply, start


def random_deal(
    ruleset: Ruleset,
    rng: Random,
    *,
    player: Player = plain_player,
    dealer: int | None = None,
) -> dict[str, Any]:
    """Return the record of a deal shuffled by `rng` and played by `player` in every seat."""
    cards = shuffled(PACK, rng)
    first = rng.randrange(SEATS) if dealer is None else dealer
    cut = DEALT * SEATS
    hands = [" ".join(cards[at : at + DEALT]) for at in range(0, cut, DEALT)]
    stock = " ".join(cards[cut:])
    record = {**ruleset.as_json(), "dealer": first, "hands": hands, "stock": stock}
    return play_deal(record, start(ruleset, first, hands, stock), apply, player)
