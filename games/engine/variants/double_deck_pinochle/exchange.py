"""The exchange, where it is played, and the melds: partners pass each other cards, then meld."""

from collections.abc import Sequence
from typing import Any

from games.engine.cards import SUITS
from games.engine.errors import IllegalAction
from games.engine.gifts import Gift, hand_over, read_gift, without, wrong_number, wrong_seats
from games.engine.summaries import read_suit
from games.engine.tricks import Duty, TrickPlay, follow_then_trump, head_always, head_trump_leads
from games.engine.variants.double_deck_pinochle.deal import DECK, SEATS, card_values
from games.engine.variants.double_deck_pinochle.meld import (
    best_meld,
    counted_meld,
    meld_table,
    raw_melds,
)
from games.engine.variants.double_deck_pinochle.state import State
from games.sentences import SeatName, say


def partner_of(seat: int) -> int:
    return (seat + 2) % SEATS


def givers_due(state: State) -> list[int]:
    """Return the seats that have yet to give, in the order in which they are asked."""
    declarer = state.declarer or 0
    givers = [partner_of(declarer), declarer]
    if state.options.exchange == "both_sides":
        givers += [(declarer + 1) % SEATS, (declarer + 3) % SEATS]
    done = {giver for giver, _ in state.gifts}
    return [giver for giver in givers if giver not in done]


def name_trump(state: State, suit: object) -> None:
    """The declarer names a suit; any of the four, held or not."""
    state.trump = read_suit(suit)
    if state.options.exchange != "none" and not state.gifts:
        state.phase, state.turn = "exchange", givers_due(state)[0]
    else:
        lay_melds(state)


def give_cards(state: State, entries: Sequence[Any]) -> None:
    """Pass cards to partners, entry by entry. Raises at the first that is not allowed."""
    for written in entries:
        index = len(state.gifts)
        if state.phase != "exchange":
            raise _not_now(state, index)
        gift = read_gift(written, deck=DECK, seats=SEATS, index=index)
        _check_giver(state, gift, index)
        if len(gift.cards) != state.options.exchange_count:
            raise wrong_number(gift, state.options.exchange_count, index)
        state.hands[gift.giver] = without(state.hands[gift.giver], gift, deck=DECK, index=index)
        state.gifts.append((gift.giver, gift.cards))
        if _is_seen_first(state, gift.giver):
            hand_over(state.hands[gift.taker], gift.cards)
        _go_on(state)


def _go_on(state: State) -> None:
    due = givers_due(state)
    if due:
        state.turn = due[0]
        return
    for giver, cards in state.gifts:
        if not _is_seen_first(state, giver):
            hand_over(state.hands[partner_of(giver)], cards)
    if state.trump is None:
        state.phase, state.turn = "trump", state.declarer or 0
    else:
        lay_melds(state)


def _is_seen_first(state: State, giver: int) -> bool:
    """The declarer sees the partner's cards before giving, unless both choose at once."""
    return state.options.exchange_order == "sequential" and giver == partner_of(state.declarer or 0)


def _check_giver(state: State, gift: Gift, index: int) -> None:
    due = givers_due(state)
    if gift.giver not in due or gift.taker != partner_of(gift.giver):
        raise wrong_seats(gift, due[0], index)
    declarer = state.declarer or 0
    sequential = state.options.exchange_order == "sequential"
    if sequential and gift.giver == declarer and partner_of(declarer) in due:
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


# After trump and exchange the hands are melded, and the deal may end there.

DUTIES: dict[str, Duty] = {
    "always": head_always,
    "trump_led_only": head_trump_leads,
    "none": follow_then_trump,
}


def lay_melds(state: State) -> None:
    """Count every hand's meld; end the deal, or let the declarer lead."""
    trump = SUITS.index(state.trump or "")
    table = meld_table(state.options)
    state.melds = [best_meld(hand, trump, table) for hand in state.hands]
    declarer = state.declarer or 0
    if state.options.royal_marriage_required and not state.melds[declarer].has_royal_marriage:
        state.outcome, state.phase = "no_marriage", "over"
    elif declaring_meld(state) + card_values(state.options).total < state.bid:
        state.outcome, state.phase = "no_play", "over"
    else:
        state.phase, state.turn = "play", declarer
        state.play = TrickPlay(
            deck=DECK,
            hands=state.hands,
            duty=DUTIES[state.options.heading],
            values=card_values(state.options).by_code,
            trumps=DECK.suits[trump],
            leads=declarer,
        )


def declaring_meld(state: State) -> int:
    """Return what counts of the declarer's side's meld; that side has bid, so it may count."""
    return counted_meld(raw_melds(state.melds)[state.declaring], True, state.options)
