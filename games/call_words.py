"""Calls of an auction in words: what was called, and what it shows the partner.

The engine explains a call by codes (`explain_call`; `calls` in the detail of a result also say
whether the hand was as the call claimed); each game has the sentences for its codes.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext

from games.engine.call_meanings import Meaning
from games.engine.variants import VARIANTS
from games.sentences import SUIT_WORDS, Sentence, render
from games.wording import (
    AS_IN_DATA,
    join_sentences,
    number_in_words,
    render_sentence,
    suit_in_words,
    written_number,
)

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def words_of_games(games: Iterable[Mapping[str, Sentence]]) -> dict[str, Sentence]:
    """Return the words of all games' calls. Raises ValueError where one is called two things."""
    words: dict[str, Sentence] = {}
    for word, name in (entry for words_of_game in games for entry in words_of_game.items()):
        if words.setdefault(word, name) != name:
            raise ValueError(f'the call "{word}" is called "{words[word]}" and "{name}"')
    return words


# the words of a call that are neither a number nor a suit
CALLS = words_of_games(game.call_words for game in VARIANTS.values())


def call_in_words(call: str) -> str:
    """Return a call as people say it: "28 spades", "pass, by me 2.5", "pass, with help"."""
    first, _, rest = call.partition(" ")
    if first == "pass" and rest == "help":
        return gettext("pass, with help")
    if first == "pass" and rest:
        return gettext("pass, by me %(number)s") % {"number": written_number(rest)}
    return " ".join(word_of_call(word) for word in call.split())


def word_of_call(word: str) -> str:
    """Return one word of a call in the active language; a number stays as it is."""
    if word in SUIT_WORDS:
        return suit_in_words(word)
    return render_sentence(CALLS[word]) if word in CALLS else word


def explanation_in_words(variant: str, meaning: Meaning | None) -> str:
    """Return what a call shows as whole sentences; nothing where it shows nothing.

    A code that the game does not have shows nothing.
    """
    meaning = meaning or {}
    code = str(meaning.get("claim") or meaning.get("means") or "")
    says = VARIANTS[variant].meanings.get(code)
    if says is None:
        return ""
    words = AS_IN_DATA._replace(card=cards_in_signs, number=number_in_words)
    return join_sentences(render(sentence, words) for sentence in says(meaning))


def cards_in_signs(cards: Any) -> str:
    """Return cards as people write them: "J♠ 10♠", without the star of a card on the table."""
    words = cards.split() if isinstance(cards, str) else list(cards or ())
    words = [word.partition("*")[0] for word in words]
    return " ".join(
        card[:-1].replace("T", "10") + SUIT_SIGNS.get(card[-1:], card[-1:]) for card in words
    )
