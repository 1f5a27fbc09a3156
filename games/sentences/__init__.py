"""Sentences the engine says, kept apart from their words so that they can be translated.

`say` marks its first argument for the translation catalogue. What a sentence names (a seat, a
side, a suit, a card) travels as a typed parameter and is put into words by whoever shows it:
`English` here, the active language and the players' names on the site.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

WHOLE = re.compile(r"(%\(\w+\))d")
# a sum as people write it, of more than one number: "3 + 2.5 × 4"
SUM = re.compile(r"[-−(]*\d[\d.]*(?: ?[-−+×÷/] ?[-−(]*\d[\d.]*\)*)+")
NUMBER = re.compile(r"(?<![\d)])-?\d+(?:\.\d+)?|\d+(?:\.\d+)?")


class SeatName(NamedTuple):
    """Stands for the name of whoever sits at this seat (0-based)."""

    seat: int


class SideName(NamedTuple):
    """Stands for the name of this side (0-based)."""

    side: int


class SuitName(NamedTuple):
    """Stands for the name of a suit, "S H D C" or "NT"."""

    suit: str


class CardName(NamedTuple):
    """Stands for one card, or several separated by spaces, as written in a record."""

    card: str


class Figure(str):
    """A number as text, such as "12.5": whoever shows it writes it as the reader does."""

    __slots__ = ()


@dataclass(slots=True)
class Sentence:
    """A text with named places (`%(low)d`) and what fills them."""

    text: str
    params: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return render(self, ENGLISH)


def say(text: str, **params: Any) -> Sentence:
    """Return a sentence; `text` is English with places such as `%(low)d`, filled by `params`."""
    return Sentence(text, params)


class Words(NamedTuple):
    """How sentences are put into words for a reader: the translation, and the names of things.

    `number` writes a number as the reader does; without it they stand as programs write them.
    """

    translate: Callable[[str], str]
    seat: Callable[[int], str]
    side: Callable[[int], str]
    suit: Callable[[str], str]
    card: Callable[[str], str]
    number: Callable[[str], str] | None = None


SUIT_WORDS: dict[str, Sentence] = {
    "S": say("spades"),
    "H": say("hearts"),
    "D": say("diamonds"),
    "C": say("clubs"),
    "NT": say("no trump"),
}

ENGLISH = Words(
    translate=lambda text: text,
    seat=lambda seat: f"seat {seat}",
    side=lambda side: f"side {side}",
    suit=lambda suit: SUIT_WORDS[suit].text,
    card=lambda card: card,
)


def render(sentence: Sentence, words: Words) -> str:
    """Return the sentence in the reader's words."""
    text = words.translate(sentence.text)
    if not sentence.params:
        return text
    params = {name: _in_words(value, words) for name, value in sentence.params.items()}
    return (text if words.number is None else _with_texts(text)) % params


@lru_cache(maxsize=1_024)
def _with_texts(text: str) -> str:
    """Return the text with places for texts where it had them for whole numbers."""
    return WHOLE.sub(r"\1s", text)


def _in_words(value: Any, words: Words) -> Any:
    match value:
        case SeatName(seat):
            return words.seat(seat)
        case SideName(side):
            return words.side(side)
        case SuitName(suit):
            return words.suit(suit)
        case CardName(card):
            return words.card(card)
        case Sentence():
            return render(value, words)
        case _:
            return value if words.number is None else _numbers(value, words.number)


def _numbers(value: Any, number: Callable[[str], str]) -> Any:
    match value:
        case bool():
            return value
        case int() | Figure():
            return number(str(value))
        case str() if SUM.fullmatch(value):
            return NUMBER.sub(lambda found: number(found[0]), value)
        case _:
            return value


Json: TypeAlias = dict[str, Any]
_TYPED: dict[str, type[Any]] = {
    "seat": SeatName,
    "side": SideName,
    "suit": SuitName,
    "card": CardName,
}


def sentence_to_json(sentence: Sentence) -> Json:
    """Return the sentence as plain JSON, so that it can be stored and translated later."""
    return {
        "text": sentence.text,
        "params": {name: _to_json(value) for name, value in sentence.params.items()},
    }


def sentence_from_json(data: Mapping[str, Any]) -> Sentence:
    """Return what `sentence_to_json` was given. Raises KeyError for anything else."""
    return Sentence(data["text"], {name: _from_json(v) for name, v in data["params"].items()})


def _to_json(value: Any) -> Any:
    if isinstance(value, Sentence):
        return {"sentence": sentence_to_json(value)}
    for key, kind in _TYPED.items():
        if isinstance(value, kind):
            return {key: value[0]}
    return value


def _from_json(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    ((key, inner),) = value.items()
    return sentence_from_json(inner) if key == "sentence" else _TYPED[key](inner)
