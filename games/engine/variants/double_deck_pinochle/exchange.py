"""The exchange, where it is played: partners pass each other cards before melding."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.cards import read_cards
from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import as_object, check_keys, read_seat, required
from games.engine.sentences import CardName, SeatName, say
from games.engine.summaries import read_suit
from games.engine.variants.double_deck_pinochle.deal import DECK, SEATS
from games.engine.variants.double_deck_pinochle.meld_phase import lay_melds
from games.engine.variants.double_deck_pinochle.state import State

ENTRY_KEYS = frozenset({"from", "to", "cards"})


def partner_of(seat: int) -> int:
    return (seat + 2) % SEATS


def givers_due(state: State) -> list[int]:
    """Return the seats that have yet to give, in the order in which they are asked."""
    declarer = state.declarer or 0
    givers = [partner_of(declarer), declarer]
    if state.options.exchange == "both_sides":
        givers += [(declarer + 1) % SEATS, (declarer + 3) % SEATS]
    given = {giver for giver, _ in state.gifts}
    return [giver for giver in givers if giver not in given]


def name_trump(state: State, suit: object) -> None:
    """The declarer names a suit; any of the four, held or not."""
    state.trump = read_suit(suit)
    if state.options.exchange != "none" and not state.gifts:
        state.phase, state.turn = "exchange", givers_due(state)[0]
    else:
        lay_melds(state)


def give_cards(state: State, entries: Sequence[Any]) -> None:
    """Pass cards to partners, one entry after the other. Raises at the first not allowed."""
    for written in entries:
        index = len(state.gifts)
        if state.phase != "exchange":
            raise _not_now(state, index)
        giver, taker, cards = _read_entry(written, index)
        _check_giver(state, giver, taker, index)
        if len(cards) != state.options.exchange_count:
            sentence = say(
                "%(seat)s passes %(given)d cards; it must be %(due)d",
                seat=SeatName(giver),
                given=len(cards),
                due=state.options.exchange_count,
            )
            raise IllegalAction("exchange", index, "exchange_count", sentence)
        _take_from(state, giver, cards, index)
        state.gifts.append((giver, cards))
        if _is_seen_first(state, giver):
            _hand_over(state, giver, cards)
        _go_on(state)


def _go_on(state: State) -> None:
    due = givers_due(state)
    if due:
        state.turn = due[0]
        return
    for giver, cards in state.gifts:
        if not _is_seen_first(state, giver):
            _hand_over(state, giver, cards)
    if state.trump is None:
        state.phase, state.turn = "trump", state.declarer or 0
    else:
        lay_melds(state)


def _is_seen_first(state: State, giver: int) -> bool:
    """The declarer sees the partner's cards before giving, unless both choose at once."""
    return state.options.exchange_order == "sequential" and giver == partner_of(state.declarer or 0)


def _hand_over(state: State, giver: int, cards: Sequence[int]) -> None:
    taker = state.hands[partner_of(giver)]
    for card in cards:
        taker[card] += 1


def _take_from(state: State, giver: int, cards: Sequence[int], index: int) -> None:
    """Take the cards out of the giver's hand, or leave it as it was and refuse."""
    left = list(state.hands[giver])
    for card in cards:
        if not left[card]:
            sentence = say(
                "%(seat)s does not hold %(card)s to pass on",
                seat=SeatName(giver),
                card=CardName(DECK.texts[card]),
            )
            raise IllegalAction("exchange", index, "card_not_held", sentence)
        left[card] -= 1
    state.hands[giver] = left


def _read_entry(written: object, index: int) -> tuple[int, int, list[int]]:
    try:
        entry: Mapping[str, Any] = as_object(written, name="exchange")
        check_keys(entry, ENTRY_KEYS)
        giver = read_seat(required(entry, "from"), SEATS, name="from")
        taker = read_seat(required(entry, "to"), SEATS, name="to")
        cards = read_cards(DECK, required(entry, "cards"), phase="exchange", index=index)
    except MalformedRecord as refusal:
        refusal.phase, refusal.index = "exchange", index
        raise
    return giver, taker, cards


def _check_giver(state: State, giver: int, taker: int, index: int) -> None:
    due = givers_due(state)
    if giver not in due or taker != partner_of(giver):
        sentence = say(
            "%(giver)s passes cards to %(taker)s; it is due from %(due)s to the partner",
            giver=SeatName(giver),
            taker=SeatName(taker),
            due=SeatName(due[0]),
        )
        raise IllegalAction("exchange", index, "exchange_wrong_seats", sentence)
    declarer = state.declarer or 0
    sequential = state.options.exchange_order == "sequential"
    if sequential and giver == declarer and partner_of(declarer) in due:
        sentence = say(
            "%(declarer)s, the declarer, passes cards only after %(partner)s",
            declarer=SeatName(declarer),
            partner=SeatName(partner_of(declarer)),
        )
        raise IllegalAction("exchange", index, "exchange_order", sentence)


def _not_now(state: State, index: int) -> IllegalAction:
    if state.options.exchange == "none":
        sentence = say("no cards are exchanged in this game")
        return IllegalAction("exchange", index, "exchange_not_allowed", sentence)
    if state.phase in ("auction", "trump"):
        sentence = say("it is not time to exchange cards yet")
        return IllegalAction("exchange", index, f"{state.phase}_unfinished", sentence)
    sentence = say("all partners have passed their cards; there is one exchange too many")
    return IllegalAction("exchange", index, "exchange_wrong_seats", sentence)
