"""How a deal begins, from values or from a record, and its result when it is over."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.errors import IllegalAction
from games.engine.record import read_dealer, read_hand_texts
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.variants.fifty_six.calls import LOWEST
from games.engine.variants.fifty_six.conventions import annotations
from games.engine.variants.fifty_six.deal import SIDES, dealt_hands, pack_for, thrown_in
from games.engine.variants.fifty_six.options import Options
from games.engine.variants.fifty_six.score import PlayedDeal, redealt, score_deal
from games.engine.variants.fifty_six.state import State
from games.sentences import say


def start(ruleset: Ruleset, dealer: int, hands: Sequence[Any]) -> State:
    """Return a deal before its first call; one that has to be thrown in is over already."""
    options: Options = ruleset.options
    pack = pack_for(options, ruleset.players)
    dealt = dealt_hands(pack, hands)
    redeal = thrown_in(pack, options, dealt)
    return State(
        ruleset=ruleset,
        options=options,
        players=ruleset.players,
        pack=pack,
        dealer=dealer,
        dealt=dealt,
        turn=(dealer + 1) % ruleset.players,
        thrown_in=redeal,
        phase="auction" if redeal is None else "over",
    )


def opening(ruleset: Ruleset, record: Mapping[str, Any]) -> State:
    """Return the deal of a record before its first call."""
    dealer = read_dealer(record, ruleset.players)
    return start(ruleset, dealer, read_hand_texts(record, ruleset.players))


def result(state: State) -> DealResult:
    """Return what the deal scored. Raises IllegalAction while it is not over."""
    if state.thrown_in is not None:
        return redealt(state.ruleset, state.dealer, state.thrown_in)
    if not state.over or state.play is None or state.trump is None:
        sentence = say("the deal is not over, so it cannot be scored")
        raise IllegalAction(state.phase, None, f"{state.phase}_unfinished", sentence)
    bid, play = state.bid, state.play
    points = [sum(play.points[side::SIDES]) for side in range(SIDES)]
    first_tricks = play.tricks_of(range(0, state.players, SIDES))
    return score_deal(
        state.ruleset,
        state.dealer,
        PlayedDeal(
            side=state.bidding_side,
            declarer=bid.seat if bid else None,
            bid=bid.amount if bid else LOWEST,
            trump=state.trump,
            multiplier=state.multiplier,
            points=points,
            all_pass=state.all_pass,
            tricks=[first_tricks, len(play.winners) - first_tricks],
            winners=play.winners,
            calls=_calls(state),
        ),
    )


def _calls(state: State) -> list[dict[str, Any]] | None:
    """Return what the bids showed, unless the ruleset leaves calls unexplained."""
    if not state.options.annotate_calls:
        return None
    return annotations(state.pack, state.options, state.bids, state.dealt)
