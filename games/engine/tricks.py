"""The play of tricks, one card after the other, and the duties a game may lay on a follower.

A duty is a function from what a hand holds and what lies on the table to the kinds of card it may
play. The check of a card, the offer of legal cards and the players ask the same function.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TypeAlias

from games.engine.cards import SUITS, Counts, Deck, Mask, mask_of
from games.engine.errors import IllegalAction
from games.sentences import CardName, SeatName, Sentence, SuitName, say

# held, all cards of the suit led, all trumps, the cards that would beat the best so far -> legal
Duty: TypeAlias = Callable[[Mask, Mask, Mask, Mask], Mask]


def play_anything(held: Mask, led: Mask, trumps: Mask, beating: Mask) -> Mask:
    """Play any card, whatever was led."""
    return held


def follow_suit(held: Mask, led: Mask, trumps: Mask, beating: Mask) -> Mask:
    """Follow the suit led; without it play anything."""
    return held & led or held


def follow_or_trump(held: Mask, led: Mask, trumps: Mask, beating: Mask) -> Mask:
    """Follow the suit led or play a trump; without the suit play anything."""
    return held & (led | trumps) if held & led else held


def follow_then_trump(held: Mask, led: Mask, trumps: Mask, beating: Mask) -> Mask:
    """Follow the suit led; without it play a trump; without either play anything."""
    return held & led or held & trumps or held


def head_trump_leads(held: Mask, led: Mask, trumps: Mask, beating: Mask) -> Mask:
    """Follow, else trump; when trumps are led, beat the best card with one that can."""
    follow = held & led
    if led == trumps:
        return follow & beating or follow or held
    return follow or held & trumps or held


def head_always(held: Mask, led: Mask, trumps: Mask, beating: Mask) -> Mask:
    """Follow and beat, else trump and beat, as far as the hand can; else play anything.

    Once a plain lead has been trumped no card of the suit led beats, so any of them will do.
    """
    follow = held & led
    if follow:
        return follow & beating or follow
    trump = held & trumps
    return trump & beating or trump or held


# What a card is once it is played: itself alone, all cards of its suit, the cards that beat it (a
# plain one is beaten by every trump as well), its points. Taken apart for every card, which is
# quicker with a plain tuple than with one that has names.
Played: TypeAlias = tuple[Mask, Mask, Mask, int]


@lru_cache(maxsize=256)
def cards_in_play(deck: Deck, values: tuple[int, ...], trumps: Mask) -> tuple[Played, ...]:
    """Return by code what each card is in a deal with these trumps."""
    return tuple(
        (bit, suit, higher if bit & trumps else higher | trumps, points)
        for bit, suit, higher, points in zip(
            deck.bits, deck.suit_mask, deck.higher, values, strict=True
        )
    )


@cache
def order_of_play(seats: int, out: int | None) -> tuple[int, ...]:
    """Return by seat who plays next, given who sits the play out, if anybody."""
    return tuple(
        next(other for step in range(seats) if (other := (seat + step + 1) % seats) != out)
        for seat in range(seats)
    )


@dataclass(slots=True, kw_only=True)
class TrickPlay:
    """The cards in hand and on the table, from the first lead to the last trick."""

    deck: Deck
    hands: list[Counts]
    duty: Duty
    values: tuple[int, ...]  # card points by code
    trumps: Mask  # all trumps of the pack; 0 where there are none
    leads: int  # the seat that leads to the trick on the table
    out: int | None = None  # the seat that sits the play out, if any
    held: list[Mask] = field(default_factory=list)  # by seat; made from `hands`, and kept in step
    turn: int = 0
    placed: int = 0  # cards on the table
    led: Mask = 0
    beating: Mask = 0  # the cards that would beat the best on the table
    best: int = 0  # the seat that is winning the trick
    at_stake: int = 0  # card points on the table
    played: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)  # by trick
    points: list[int] = field(default_factory=list)  # card points taken, by seat
    in_play: tuple[Played, ...] = ()  # by code: what each card is
    size: int = 0  # cards a trick
    after: tuple[int, ...] = ()  # by seat: who plays next

    def __post_init__(self) -> None:
        if not self.held:
            self.held = [mask_of(self.deck, counts) for counts in self.hands]
        self.turn = self.best = self.leads
        self.in_play = cards_in_play(self.deck, self.values, self.trumps)
        self.points = [0] * len(self.hands)
        self.after = order_of_play(len(self.hands), self.out)
        self.size = len(self.hands) - (self.out is not None)

    def legal(self) -> Mask:
        """Return the kinds of card the seat in turn may play."""
        held = self.held[self.turn]
        return self.duty(held, self.led, self.trumps, self.beating) if self.placed else held

    def tricks_of(self, seats: Sequence[int]) -> int:
        return sum(map(self.winners.count, seats))


def play_cards(play: TrickPlay, cards: Sequence[int], *, first: int = 0) -> None:
    """Play the cards one after the other; raise IllegalAction at the first that may not be played.

    `first` is the place of the first card in the record's list, for the refusal. The card refused
    and those after it are not played.
    """
    in_play, hands, held = play.in_play, play.hands, play.held
    duty, trumps = play.duty, play.trumps
    turn, placed, led, beating = play.turn, play.placed, play.led, play.beating
    best, at_stake = play.best, play.at_stake
    last_place, after = play.size - 1, play.after
    tricks, lying = len(play.winners), placed

    for card in cards:
        bit, suit, above, points = in_play[card]
        mine = held[turn]
        if not bit & (duty(mine, led, trumps, beating) if placed else mine):
            break
        if not placed:
            led, beating = suit, bit
        if bit & beating:
            best, beating = turn, above
        counts = hands[turn]
        counts[card] = left = counts[card] - 1
        if not left:
            held[turn] = mine ^ bit
        at_stake += points
        if placed == last_place:
            play.winners.append(best)
            play.points[best] += at_stake
            at_stake = placed = 0
            turn = best
        else:
            placed += 1
            turn = after[turn]

    played = (len(play.winners) - tricks) * play.size + placed - lying
    play.played += cards[:played]
    play.turn, play.placed, play.led, play.beating = turn, placed, led, beating
    play.best, play.at_stake = best, at_stake
    if played < len(cards):
        raise unplayable(play, cards[played], first + played)


def unplayable(play: TrickPlay, card: int, index: int) -> IllegalAction:
    """Return the refusal of a card that the seat in turn may not play, with the duty it breaks."""
    deck, bit = play.deck, play.deck.bits[card]
    held, seat = play.held[play.turn], SeatName(play.turn)
    led_suit, name = _suit_name(deck, play.led), CardName(deck.texts[card])

    def refused(rule: str, sentence: Sentence) -> IllegalAction:
        return IllegalAction("play", index, rule, sentence)

    if not held & bit:
        sentence = say("%(seat)s does not hold %(card)s", seat=seat, card=name)
        return refused("card_not_held", sentence)
    if bit & play.led:
        sentence = say(
            "%(seat)s holds %(suit)s that beat the best card and must play one, not %(card)s",
            seat=seat,
            suit=led_suit,
            card=name,
        )
        return refused("must_beat", sentence)
    if held & play.led and play.duty is follow_or_trump and play.led != play.trumps:
        sentence = say(
            "%(seat)s holds %(suit)s and must follow suit or play a trump; %(card)s is neither",
            seat=seat,
            suit=led_suit,
            card=name,
        )
        return refused("must_follow", sentence)
    if held & play.led:
        sentence = say(
            "%(seat)s holds %(suit)s and must follow suit; %(card)s is not allowed",
            seat=seat,
            suit=led_suit,
            card=name,
        )
        return refused("must_follow", sentence)
    if bit & play.trumps:
        sentence = say(
            "%(seat)s holds a higher trump and must beat the best one; %(card)s does not",
            seat=seat,
            card=name,
        )
        return refused("must_overtrump", sentence)
    sentence = say(
        "%(seat)s has no %(suit)s but holds trumps and must play one, not %(card)s",
        seat=seat,
        suit=led_suit,
        card=name,
    )
    return refused("must_trump", sentence)


def _suit_name(deck: Deck, mask: Mask) -> SuitName:
    return SuitName(SUITS[deck.suits.index(mask)] if mask else "NT")
