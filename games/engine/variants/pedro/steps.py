"""How a deal begins, from values or from a record, and who has what counts when it is over."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.record import (
    read_dealer,
    read_hand_texts,
    required,
)
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.tricks import TrickPlay
from games.engine.unfinished import not_over
from games.engine.variants.pedro.deal import SEATS, SIDES, TRICKS, dealt_cards
from games.engine.variants.pedro.score import FinishedDeal, points_of, score_deal
from games.engine.variants.pedro.state import State
from games.engine.variants.pedro.trumps import WORTH, TrumpPack

DISCARD_KEYS = frozenset({"seat", "cards"})


def start(ruleset: Ruleset, dealer: int, hands: Sequence[Any], stock: object) -> State:
    """Return a deal before its first call. `stock`: the undealt cards, in order, as one text."""
    dealt, undealt = dealt_cards(hands, stock)
    return State(
        ruleset=ruleset,
        options=ruleset.options,
        dealer=dealer,
        dealt=dealt,
        stock=undealt,
        turn=(dealer + 1) % SEATS,
    )


def opening(ruleset: Ruleset, record: Mapping[str, Any]) -> State:
    """Return the deal of a record before its first call."""
    return start(
        ruleset,
        read_dealer(record, SEATS),
        read_hand_texts(record, SEATS),
        required(record, "stock"),
    )


def result(state: State) -> DealResult:
    """Return what the deal scored. Raises IllegalAction while it is not over."""
    play, pack, declarer = state.play, state.pack, state.declarer
    if not state.over or play is None or pack is None or declarer is None:
        raise not_over(state.phase)
    cards = sides_of_cards(play, pack, declarer, state.options.low_scores_for)
    first = play.tricks_of((0, 2))
    return score_deal(
        state.ruleset,
        state.dealer,
        FinishedDeal(
            declarer=declarer,
            bid=state.bid,
            points=points_of(cards),
            trump=state.trump,
            cards=cards,
            tricks=(first, TRICKS - first),
            hand_sizes=state.hand_sizes,
        ),
    )


# Who has the six cards that count.


def sides_of_cards(
    play: TrickPlay, pack: TrumpPack, declarer: int, low_scores_for: str
) -> dict[str, int]:
    """Return the side that has each point card of a deal played to the end, by its name."""
    owners = {}
    for name in WORTH:
        place = play.played.index(pack.point_cards[name])
        trick, turn = divmod(place, SEATS)
        seat = play.winners[trick]
        if name == "low" and low_scores_for == "player":
            leader = play.winners[trick - 1] if trick else declarer
            seat = (leader + turn) % SEATS
        owners[name] = seat % SIDES
    return owners
