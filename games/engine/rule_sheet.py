"""Rule sheets: what a game's rules say in plain language, in the order of the table.

Every game offers its sheet as `RULE_SHEET`: rules that always hold, and for each option a sentence
for every value it may have.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.options import Option, Value, value_label
from games.sentences import Sentence, say


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """A part of the page: a name for programs, a heading for people."""

    name: str
    heading: Sentence


CARDS = Section("cards", say("Cards and deal"))
AUCTION = Section("auction", say("Bidding"))
EXCHANGE = Section("exchange", say("Exchange"))
KITTY = Section("kitty", say("Kitty"))
STOCK = Section("stock", say("The first twelve tricks"))
MELDS = Section("melds", say("Melds"))
PLAY = Section("play", say("Play"))
SCORING = Section("scoring", say("Scoring"))
GAME_END = Section("game_end", say("End of the game"))
SECTIONS = (CARDS, AUCTION, EXCHANGE, KITTY, STOCK, MELDS, PLAY, SCORING, GAME_END)

VALUE = Sentence("the value chosen")  # in a sentence: the place of the value's own words


@dataclass(frozen=True, slots=True)
class Rule:
    """What one line of a sheet says: always the same, or one sentence for every value.

    Among sentences for values, the one under `int` is for every number that has none of its own.

    Values in `unsaid` go without saying (no exchange, nothing special for all the tricks): they
    are printed only where the preset says otherwise.
    """

    section: Section
    option: str | None
    words: Sentence | Mapping[Value | type[int], Sentence]
    unsaid: tuple[Value, ...] = ()

    def sentence(self, about: Option | None, value: Value | None) -> Sentence:
        """Return the rule as it reads under this value of its option."""
        words = self.words
        if about is None or value is None:
            assert isinstance(words, Sentence)
            return words
        text = words if isinstance(words, Sentence) else words.get(value) or words[int]
        return with_value(text, value_label(about, value))


def always(section: Section, words: Sentence) -> Rule:
    """Return a rule that no option changes."""
    return Rule(section, None, words)


def by_option(
    section: Section,
    option: str,
    words: Sentence | Mapping[Any, Sentence],
    *,
    unsaid: tuple[Value, ...] = (),
) -> Rule:
    """Return the rule an option chooses: a sentence a value, or one that names the VALUE."""
    return Rule(section, option, words, unsaid)


def with_value(text: Sentence, label: Sentence) -> Sentence:
    filled = {name: label if held is VALUE else held for name, held in text.params.items()}
    return Sentence(text.text, filled)
