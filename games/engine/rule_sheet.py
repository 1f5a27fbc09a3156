"""Rule sheets: what a game's rules say in plain language, in the order of the table.

Every game offers its sheet as `RULE_SHEET`: rules that always hold, and for each option a sentence
for every value it may have.
"""

from collections.abc import Callable, Mapping
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

# what a rule says, or how that follows from the options where it has numbers of theirs
Words = Sentence | Callable[[Any], Sentence]

VALUE = Sentence("the value chosen")  # in a sentence: the place of the value's own words


@dataclass(frozen=True, slots=True)
class Rule:
    """What one line of a sheet says: always the same, or one sentence for every value.

    Among sentences for values, the one under `int` is for every number that has none of its own.

    Values in `unsaid` go without saying (no exchange, nothing special for all the tricks): they
    are printed only where the preset says otherwise.

    `numbers` are further options that the sentence has the values of, such as those of the melds;
    every option is the `option` of one rule, or among the `numbers` of one or more.
    """

    section: Section
    option: str | None
    words: Words | Mapping[Value | type[int], Words]
    unsaid: tuple[Value, ...] = ()
    numbers: tuple[str, ...] = ()

    def sentence(self, about: Option | None, options: Any) -> Sentence:
        """Return the rule as it reads by these options; `about` is its own option, if any."""
        if about is None:
            return _chosen(self.words, None, options)
        value = getattr(options, about.name)
        return with_value(_chosen(self.words, value, options), value_label(about, value))


def _chosen(
    words: Words | Mapping[Value | type[int], Words], value: Value | None, options: Any
) -> Sentence:
    if isinstance(words, Mapping):
        assert value is not None
        words = words.get(value) or words[int]
    return words if isinstance(words, Sentence) else words(options)


def always(section: Section, words: Words) -> Rule:
    """Return a rule that no option chooses."""
    return Rule(section, None, words)


def by_numbers(section: Section, numbers: tuple[str, ...], words: Words) -> Rule:
    """Return the rule that has the values of these options in its sentence."""
    return Rule(section, None, words, numbers=numbers)


def by_option(
    section: Section,
    option: str,
    words: Words | Mapping[Any, Words],
    *,
    unsaid: tuple[Value, ...] = (),
    numbers: tuple[str, ...] = (),
) -> Rule:
    """Return the rule an option chooses: a sentence a value, or one that names the VALUE."""
    return Rule(section, option, words, unsaid, numbers)


def with_value(text: Sentence, label: Sentence) -> Sentence:
    filled = {name: label if held is VALUE else held for name, held in text.params.items()}
    return Sentence(text.text, filled)
