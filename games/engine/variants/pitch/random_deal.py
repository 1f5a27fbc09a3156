"""A whole legal deal, played by somebody."""

from random import Random
from typing import Any

from games.engine.actions import Player, play_deal
from games.engine.cards import shuffled
from games.engine.ruleset import Ruleset
from games.engine.variants.pitch.deal import DECK, HAND_SIZE
from games.engine.variants.pitch.player import plain_player
from games.engine.variants.pitch.steps import apply, start


def random_deal(
    ruleset: Ruleset,
    rng: Random,
    *,
    player: Player = plain_player,
    dealer: int | None = None,
    scores_before: list[int] | None = None,
) -> dict[str, Any]:
    """Return the record of a deal shuffled by `rng` and played by `player` in every seat."""
    pack = shuffled(DECK, rng)
    first = rng.randrange(ruleset.players) if dealer is None else dealer
    cut = HAND_SIZE * ruleset.players
    hands = [" ".join(pack[at : at + HAND_SIZE]) for at in range(0, cut, HAND_SIZE)]
    record: dict[str, Any] = {
        **ruleset.as_json(),
        "dealer": first,
        "hands": hands,
        "stock": " ".join(pack[cut:]),
    }
    if scores_before is not None:
        record["scores_before"] = list(scores_before)
    state = start(ruleset, first, hands, scores_before)
    play_deal(record, state, apply, player)
    record.setdefault("play", [])
    return record | ({"trump": state.trump} if state.trump else {})
