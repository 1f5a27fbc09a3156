"""What a bid of Fifty-Six tells the partner, in sentences, and whether the hand was so."""

from collections.abc import Mapping
from typing import Any

from games.engine.call_meanings import Meaning
from games.sentences import CardName, Sentence, SuitName, say

_VERDICTS = {
    "true": say("The hand is as told."),
    "false": say("The hand is not as told."),
    "short": say("The suit is shorter than told."),
    "understated": say("The hand holds more than told."),
}


def _judged(says: Meaning) -> Meaning:
    """Add to what was told whether the hand was so, where that is known."""

    def with_verdict(told: Mapping[str, Any]) -> list[Sentence]:
        verdict = _VERDICTS.get(str(told.get("verdict")))
        return [*says(told), *([verdict] if verdict else [])]

    return with_verdict


def _cards(told: Mapping[str, Any]) -> list[Sentence]:
    """The strongest cards of the suit that no call has told yet."""
    if not told.get("cards") or told.get("verdict") == "impossible":
        return [say("Claims more cards than there are to tell, so it tells nothing.")]
    cards = CardName(" ".join(told["cards"]))
    if told.get("only"):
        return [say("Shows %(cards)s and no other card of the suit.", cards=cards)]
    shown = say("Shows %(cards)s, the strongest not yet told.", cards=cards)
    about_four = say("An opening bid: about four cards of the suit.")
    return [shown, about_four] if told.get("opening") else [shown]


def _good_suit_without(told: Mapping[str, Any]) -> list[Sentence]:
    if not told.get("cards"):
        return [say("Shows a good suit without its strongest card not yet told.")]
    shown = say("Shows a good suit without %(cards)s.", cards=CardName(" ".join(told["cards"])))
    about_five = say("An opening bid: about five cards of the suit.")
    return [shown, about_five] if told.get("opening") else [shown]


def _void(told: Mapping[str, Any]) -> list[Sentence]:
    if not told.get("suit"):
        return [say("Counts back to no bid in a suit, so it tells nothing.")]
    return [say("Shows no %(suit)s.", suit=SuitName(told["suit"]))]


def _strong_no_suit(told: Mapping[str, Any]) -> list[Sentence]:
    return [say("Fairly strong, with no particularly good suit.")]


MEANINGS = {
    "cards": _judged(_cards),
    "good_suit_without": _judged(_good_suit_without),
    "void": _judged(_void),
    "strong_no_suit": _judged(_strong_no_suit),
}
