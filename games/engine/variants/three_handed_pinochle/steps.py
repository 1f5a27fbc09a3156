"""The deal as a machine: start it, ask what is allowed, do it, and score it at the end."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.actions import Action, trump_named_already, trump_too_early, unknown_action
from games.engine.cards import SUITS
from games.engine.errors import IllegalAction
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.sentences import say
from games.engine.single_deck.deck import LAST_TRICK, VALUES
from games.engine.single_deck.number_auction import (
    AuctionRules,
    NumberAuction,
    legal_calls,
    make_calls,
    start_auction,
)
from games.engine.unfinished import not_over
from games.engine.variants.three_handed_pinochle.deal import SEATS, dealt_hands, dealt_kitty
from games.engine.variants.three_handed_pinochle.kitty import (
    announced,
    bury,
    legal_burials,
    name_trump,
    open_kitty,
)
from games.engine.variants.three_handed_pinochle.options import Options
from games.engine.variants.three_handed_pinochle.play import (
    concede,
    legal_cards,
    may_concede,
    play_texts,
)
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


def new_auction(options: Options, dealer: int) -> NumberAuction:
    """Return the auction of these options before its first call."""
    rules = AuctionRules(
        lowest=options.min_bid,
        step=options.bid_increment,
        dealer_forced=options.all_pass == "dealer_forced",
        help_pass=False,
    )
    return start_auction(rules, seats=SEATS, dealer=dealer)


def legal_actions(state: State) -> Iterator[Action]:
    """Give everything that may be done next; bids come in rising order."""
    if state.phase == "auction":
        yield from (Action("auction", made) for made in legal_calls(state.auction))
    elif state.phase == "trump":
        yield from (Action("trump", suit) for suit in SUITS)
    elif state.phase == "discards":
        yield from (Action("discards", entry) for entry in legal_burials(state))
    elif state.phase == "play":
        if may_concede(state):
            yield Action("concede", True)
        yield from (Action("play", card) for card in legal_cards(state))


def apply(state: State, action: Action) -> None:
    """Do one action, or raise and leave the state as it was."""
    match action.phase:
        case "auction":
            call(state, (action.value,))
        case "trump":
            _apply_trump(state, action.value)
        case "discards":
            _apply_discards(state, action.value)
        case "concede":
            concede(state, action.value)
        case "play":
            play_texts(state, (action.value,))
        case _:
            raise unknown_action(action)


def call(state: State, calls: Sequence[Any]) -> None:
    """Make the calls one after the other; the last of the auction opens the kitty."""
    make_calls(state.auction, calls)
    if not state.auction.over:
        state.turn = state.auction.turn
    elif state.auction.declarer is None:
        state.phase = "over"
    else:
        open_kitty(state)


def _apply_trump(state: State, suit: object) -> None:
    if state.phase == "trump":
        name_trump(state, suit)
    elif state.phase == "auction":
        raise trump_too_early(state.phase)
    elif state.trump is None:
        raise _redealt("trump")
    else:
        raise trump_named_already()


def _apply_discards(state: State, entry: object) -> None:
    if state.phase == "discards":
        bury(state, entry)
    elif state.phase in ("auction", "trump"):
        sentence = say("no cards can be buried before trump is named")
        raise IllegalAction("discards", None, f"{state.phase}_unfinished", sentence)
    elif state.trump is None:
        raise _redealt("discards")
    else:
        sentence = say("the declarer has buried three cards already")
        raise IllegalAction("discards", None, "discard_not_allowed", sentence)


def _redealt(phase: str) -> IllegalAction:
    sentence = say("everybody passed and the cards are dealt again; the deal is over")
    return IllegalAction(phase, None, "deal_already_over", sentence)


def result(state: State) -> DealResult:
    """Return what the deal scored. Raises IllegalAction while it is not over."""
    if not state.over:
        raise not_over(state.phase)
    if state.ending is None:
        return score_redeal(state.ruleset, state.dealer)
    return score_deal(state.ruleset, state.dealer, finished(state))


def finished(state: State) -> FinishedDeal:
    """Return what the score of a deal that had a declarer depends on."""
    points, tricks, last_trick = [0] * SEATS, [0] * SEATS, None
    if state.ending == "played" and state.play is not None:
        points, last_trick = list(state.play.points), state.play.winners[-1]
        points[last_trick] += LAST_TRICK
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
        buried=sum(VALUES[card] for card in state.buried),
        trump=state.trump,
        announced=announced(state),
    )
