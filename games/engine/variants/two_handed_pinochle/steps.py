"""The deal as a machine: start it, ask what is allowed, do it, and score it at the end."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.actions import Action, unknown_action
from games.engine.cards import SUITS
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.single_deck.deck import DECK, LAST_TRICK
from games.engine.unfinished import not_over
from games.engine.variants.two_handed_pinochle.deal import SEATS, dealt_hands, dealt_stock
from games.engine.variants.two_handed_pinochle.dix import use_dix
from games.engine.variants.two_handed_pinochle.events import Event, check_turn, read_event
from games.engine.variants.two_handed_pinochle.legal_events import legal_events
from games.engine.variants.two_handed_pinochle.melding import lay_meld
from games.engine.variants.two_handed_pinochle.play import first_lead, legal_cards, play_texts
from games.engine.variants.two_handed_pinochle.score import FinishedDeal, score_deal
from games.engine.variants.two_handed_pinochle.state import State
from games.engine.variants.two_handed_pinochle.stock import LAST_DRAWS, choose_last_card


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


def legal_actions(state: State) -> Iterator[Action]:
    """Give everything the seat in turn may do.

    The winner of a trick may lay something down or lead at once; to lead is to meld no more.
    """
    for event in legal_events(state):
        yield Action("events", event)
    if state.choice_due:
        for card in LAST_DRAWS:
            yield Action("last_draw", card)
    for card in legal_cards(state):
        yield Action("play", card)


def apply(state: State, action: Action) -> None:
    """Do one action, or raise and leave the state as it was."""
    match action.phase:
        case "play":
            play_texts(state, (action.value,))
        case "events":
            lay_down(state, read_event(action.value, len(state.log)))
        case "last_draw":
            choose_last_card(state, action.value)
        case _:
            raise unknown_action(action)


def lay_down(state: State, event: Event) -> None:
    """Lay down a meld or a nine. Raises before anything is changed."""
    index = len(state.log)
    check_turn(state, event, index)
    if event.meld is not None:
        lay_meld(state, event.meld, index)
    else:
        use_dix(state, event.dix or "", index)


def result(state: State) -> DealResult:
    """Return what the deal scored. Raises IllegalAction while it is not over."""
    if not state.over:
        raise not_over("play")
    winners, laid = state.play.winners, state.laid
    points = list(state.play.points)
    points[winners[-1]] += LAST_TRICK
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
