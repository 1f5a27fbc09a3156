"""The deal as a machine: start it, ask what is allowed, do it, and score it at the end."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from games.engine.actions import Action, trump_named_already, trump_too_early, unknown_action
from games.engine.cards import SUITS, cards_in, write_cards
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.unfinished import not_over
from games.engine.variants.double_deck_pinochle.auction import legal_calls, make_calls
from games.engine.variants.double_deck_pinochle.deal import (
    DECK,
    LAST_TRICK,
    SEATS,
    SIDES,
    dealt_hands,
)
from games.engine.variants.double_deck_pinochle.exchange import (
    give_cards,
    givers_due,
    name_trump,
    partner_of,
)
from games.engine.variants.double_deck_pinochle.meld import raw_melds
from games.engine.variants.double_deck_pinochle.play import (
    legal_cards,
    may_throw_in,
    play_texts,
    throw_in,
)
from games.engine.variants.double_deck_pinochle.score import FinishedDeal, score_deal
from games.engine.variants.double_deck_pinochle.state import State


def start(ruleset: Ruleset, dealer: int, hands: Sequence[Any]) -> State:
    """Return a deal before its first call."""
    return State(
        ruleset=ruleset,
        options=ruleset.options,
        dealer=dealer,
        hands=dealt_hands(hands),
        turn=(dealer + 1) % SEATS,
    )


def legal_actions(state: State) -> Iterator[Action]:
    """Give everything that may be done next.

    Bids come in rising order up to 9999. Where several partners exchange at once, the gifts are
    those of the seat asked next; `apply` takes the others' first as well.
    """
    if state.phase == "auction":
        for call in legal_calls(state):
            yield Action("auction", call)
    elif state.phase == "trump":
        for suit in SUITS:
            yield Action("trump", suit)
    elif state.phase == "exchange":
        yield from _legal_gifts(state)
    elif state.phase == "play":
        yield from _legal_play(state)


def _legal_play(state: State) -> Iterator[Action]:
    if may_throw_in(state):
        yield Action("throw_in", True)
    for card in legal_cards(state):
        yield Action("play", card)


def _legal_gifts(state: State) -> Iterator[Action]:
    giver = givers_due(state)[0]
    held = cards_in(state.hands[giver])
    for cards in sorted(set(combinations(held, state.options.exchange_count))):
        gift = {"from": giver, "to": partner_of(giver), "cards": write_cards(DECK, cards)}
        yield Action("exchange", gift)


def apply(state: State, action: Action) -> None:
    """Do one action, or raise and leave the state as it was."""
    match action.phase:
        case "auction":
            make_calls(state, (action.value,))
        case "trump":
            _apply_trump(state, action.value)
        case "exchange":
            give_cards(state, (action.value,))
        case "throw_in":
            throw_in(state, action.value)
        case "play":
            play_texts(state, (action.value,))
        case _:
            raise unknown_action(action)


def _apply_trump(state: State, suit: object) -> None:
    if state.phase == "trump":
        name_trump(state, suit)
        return
    unfinished = state.phase in ("auction", "exchange") and state.trump is None
    raise trump_too_early(state.phase) if unfinished else trump_named_already()


def result(state: State) -> DealResult:
    """Return what the deal scored. Raises IllegalAction while it is not over."""
    if not state.over or state.outcome is None or state.declarer is None:
        raise not_over(state.phase)
    points, tricks = _taken(state)
    melds = state.melds
    return score_deal(
        state.ruleset,
        state.dealer,
        FinishedDeal(
            declarer=state.declarer,
            bid=state.bid,
            outcome=state.outcome,
            melds=raw_melds(melds),
            has_bid=[state.has_bid[side] or state.has_bid[side + 2] for side in range(SIDES)],
            aces_around=[
                melds[side].has_aces_around or melds[side + 2].has_aces_around
                for side in range(SIDES)
            ],
            points=points,
            tricks=tricks,
            seat_melds=[meld.points for meld in melds],
            trump=state.trump,
        ),
    )


def _taken(state: State) -> tuple[list[int], list[int] | None]:
    """Return points and tricks of the sides; no tricks where nothing was played."""
    play = state.play
    if state.outcome != "played" or play is None:
        return [0, 0], None
    points = [play.points[0] + play.points[2], play.points[1] + play.points[3]]
    points[play.winners[-1] % SIDES] += LAST_TRICK
    first = play.tricks_of((0, 2))
    return points, [first, len(play.winners) - first]
