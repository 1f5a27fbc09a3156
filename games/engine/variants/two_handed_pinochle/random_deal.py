"""A whole legal deal, played by somebody."""

from random import Random
from typing import Any

from games.engine.actions import Player, play_deal
from games.engine.cards import shuffled
from games.engine.ruleset import Ruleset
from games.engine.single_deck.deck import DECK
from games.engine.variants.two_handed_pinochle.deal import HAND_SIZE, SEATS
from games.engine.variants.two_handed_pinochle.player import plain_player
from games.engine.variants.two_handed_pinochle.steps import apply, start


def random_deal(
    ruleset: Ruleset,
    rng: Random,
    *,
    player: Player = plain_player,
    dealer: int | None = None,
) -> dict[str, Any]:
    """Return the record of a deal shuffled by `rng` and played by `player` in both seats."""
    pack = shuffled(DECK, rng)
    first = rng.randrange(SEATS) if dealer is None else dealer
    hands = [" ".join(pack[:HAND_SIZE]), " ".join(pack[HAND_SIZE : SEATS * HAND_SIZE])]
    stock = " ".join(pack[SEATS * HAND_SIZE :])
    state = start(ruleset, first, hands, stock)
    record = {
        **ruleset.as_json(),
        "dealer": first,
        "hands": hands,
        "stock": stock,
        "trump": state.trump,
    }
    return play_deal(record, state, apply, player)
