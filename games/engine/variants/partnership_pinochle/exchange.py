"""The exchange: declarer and partner pass each other the same number of cards before melding."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from games.engine.cards import cards_in, read_cards, write_cards
from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import as_object, check_keys, read_seat, required
from games.engine.sentences import CardName, SeatName, say
from games.engine.single_deck.deck import DECK
from games.engine.variants.partnership_pinochle.deal import SEATS, partner_of
from games.engine.variants.partnership_pinochle.meld_phase import lay_melds
from games.engine.variants.partnership_pinochle.state import State

ENTRY_KEYS = frozenset({"from", "to", "cards"})


def has_exchange(state: State) -> bool:
    return state.options.exchange_max > 0


def giver_due(state: State) -> int:
    """Return the seat that passes cards next."""
    if state.gifts:
        return partner_of(state.gifts[0][0])
    if state.options.exchange_order == "declarer_first":
        return state.declarer
    return partner_of(state.declarer)


def numbers_due(state: State) -> range:
    """Return how many cards may be passed now: the second gift is as large as the first."""
    options = state.options
    if state.gifts:
        given = len(state.gifts[0][1])
        return range(given, given + 1)
    least = options.exchange_max if options.exchange_exact else 0
    return range(least, options.exchange_max + 1)


def legal_gifts(state: State) -> Iterator[dict[str, Any]]:
    """Give every gift the seat in turn may make, smallest first; to pass no card is one."""
    giver = giver_due(state)
    held = cards_in(state.hands[giver])
    for number in numbers_due(state):
        for cards in sorted(set(combinations(held, number))):
            yield {"from": giver, "to": partner_of(giver), "cards": write_cards(DECK, cards)}


def give_cards(state: State, entries: Sequence[Any]) -> None:
    """Pass cards, one entry after the other. Raises at the first not allowed."""
    for written in entries:
        index = len(state.gifts)
        if state.phase != "exchange":
            raise _not_now(state, index)
        giver, taker, cards = _read_entry(written, index)
        _check_seats(state, giver, taker, index)
        _check_number(state, giver, len(cards), index)
        _take_from(state, giver, cards, index)
        state.gifts.append((giver, cards))
        if state.options.exchange_order != "simultaneous":
            _hand_over(state, giver, cards)
        elif len(state.gifts) == 2:
            for earlier, chosen in state.gifts:
                _hand_over(state, earlier, chosen)
        if len(state.gifts) < 2:
            state.turn = giver_due(state)
        else:
            _end(state)


def pass_no_cards(state: State) -> None:
    """End an exchange in which no card is passed, or refuse where one must be."""
    if state.gifts or 0 not in numbers_due(state):
        sentence = say(
            "the exchange is not over: %(seat)s has yet to pass cards to the partner",
            seat=SeatName(giver_due(state)),
        )
        raise IllegalAction("exchange", len(state.gifts), "exchange_missing", sentence)
    _end(state)


def _end(state: State) -> None:
    """Go on to trump where it has not been named yet, else to the melds."""
    if state.trump is None:
        state.phase, state.turn = "trump", state.declarer
    else:
        lay_melds(state)


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


def _check_seats(state: State, giver: int, taker: int, index: int) -> None:
    due, declarer = giver_due(state), state.declarer
    pair = {declarer, partner_of(declarer)}
    if {giver, taker} != pair or (index and giver != due):
        sentence = say(
            "%(giver)s passes cards to %(taker)s; it is due from %(due)s to the partner",
            giver=SeatName(giver),
            taker=SeatName(taker),
            due=SeatName(due),
        )
        raise IllegalAction("exchange", index, "exchange_wrong_seats", sentence)
    if giver != due:
        sentence = say(
            "%(giver)s passes cards only after %(due)s in this game",
            giver=SeatName(giver),
            due=SeatName(due),
        )
        raise IllegalAction("exchange", index, "exchange_order", sentence)


def _check_number(state: State, giver: int, given: int, index: int) -> None:
    numbers = numbers_due(state)
    if given in numbers:
        return
    if len(numbers) == 1:
        sentence = say(
            "%(seat)s passes %(given)d cards; it must be %(due)d",
            seat=SeatName(giver),
            given=given,
            due=numbers.start,
        )
    else:
        sentence = say(
            "%(seat)s passes %(given)d cards; it can be %(most)d at most",
            seat=SeatName(giver),
            given=given,
            most=numbers[-1],
        )
    raise IllegalAction("exchange", index, "exchange_count", sentence)


def _not_now(state: State, index: int) -> IllegalAction:
    if not has_exchange(state):
        sentence = say("no cards are exchanged in this game")
        return IllegalAction("exchange", index, "exchange_not_allowed", sentence)
    if state.phase in ("auction", "trump") and not state.gifts:
        sentence = say("it is not time to exchange cards yet")
        return IllegalAction("exchange", index, f"{state.phase}_unfinished", sentence)
    if state.auction.declarer is None:
        sentence = say("everybody passed, so the deal is over and no cards are exchanged")
        return IllegalAction("exchange", index, "deal_already_over", sentence)
    sentence = say("declarer and partner have passed their cards; there is one exchange too many")
    return IllegalAction("exchange", index, "exchange_wrong_seats", sentence)
