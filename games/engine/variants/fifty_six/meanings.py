"""What a bid of Fifty-Six shows the partner, in sentences, and whether the hand was so."""

from games.engine.call_meanings import Meaning, MeaningInWords
from games.sentences import CardName, Sentence, SuitName, say

_VERDICTS = {
    "true": say("The hand is as the calls showed."),
    "false": say("The hand is not as the calls showed."),
    "short": say("The suit is shorter than the calls showed."),
    "understated": say("The hand is better than the calls showed."),
}


def _judged(says: MeaningInWords) -> MeaningInWords:
    """Add to what was shown whether the hand was so, where that is known."""

    def with_verdict(meaning: Meaning) -> list[Sentence]:
        verdict = _VERDICTS.get(str(meaning.get("verdict")))
        return [*says(meaning), *([verdict] if verdict else [])]

    return with_verdict


def _cards(meaning: Meaning) -> list[Sentence]:
    """The strongest cards of the suit that no call has shown yet."""
    if not meaning.get("cards") or meaning.get("verdict") == "impossible":
        return [say("Claims more cards than there are to tell, so it tells nothing.")]
    cards = CardName(" ".join(meaning["cards"]))
    if meaning.get("only"):
        return [say("Shows %(cards)s and no other card of the suit.", cards=cards)]
    shown = say("Shows %(cards)s, the strongest not yet shown.", cards=cards)
    about_four = say("An opening bid: about four cards of the suit.")
    return [shown, about_four] if meaning.get("opening") else [shown]


def _good_suit_without(meaning: Meaning) -> list[Sentence]:
    if not meaning.get("cards"):
        return [say("Shows a good suit, but not the strongest card not yet shown.")]
    shown = say("Shows a good suit without %(cards)s.", cards=CardName(" ".join(meaning["cards"])))
    about_five = say("An opening bid: about five cards of the suit.")
    return [shown, about_five] if meaning.get("opening") else [shown]


def _void(meaning: Meaning) -> list[Sentence]:
    if not meaning.get("suit"):
        return [say("Counts back to no bid in a suit, so it tells nothing.")]
    return [say("Shows no %(suit)s.", suit=SuitName(meaning["suit"]))]


def _strong_no_suit(meaning: Meaning) -> list[Sentence]:
    return [say("Fairly strong, with no particularly good suit.")]


MEANINGS = {
    "cards": _judged(_cards),
    "good_suit_without": _judged(_good_suit_without),
    "void": _judged(_void),
    "strong_no_suit": _judged(_strong_no_suit),
}
