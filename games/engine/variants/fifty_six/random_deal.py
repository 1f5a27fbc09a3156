"""A whole legal deal, played by somebody."""

from random import Random
from typing import Any

from games.engine.actions import Player, play_deal
from games.engine.cards import shuffled
from games.engine.ruleset import Ruleset
from games.engine.variants.fifty_six.deal import pack_for
from games.engine.variants.fifty_six.player import plain_player
from games.engine.variants.fifty_six.steps import apply, start


def random_deal(
    ruleset: Ruleset,
    rng: Random,
    *,
    player: Player = plain_player,
    dealer: int | None = None,
) -> dict[str, Any]:
    """Return the record of a deal shuffled by `rng` and played by `player` in every seat.

    A deal that must be thrown in has neither calls nor cards.
    """
    pack = pack_for(ruleset.options, ruleset.players)
    cards = shuffled(pack.deck, rng)
    first = rng.randrange(ruleset.players) if dealer is None else dealer
    hands = [
        " ".join(cards[at : at + pack.hand_size]) for at in range(0, pack.deck.size, pack.hand_size)
    ]
    record: dict[str, Any] = {**ruleset.as_json(), "dealer": first, "hands": hands}
    record |= {"auction": [], "play": []}
    state = start(ruleset, first, hands)
    play_deal(record, state, apply, player)
    return record | ({"trump": state.trump} if state.trump else {})
