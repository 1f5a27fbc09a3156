"""Bonus points of a match: when they are earned, and how that is said to people."""

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.sentences import Sentence, say
from league.foundation.doors.reading import Number
from league.tables.standings.methods.exact import format_number
from league.tables.standings.methods.matches.awards import DRAWN, LOST, WON

OUTCOMES = {"win": WON, "draw": DRAWN, "loss": LOST}
QUANTITIES = ("margin", "points", "against")
COMPARISONS: dict[str, Callable[[Number, Number], bool]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
    "=": operator.eq,
}


class View(NamedTuple):
    """A match as one side sees it; the margin is never negative."""

    outcome: int
    margin: Number
    points: Number
    against: Number


class Comparison(NamedTuple):
    quantity: str
    sign: str
    limit: Number

    def holds(self, view: View) -> bool:
        number: Number = getattr(view, self.quantity)
        return COMPARISONS[self.sign](number, self.limit)

    @property
    def sentence(self) -> Sentence:
        return Sentence(WORDS[self.quantity, self.sign].text, {"limit": format_number(self.limit)})


class Alternative(NamedTuple):
    """What must all be so: the outcome (None for any), and every comparison."""

    outcome: int | None
    comparisons: tuple[Comparison, ...]

    def holds(self, view: View) -> bool:
        return self.outcome in (None, view.outcome) and all(
            comparison.holds(view) for comparison in self.comparisons
        )

    @property
    def sentence(self) -> Sentence:
        parts = [comparison.sentence for comparison in self.comparisons]
        if self.outcome is not None:
            parts.insert(0, OUTCOME_WORDS[self.outcome])
        return _joined(parts, "%(first)s and %(then)s")


@dataclass(frozen=True, slots=True)
class Bonus:
    """So many points (fewer than none: taken) where one of the alternatives holds."""

    amount: Number
    alternatives: tuple[Alternative, ...]

    def is_earned(self, view: View) -> bool:
        return any(alternative.holds(view) for alternative in self.alternatives)

    @property
    def sentence(self) -> Sentence:
        """The bonus in words, for the people who play for it."""
        amount = format_number(self.amount)
        return say(
            "%(amount)s if %(condition)s",
            amount=f"+{amount}" if self.amount > 0 else amount.replace("-", "−"),
            condition=_joined(
                [alternative.sentence for alternative in self.alternatives], "%(first)s or %(then)s"
            ),
        )


def _joined(parts: Sequence[Sentence], pattern: str) -> Sentence:
    sentence = parts[0]
    for part in parts[1:]:
        sentence = Sentence(pattern, {"first": sentence, "then": part})
    return sentence


# joined by `_joined`; marked here for the catalogue
JOINS = (say("%(first)s and %(then)s"), say("%(first)s or %(then)s"))
OUTCOME_WORDS = {
    WON: say("the match is won"),
    DRAWN: say("the match is drawn"),
    LOST: say("the match is lost"),
}
WORDS = {
    ("margin", ">="): say("the margin is %(limit)s or more"),
    ("margin", ">"): say("the margin is more than %(limit)s"),
    ("margin", "<="): say("the margin is %(limit)s or less"),
    ("margin", "<"): say("the margin is less than %(limit)s"),
    ("margin", "="): say("the margin is exactly %(limit)s"),
    ("points", ">="): say("the side makes %(limit)s points or more"),
    ("points", ">"): say("the side makes more than %(limit)s points"),
    ("points", "<="): say("the side makes %(limit)s points or less"),
    ("points", "<"): say("the side makes less than %(limit)s points"),
    ("points", "="): say("the side makes exactly %(limit)s points"),
    ("against", ">="): say("the other side makes %(limit)s points or more"),
    ("against", ">"): say("the other side makes more than %(limit)s points"),
    ("against", "<="): say("the other side makes %(limit)s points or less"),
    ("against", "<"): say("the other side makes less than %(limit)s points"),
    ("against", "="): say("the other side makes exactly %(limit)s points"),
}
