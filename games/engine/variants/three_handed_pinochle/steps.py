"""How a deal begins, from values or from a record, and its result when it is over."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.record import missing_field, read_dealer, read_hand_texts
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.single_deck.number_auction import (
    AuctionRules,
    NumberAuction,
    make_calls,
    start_auction,
)
from games.engine.single_deck.values import card_values
from games.engine.unfinished import not_over
from games.engine.variants.three_handed_pinochle.deal import SEATS, dealt_hands, dealt_kitty
from games.engine.variants.three_handed_pinochle.kitty import (
    announced,
    open_kitty,
)
from games.engine.variants.three_handed_pinochle.options import Options
from games.engine.variants.three_handed_pinochle.score import (
    FinishedDeal,
    score_deal,
    score_redeal,
)
from games.engine.variants.three_handed_pinochle.state import State


def start(ruleset: Ruleset, dealer: int, hands: Sequence[Any], stock: object = None) -> State:
    """Return a deal before its first call; without `stock` the kitty is what nobody was dealt."""
    dealt = dealt_hands(hands)
    kitty = dealt_kitty(stock, dealt)
    auction = new_auction(ruleset.options, dealer)
    return State(
        ruleset=ruleset,
        options=ruleset.options,
        dealer=dealer,
        hands=dealt,
        kitty=kitty,
        auction=auction,
        turn=auction.turn,
    )


def opening(ruleset: Ruleset, record: Mapping[str, Any]) -> State:
    """Return the deal of a record before its first call; it names the kitty."""
    if record.get("stock") is None:
        raise missing_field("stock", phase="stock")
    dealer = read_dealer(record, SEATS)
    return start(ruleset, dealer, read_hand_texts(record, SEATS), record["stock"])


def new_auction(options: Options, dealer: int) -> NumberAuction:
    """Return the auction of these options before its first call."""
    rules = AuctionRules(
        lowest=options.min_bid,
        step=options.bid_increment,
        dealer_forced=options.all_pass == "dealer_forced",
        help_pass=False,
    )
    return start_auction(rules, seats=SEATS, dealer=dealer)


def call(state: State, calls: Sequence[Any]) -> None:
    """Make the calls one after the other; the last of the auction opens the kitty."""
    make_calls(state.auction, calls)
    if not state.auction.over:
        state.turn = state.auction.turn
    elif state.auction.declarer is None:
        state.phase = "over"
    else:
        open_kitty(state)


def result(state: State) -> DealResult:
    """Return what the deal scored. Raises IllegalAction while it is not over."""
    if not state.over:
        raise not_over(state.phase)
    if state.ending is None:
        return score_redeal(state.ruleset, state.dealer)
    return score_deal(state.ruleset, state.dealer, finished(state))


def finished(state: State) -> FinishedDeal:
    """Return what the score of a deal that had a declarer depends on."""
    values = card_values(state.options)
    points, tricks, last_trick = [0] * SEATS, [0] * SEATS, None
    if state.ending == "played" and state.play is not None:
        points, last_trick = list(state.play.points), state.play.winners[-1]
        points[last_trick] += values.last_trick
        tricks = [state.play.winners.count(seat) for seat in range(SEATS)]
    if state.ending is None:
        raise ValueError("the deal has not ended, or had no declarer")
    return FinishedDeal(
        declarer=state.declarer,
        bid=state.auction.bid,
        ending=state.ending,
        melds=state.melds,
        named_melds=state.named_melds,
        dix_only=state.dix_only,
        points=points,
        has_trick=[count > 0 for count in tricks],
        tricks=tricks,
        last_trick=last_trick,
        buried=sum(values.by_code[card] for card in state.buried),
        trump=state.trump,
        announced=announced(state),
    )
