"""A whole legal deal, played by somebody."""

from random import Random
from typing import Any

from games.engine.actions import Player, play_deal
from games.engine.cards import shuffled
from games.engine.ruleset import Ruleset
from games.engine.single_deck.deck import DECK
from games.engine.variants.three_handed_pinochle.deal import HAND_SIZE, SEATS
from games.engine.variants.three_handed_pinochle.player import plain_player
from games.engine.variants.three_handed_pinochle.steps import apply, start


def random_deal(
    ruleset: Ruleset,
    rng: Random,
    *,
    player: Player = plain_player,
    dealer: int | None = None,
) -> dict[str, Any]:
    """Return the record of a deal shuffled by `rng` and played by `player` in every seat."""
    pack = shuffled(DECK, rng)
    first = rng.randrange(SEATS) if dealer is None else dealer
    cut = SEATS * HAND_SIZE
    record: dict[str, Any] = {
        **ruleset.as_json(),
        "dealer": first,
        "hands": [" ".join(pack[at : at + HAND_SIZE]) for at in range(0, cut, HAND_SIZE)],
        "stock": " ".join(pack[cut:]),
    }
    state = start(ruleset, first, record["hands"], record["stock"])
    return play_deal(record, state, apply, player)
