"""The deal as a machine: start it, ask what is allowed, do it, and score it at the end."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.actions import Action, trump_named_already, trump_too_early, unknown_action
from games.engine.cards import SUITS
from games.engine.errors import IllegalAction, Refusal
from games.engine.record import as_object, check_keys, read_seat, required
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.sentences import SeatName, say
from games.engine.unfinished import not_over
from games.engine.variants.pedro.auction import legal_calls, make_calls
from games.engine.variants.pedro.deal import SEATS, TRICKS, dealt_cards
from games.engine.variants.pedro.exchange import lay_away, legal_discards, name_trump
from games.engine.variants.pedro.play import legal_plays, play_texts
from games.engine.variants.pedro.point_cards import sides_of_cards
from games.engine.variants.pedro.score import FinishedDeal, points_of, score_deal
from games.engine.variants.pedro.state import State

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


def legal_actions(state: State) -> Iterator[Action]:
    """Give everything the seat in turn may do.

    Cards laid away, and those under another card, are given once, in one order; `apply` takes
    them in any.
    """
    if state.phase == "auction":
        yield from (Action("auction", call) for call in legal_calls(state))
    elif state.phase == "trump":
        yield from (Action("trump", suit) for suit in SUITS)
    elif state.pack and state.play:
        plays = () if state.over else legal_plays(state, state.play, state.pack)
        yield from (Action("play", cards) for cards in plays)
    elif state.pack:
        for cards in legal_discards(state, state.pack):
            yield Action("discards", {"seat": state.turn, "cards": cards})


def apply(state: State, action: Action) -> None:
    """Do one action, or raise and leave the state as it was."""
    match action.phase:
        case "auction":
            make_calls(state, (action.value,))
        case "trump":
            _apply_trump(state, action.value)
        case "discards":
            _apply_discards(state, action.value)
        case "play":
            apply_plays(state, (action.value,))
        case _:
            raise unknown_action(action)


def _apply_trump(state: State, suit: object) -> None:
    if state.phase == "trump":
        name_trump(state, suit)
        return
    unfinished = state.phase == "auction"
    raise trump_too_early(state.phase) if unfinished else trump_named_already()


def _apply_discards(state: State, value: object) -> None:
    """Lay away what the seat in turn says: {"seat": its number, "cards": a text}."""
    if state.phase in ("auction", "trump"):
        sentence = say("no cards can be laid away before trump is named")
        raise IllegalAction("discards", 0, f"{state.phase}_unfinished", sentence)
    if state.phase != "discards" or state.pack is None:
        sentence = say("all four players have laid their cards away; no more may go")
        raise IllegalAction("discards", SEATS, "discard_not_allowed", sentence)
    try:
        entry = as_object(value, name="discards")
        check_keys(entry, DISCARD_KEYS)
        seat = read_seat(required(entry, "seat"), SEATS, name="seat")
        cards = required(entry, "cards")
    except Refusal as refusal:
        refusal.phase, refusal.index = "discards", state.turn
        raise
    if seat != state.turn:
        sentence = say(
            "%(written)s lays cards away, but it is the turn of %(turn)s",
            written=SeatName(seat),
            turn=SeatName(state.turn),
        )
        raise IllegalAction("discards", seat, "out_of_turn", sentence)
    lay_away(state, state.pack, cards)


def apply_plays(state: State, entries: Sequence[Any]) -> None:
    """Play cards and piles one after the other. Raises at the first that is not allowed."""
    if not entries:
        return
    if state.play is None or state.pack is None:
        sentence = say("no card can be played before the exchange")
        raise IllegalAction("play", 0, f"{state.phase}_unfinished", sentence)
    play_texts(state, state.play, state.pack, entries)


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
