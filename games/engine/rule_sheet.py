"""Rule sheets: what a game's rules say in plain language, in the order of the table.

A game that has a sheet of its own offers it as `RULE_SHEET`: rules that always hold, and for each
option a sentence for every value it may have. Without one its rules in short are printed, and its
options by their labels, in the sections that their places in the rulebook suggest.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.options import Option, Value, value_label
from games.engine.sentences import Sentence, say


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    """A part of the page: a name for programs, a heading for people."""

    name: str
    heading: Sentence


IN_SHORT = Section("in_short", say("The game in short"))
CARDS = Section("cards", say("Cards and deal"))
AUCTION = Section("auction", say("Bidding"))
EXCHANGE = Section("exchange", say("Exchange"))
MELDS = Section("melds", say("Melds"))
PLAY = Section("play", say("Play"))
SCORING = Section("scoring", say("Scoring"))
GAME_END = Section("game_end", say("End of the game"))
OWN = Section("own", say("The rules of this club"))
SECTIONS = (IN_SHORT, CARDS, AUCTION, EXCHANGE, MELDS, PLAY, SCORING, GAME_END, OWN)

VALUE = Sentence("the value chosen")  # in a sentence: the place of the value's own words

# the first section that has a word of the rulebook's heading; the order settles "scoring of a
# deal", "how a deal ends" and "trump and kitty"
_WORDS = (
    (GAME_END, {"winner"}),
    (SCORING, {"scoring", "ends", "worth", "points"}),
    (MELDS, {"meld", "melds", "melding"}),
    (EXCHANGE, {"exchange", "kitty", "passing", "discards"}),
    (AUCTION, {"auction", "bidding", "bid", "call", "calls", "passes", "double", "trump"}),
    (PLAY, {"play", "phase", "tricks"}),
    (CARDS, {"players", "seats", "deck", "rank", "deal"}),
)


@dataclass(frozen=True, slots=True)
class Rule:
    """What one line of a sheet says: always the same, or one sentence for every value.

    Values in `unsaid` go without saying (no exchange, nothing special for all the tricks): they
    are printed only where the preset says otherwise.
    """

    section: Section
    option: str | None
    words: Sentence | Mapping[Value, Sentence]
    unsaid: tuple[Value, ...] = ()

    def sentence(self, about: Option | None, value: Value | None) -> Sentence:
        """Return the rule as it reads under this value of its option."""
        words = self.words
        if about is None or value is None:
            assert isinstance(words, Sentence)
            return words
        text = words if isinstance(words, Sentence) else words[value]
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


def by_label(about: Option) -> Rule:
    """Return the rule of an option for which its game has no sentence."""
    words = say("%(rule)s: %(choice)s.", rule=about.label, choice=VALUE)
    return Rule(section_at(about.anchor), about.name, words)


def section_at(anchor: str) -> Section:
    """Return the section that a place in the rulebook belongs to."""
    words = set(anchor.lower().split("-"))
    return next((section for section, known in _WORDS if words & known), OWN)


def rules_of(sheet: tuple[Rule, ...], options: tuple[Option, ...]) -> tuple[Rule, ...]:
    """Return the game's own rules, and behind them the options that they leave out."""
    told = {rule.option for rule in sheet}
    return (*sheet, *(by_label(about) for about in options if about.name not in told))


def section_of(sheet: tuple[Rule, ...], about: Option) -> Section:
    """Return where the option stands on the page, and in forms."""
    for rule in sheet:
        if rule.option == about.name:
            return rule.section
    return section_at(about.anchor)
