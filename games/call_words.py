"""Calls of an auction in words: what was called, and what it tells the partner.

The engine explains a call by codes (`explain_call`, and `calls` in the detail of a result, which
say besides whether the hand was so); each code has its sentence here.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from games.engine.sentences import SUIT_WORDS
from games.wording import one_after_another, suit_in_words

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

# the words of a call that are neither a number nor a suit
CALLS: dict[str, str | Promise] = {
    "pass": gettext_lazy("pass"),
    "double": gettext_lazy("double"),
    "redouble": gettext_lazy("redouble"),
    "noes": gettext_lazy("noes"),
    "smudge": gettext_lazy("smudge"),
}

# what a code means; codes that name cards or a suit are worded below
MEANINGS: dict[str, str | Promise] = {
    "ask_for_meld_bid": gettext_lazy("Asks the partner to bid their meld."),
    "aces_around": gettext_lazy("Shows aces around."),
    "double_aces_around": gettext_lazy("Shows double aces around."),
    "meld": gettext_lazy("Shows a meld of about %(meld)d."),
    "meld_50_or_more": gettext_lazy("Shows a meld of about %(meld)d or more."),
    "strong_hand": gettext_lazy("Shows a strong hand."),
    "meld_no_trump_wish": gettext_lazy(
        "Does not want to name the trump; shows a meld of about %(meld)d."
    ),
    "by_me": gettext_lazy("Passes and shows a meld of %(meld)d."),
    "forced": gettext_lazy("Had to bid, because everybody else had passed."),
    "help": gettext_lazy("Passes and has help for the partner."),
    "strong_no_suit": gettext_lazy("Fairly strong, with no particularly good suit."),
}

# other names under which the games send the same
SAME = {
    "has_help": "help",
    "pass_help": "help",
    "help_for_partner": "help",
    "has_help_for_partner": "help",
    "number_suit": "cards",
    "plus_suit": "cards",
    "suit_number": "good_suit_without",
    "number_nt": "strong_no_suit",
    "number_noes": "void",
    "plus_noes": "void",
}

# whether the hand was as the call told it
VERDICTS: dict[str, str | Promise] = {
    "true": gettext_lazy("The hand is as told."),
    "false": gettext_lazy("The hand is not as told."),
    "short": gettext_lazy("The suit is shorter than told."),
    "understated": gettext_lazy("The hand holds more than told."),
}


def call_in_words(call: str) -> str:
    """Return a call as people say it: "28 spades", "pass, by me 2.5", "pass, with help"."""
    first, _, rest = call.partition(" ")
    if first == "pass" and rest == "help":
        return gettext("pass, with help")
    if first == "pass" and rest:
        return gettext("pass, by me %(number)s") % {"number": rest}
    return " ".join(word_of_call(word) for word in call.split())


def word_of_call(word: str) -> str:
    """Return one word of a call in the active language; a number stays as it is."""
    if word in SUIT_WORDS:
        return suit_in_words(word)
    return str(CALLS.get(word, word))


def explanation_in_words(told: Mapping[str, Any] | None) -> str:
    """Return what a call tells as whole sentences; nothing where it tells nothing.

    `told` has its code under `means` or `claim`. A code that is not known here tells nothing.
    """
    code = meaning_of(told)
    if told is None or not code:
        return ""
    sentences = BY_CARDS[code](told) if code in BY_CARDS else [str(MEANINGS[code]) % dict(told)]
    verdict = VERDICTS.get(str(told.get("verdict")))
    return one_after_another([*sentences, *([str(verdict)] if verdict else [])])


def meaning_of(told: Mapping[str, Any] | None) -> str:
    """Return the code that has words, or nothing."""
    if not told:
        return ""
    code = str(told.get("claim") or told.get("means") or told.get("form") or "")
    code = SAME.get(code, code)
    return code if code in MEANINGS or code in BY_CARDS else ""


def cards_in_signs(cards: Any) -> str:
    """Return cards as people write them: "J♠ 10♠"; the mark of a card on the table goes."""
    words = cards.split() if isinstance(cards, str) else list(cards or ())
    words = [word.partition("*")[0] for word in words]
    return " ".join(
        card[:-1].replace("T", "10") + SUIT_SIGNS.get(card[-1:], card[-1:]) for card in words
    )


def _cards(told: Mapping[str, Any]) -> list[str]:
    """The strongest cards of the suit that no call has told yet."""
    cards = cards_in_signs(told.get("cards"))
    if not cards or told.get("verdict") == "impossible":
        return [gettext("Claims more cards than there are to tell, so it tells nothing.")]
    if told.get("only"):
        return [gettext("Shows %(cards)s and no other card of the suit.") % {"cards": cards}]
    shown = gettext("Shows %(cards)s, the strongest not yet told.") % {"cards": cards}
    about_four = [gettext("An opening bid: about four cards of the suit.")]
    return [shown, *(about_four if told.get("opening") else [])]


def _good_suit_without(told: Mapping[str, Any]) -> list[str]:
    cards = cards_in_signs(told.get("cards"))
    if not cards:
        return [gettext("Shows a good suit without its strongest card not yet told.")]
    shown = gettext("Shows a good suit without %(cards)s.") % {"cards": cards}
    about_five = [gettext("An opening bid: about five cards of the suit.")]
    return [shown, *(about_five if told.get("opening") else [])]


def _void(told: Mapping[str, Any]) -> list[str]:
    suit = told.get("suit")
    if not suit:
        return [gettext("Counts back to no bid in a suit, so it tells nothing.")]
    return [gettext("Shows no %(suit)s.") % {"suit": suit_in_words(str(suit))}]


BY_CARDS = {"cards": _cards, "good_suit_without": _good_suit_without, "void": _void}
