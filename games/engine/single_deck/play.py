"""The play of tricks with the pinochle pack, its duties, and giving a deal up beforehand."""

from collections.abc import Sequence
from typing import Any

from games.engine.card_values import CardValues
from games.engine.cards import Counts, Mask, codes_in, unknown_card
from games.engine.errors import IllegalAction
from games.engine.record import bad_field
from games.engine.single_deck.deck import DECK
from games.engine.tricks import (
    Duty,
    TrickPlay,
    follow_then_trump,
    head_always,
    head_trump_leads,
    play_cards,
)
from games.sentences import say


def start_play(
    hands: list[Counts],
    values: CardValues,
    *,
    trump: int,
    leads: int,
    must_head: str,
    must_overtrump: bool,
) -> TrickPlay:
    """Return the play before its first lead; `trump` is the place of the suit."""
    return TrickPlay(
        deck=DECK,
        hands=hands,
        duty=duty_of(must_head, must_overtrump),
        values=values.by_code,
        trumps=DECK.suits[trump],
        leads=leads,
    )


def play_texts(play: TrickPlay, cards: Sequence[Any], *, due: int) -> None:
    """Play cards written as in a record; `due` is how many the whole deal has."""
    before = len(play.played)
    if before + len(cards) > due:
        raise too_many_cards(due)
    try:
        codes = list(map(DECK.codes.__getitem__, cards))
    except (KeyError, TypeError):
        place = next(at for at, card in enumerate(cards) if not is_card(card))
        play_texts(play, cards[:place], due=due)  # an illegal card before it is refused first
        raise unknown_card(cards[place], phase="play", index=before + place) from None
    play_cards(play, codes, first=before)


def is_card(written: object) -> bool:
    return isinstance(written, str) and written in DECK.codes


def legal_cards(play: TrickPlay) -> list[str]:
    """Return the cards the seat in turn may play."""
    return [DECK.texts[code] for code in codes_in(play.legal())]


def too_many_cards(due: int) -> IllegalAction:
    sentence = say("the %(size)d cards have been played; there is one too many", size=due)
    return IllegalAction("play", due, "play_too_long", sentence)


def no_play(phase: str, *, due: int, was_played: bool) -> IllegalAction:
    """Return the refusal of a card outside the play; `phase` is what is due instead."""
    if was_played:
        return too_many_cards(due)
    if phase == "over":
        sentence = say("this deal ended before the play, so no card is played")
        return IllegalAction("play", 0, "play_not_allowed", sentence)
    sentence = say("no card can be played before the melds")
    return IllegalAction("play", 0, f"{phase}_unfinished", sentence)


def play_unfinished(played: int, due: int) -> IllegalAction:
    """Return the refusal of a record in which cards are missing."""
    sentence = say(
        "%(played)d cards have been played; the deal has %(due)d", played=played, due=due
    )
    return IllegalAction("play", played, "play_unfinished", sentence)


def check_concession(value: object, *, allowed: bool, phase: str, played: int) -> None:
    """Refuse to give the deal up where the ruleset does not have it, or not at this moment.

    `phase` is what is due next, `played` the number of cards on the table and in tricks.
    """
    if value is not True:
        sentence = say('"%(name)s" must be true or false', name="concede")
        raise bad_field("concede", sentence, phase="concede")
    if not allowed:
        sentence = say("a deal cannot be thrown in in this game")
        raise IllegalAction("concede", None, "throw_in_not_allowed", sentence)
    if phase == "over":
        sentence = say("the deal is over already; there is nothing left to throw in")
        raise IllegalAction("concede", None, "deal_already_over", sentence)
    if phase != "play":
        sentence = say("a deal can be thrown in only after melding")
        raise IllegalAction("concede", None, "throw_in_not_allowed", sentence)
    if played:
        sentence = say("a deal can be thrown in only before the first card is led")
        raise IllegalAction("concede", None, "throw_in_not_allowed", sentence)


# What a follower must play: follow suit, else trump; to beat is due only where the options say.
#
# Whose trick it is so far makes no difference: a partner's card must be beaten like any other.


def head_suit_led(held: Mask, led: Mask, trumps: Mask, beating: Mask) -> Mask:
    """Follow and beat as far as the hand can; else play any trump; else anything."""
    follow = held & led
    return follow & beating or follow or held & trumps or held


def overtrump(held: Mask, led: Mask, trumps: Mask, beating: Mask) -> Mask:
    """Follow with any card; else beat the best trump as far as the hand can; else anything."""
    trump = held & trumps
    return held & led or trump & beating or trump or held


def head_trump_leads_and_overtrump(held: Mask, led: Mask, trumps: Mask, beating: Mask) -> Mask:
    """Beat the best trump, led or played on another suit, as far as the hand can."""
    follow, trump = held & led, held & trumps
    if led == trumps:
        return follow & beating or follow or held
    return follow or trump & beating or trump or held


_DUTIES: dict[tuple[str, bool], Duty] = {
    ("none", False): follow_then_trump,
    ("none", True): overtrump,
    ("trump", False): head_trump_leads,
    ("trump", True): head_trump_leads_and_overtrump,
    ("always", False): head_suit_led,
    ("always", True): head_always,
}


def duty_of(must_head: str, must_overtrump: bool) -> Duty:
    """Return the duty that the two options of that name make."""
    return _DUTIES[must_head, must_overtrump]
