"""How a deal begins, from values or from a record, and its result when it is over."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.cards import SUITS
from games.engine.record import read_dealer, read_hand_texts, required
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.single_deck.deck import DECK
from games.engine.unfinished import not_over
from games.engine.variants.two_handed_pinochle.deal import SEATS, dealt_hands, dealt_stock
from games.engine.variants.two_handed_pinochle.play import first_lead
from games.engine.variants.two_handed_pinochle.score import FinishedDeal, score_deal
from games.engine.variants.two_handed_pinochle.state import State


def start(ruleset: Ruleset, dealer: int, hands: Sequence[Any], stock: object) -> State:
    """Return a deal before its first lead."""
    held = dealt_hands(hands)
    cards = dealt_stock(stock, held)
    trump = SUITS[DECK.suit_of[cards[0]]]
    return State(
        ruleset=ruleset,
        options=ruleset.options,
        dealer=dealer,
        stock=cards,
        up=cards[0],
        trump=trump,
        nine=DECK.codes["9" + trump],
        play=first_lead(ruleset.options, held, dealer, cards[0]),
    )


def opening(ruleset: Ruleset, record: Mapping[str, Any]) -> State:
    """Return the deal of a record before its first lead."""
    dealer = read_dealer(record, SEATS)
    hands = read_hand_texts(record, SEATS)
    return start(ruleset, dealer, hands, required(record, "stock", phase="stock"))


def result(state: State) -> DealResult:
    """Return what the deal scored. Raises IllegalAction while it is not over."""
    if not state.over:
        raise not_over("play")
    winners, laid = state.play.winners, state.laid
    points = list(state.play.points)
    points[winners[-1]] += state.options.last_trick_points
    return score_deal(
        state.ruleset,
        state.dealer,
        FinishedDeal(
            melds=[sum(entry.points for entry in laid if entry.seat == s) for s in range(SEATS)],
            points=points,
            tricks=[winners.count(seat) for seat in range(SEATS)],
            last_trick=winners[-1],
            trump=state.trump,
            turned_dix=state.turned_dix,
            laid=laid,
        ),
    )
