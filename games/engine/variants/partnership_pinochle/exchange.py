"""The exchange: declarer and partner pass each other the same number of cards before melding."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from games.engine.cards import cards_in, write_cards
from games.engine.errors import IllegalAction
from games.engine.gifts import Gift, hand_over, read_gift, without, wrong_number, wrong_seats
from games.engine.single_deck.deck import DECK
from games.engine.variants.partnership_pinochle.deal import SEATS, partner_of
from games.engine.variants.partnership_pinochle.meld_phase import lay_melds
from games.engine.variants.partnership_pinochle.state import State
from games.sentences import SeatName, say


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
        first_size = len(state.gifts[0][1])
        return range(first_size, first_size + 1)
    least = options.exchange_max if options.exchange_exact else 0
    return range(least, options.exchange_max + 1)


def legal_gifts(state: State) -> Iterator[dict[str, Any]]:
    """Give every gift the seat in turn may make, smallest first; one of no cards where allowed."""
    giver = giver_due(state)
    held = cards_in(state.hands[giver])
    for number in numbers_due(state):
        for cards in sorted(set(combinations(held, number))):
            yield {"from": giver, "to": partner_of(giver), "cards": write_cards(DECK, cards)}


def give_cards(state: State, entries: Sequence[Any]) -> None:
    """Pass cards, one entry of the record after the other.

    Raises MalformedRecord or IllegalAction at the first that cannot be read or is not allowed.
    """
    for written in entries:
        index = len(state.gifts)
        if state.phase != "exchange":
            raise _not_now(state, index)
        gift = read_gift(written, deck=DECK, seats=SEATS, index=index)
        _check_seats(state, gift, index)
        _check_number(state, gift, index)
        state.hands[gift.giver] = without(state.hands[gift.giver], gift, deck=DECK, index=index)
        state.gifts.append((gift.giver, gift.cards))
        if state.options.exchange_order != "simultaneous":
            hand_over(state.hands[gift.taker], gift.cards)
        elif len(state.gifts) == 2:
            for giver, cards in state.gifts:
                hand_over(state.hands[partner_of(giver)], cards)
        if len(state.gifts) < 2:
            state.turn = giver_due(state)
        else:
            _end(state)


def pass_no_cards(state: State) -> None:
    """End an exchange in which no card is passed. Raises IllegalAction where one must be."""
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


def _check_seats(state: State, gift: Gift, index: int) -> None:
    due, declarer = giver_due(state), state.declarer
    pair = {declarer, partner_of(declarer)}
    if {gift.giver, gift.taker} != pair or (index and gift.giver != due):
        raise wrong_seats(gift, due, index)
    if gift.giver != due:
        sentence = say(
            "%(giver)s passes cards only after %(due)s in this game",
            giver=SeatName(gift.giver),
            due=SeatName(due),
        )
        raise IllegalAction("exchange", index, "exchange_order", sentence)


def _check_number(state: State, gift: Gift, index: int) -> None:
    numbers = numbers_due(state)
    if len(gift.cards) in numbers:
        return
    if len(numbers) == 1:
        raise wrong_number(gift, numbers.start, index)
    sentence = say(
        "%(seat)s passes %(given)d cards; it can be %(most)d at most",
        seat=SeatName(gift.giver),
        given=len(gift.cards),
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
