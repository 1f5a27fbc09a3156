"""A whole legal deal, played by somebody."""

from random import Random
from typing import Any

from games.engine.actions import Player, play_deal
from games.engine.cards import shuffled
from games.engine.ruleset import Ruleset
from games.engine.single_deck.deck import DECK
from games.engine.variants.partnership_pinochle.deal import HAND_SIZE, SEATS
from games.engine.variants.partnership_pinochle.player import plain_player
from games.engine.variants.partnership_pinochle.steps import apply, start


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
    hands = [" ".join(pack[at : at + HAND_SIZE]) for at in range(0, DECK.size, HAND_SIZE)]
    record = {**ruleset.as_json(), "dealer": first, "hands": hands}
    return play_deal(record, start(ruleset, first, hands), apply, player)
