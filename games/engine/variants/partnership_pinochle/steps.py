"""How a deal begins, from values or from a record, and its result when it is over."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.errors import IllegalAction
from games.engine.record import read_dealer, read_hand_texts
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.single_deck.deck import DECK
from games.engine.single_deck.number_auction import (
    AuctionRules,
    NumberAuction,
    auction_over,
    make_calls,
    start_auction,
)
from games.engine.single_deck.play import (
    check_concession,
    no_play,
    play_texts,
)
from games.engine.single_deck.values import card_values
from games.engine.variants.partnership_pinochle.deal import (
    SEATS,
    SIDES,
    by_side,
    dealt_hands,
)
from games.engine.variants.partnership_pinochle.options import Options
from games.engine.variants.partnership_pinochle.score import (
    FinishedDeal,
    score_deal,
    score_redeal,
)
from games.engine.variants.partnership_pinochle.state import State
from games.engine.variants.partnership_pinochle.trump import begin_contract
from games.sentences import say


def start(ruleset: Ruleset, dealer: int, hands: Sequence[Any]) -> State:
    """Return a deal before its first call."""
    auction = first_call(ruleset.options, dealer)
    return State(
        ruleset=ruleset,
        options=ruleset.options,
        dealer=dealer,
        hands=dealt_hands(hands),
        auction=auction,
        turn=auction.turn,
    )


def opening(ruleset: Ruleset, record: Mapping[str, Any]) -> State:
    """Return the deal of a record before its first call."""
    return start(ruleset, read_dealer(record, SEATS), read_hand_texts(record, SEATS))


def first_call(options: Options, dealer: int) -> NumberAuction:
    """Return the auction before its first call."""
    rules = AuctionRules(
        lowest=options.min_bid,
        step=options.bid_increment,
        dealer_forced=options.all_pass == "dealer_forced",
        help_pass=options.help_pass,
    )
    return start_auction(rules, seats=SEATS, dealer=dealer)


def call(state: State, calls: Sequence[Any]) -> None:
    """Make calls, and go on when the last of them ends the auction."""
    if calls and state.phase != "auction":
        raise auction_over(state.auction)
    make_calls(state.auction, calls)
    state.turn = state.auction.turn
    if state.auction.over:
        begin_contract(state)


def may_concede(state: State) -> bool:
    """The declarer may give up before the first lead, where the ruleset has it."""
    return (
        state.options.throw_in
        and state.play is not None
        and state.phase == "play"
        and not state.play.played
    )


def concede(state: State, value: object) -> None:
    """The declarer gives the deal up. Raises where it is not allowed, or too late."""
    played = len(state.play.played) if state.play else 0
    check_concession(value, allowed=state.options.throw_in, phase=state.phase, played=played)
    state.ending, state.phase = "thrown_in", "over"


def play_cards(state: State, cards: Sequence[Any]) -> None:
    """Play cards one after the other. Raises at the first that may not be played."""
    if not cards:
        return
    if state.phase != "play" or state.play is None:
        raise no_play(state.phase, due=DECK.size, was_played=state.ending == "played")
    play_texts(state.play, cards, due=DECK.size)
    state.turn = state.play.turn
    if len(state.play.played) == DECK.size:
        state.ending, state.phase = "played", "over"


def result(state: State) -> DealResult:
    """Return what the deal scored. Raises IllegalAction while it is not over."""
    if not state.over:
        sentence = say("the deal is not over, so it cannot be scored")
        raise IllegalAction(state.phase, None, f"{state.phase}_unfinished", sentence)
    helpers = state.auction.helpers
    if state.ending is None:
        return score_redeal(state.ruleset, state.dealer, helpers)
    points, tricks, last = _taken(state)
    seat_melds = state.seat_melds
    return score_deal(
        state.ruleset,
        state.dealer,
        FinishedDeal(
            declarer=state.declarer,
            bid=state.auction.bid,
            ending=state.ending,
            melds=by_side(seat_melds),
            dix_only=state.dix_only,
            points=points,
            has_trick=[count > 0 for count in tricks],
            tricks=tricks,
            last_trick=last,
            seat_melds=seat_melds,
            named_melds=state.melds,
            trump=state.trump,
            helpers=helpers,
        ),
    )


def _taken(state: State) -> tuple[list[int], list[int], int | None]:
    """Return points and tricks of the sides, and who won the last trick; zeros without play."""
    play = state.play
    if state.ending != "played" or play is None:
        return [0, 0], [0, 0], None
    points = by_side(play.points)
    last = play.winners[-1] % SIDES
    points[last] += card_values(state.options).last_trick
    first = play.tricks_of((0, 2))
    return points, [first, len(play.winners) - first], last
