"""Bonus points of a match: when they are earned, and how that is said to people."""

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.sentences import Sentence, say
from league.foundation.doors.reading import (
    InvalidRequest,
    Number,
    list_of,
    read_text,
    shown_input,
    whole,
)
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


# --- Bonus points as a club says them: "+1 if margin >= 300", "+1 if loss and margin < 50" ---
#     bonus      = ("+" | "-") number "if" alternative ("or" alternative)*
#     alternative = test ("and" test)*
#     test       = "win" | "draw" | "loss" | quantity comparison number
#     quantity   = "margin" | "points" | "against"
#     comparison = ">=" | ">" | "<=" | "<" | "="
#
# `points` are the side's own, `against` the other side's. `margin` is the difference, never
# negative: the size of the win, or of the loss. An alternative that tests the margin and names no
# outcome (win, draw or loss) is for the winner.

MOST_BONUSES = 20
MOST_TESTS = 12
LONGEST_NUMBER = 9
TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<word>[A-Za-z_]+)"
    r"|(?P<sign>>=|<=|==|[<>=+\-−])|(?P<other>\S))"
)
KNOWN = (*OUTCOMES, *QUANTITIES)


def read_bonuses(value: object, path: str) -> tuple[Bonus, ...]:
    """Return the bonuses, from one text or a list of texts. Raises InvalidRequest."""
    return (parse_bonus(value, path),) if isinstance(value, str) else _read_several(value, path)


def parse_bonus(value: object, path: str) -> Bonus:
    """Return the bonus that the text describes. Raises InvalidRequest with the character."""
    return _Reader(read_text(value, path), path).bonus()


_read_several = list_of(parse_bonus, most=MOST_BONUSES)


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


class _Reader:
    """Reads a bonus from left to right, one token at a time."""

    def __init__(self, text: str, path: str) -> None:
        self.path = path
        self.tokens = [
            _Token(match.lastgroup, match[match.lastgroup], match.start(match.lastgroup) + 1)
            for match in TOKEN.finditer(text)
            if match.lastgroup
        ]
        self.end = _Token("end", "", len(text) + 1)
        self.place = 0

    def bonus(self) -> Bonus:
        sign = self._next()
        if sign.text not in ("+", "-", "−"):
            raise self._fault("bonus_without_sign", sign, say("+ or - and a number"))
        amount = self._number("bonus_without_number")
        if not amount:
            raise InvalidRequest(
                "bonus_of_nothing",
                say("%(place)s gives 0 points; a bonus gives or takes some", place=self.path),
                path=self.path,
            )
        if self._next().text != "if":
            raise self._fault("bonus_without_if", self._last, say("the word if"))
        alternatives = [self._alternative()]
        while self._peek().text == "or":
            self._next()
            alternatives.append(self._alternative())
        if self._peek().kind != "end":
            raise self._fault("bonus_goes_on", self._next(), say("and, or, or the end"))
        return Bonus(amount if sign.text == "+" else -amount, tuple(alternatives))

    def _alternative(self) -> Alternative:
        outcome: int | None = None
        comparisons: list[Comparison] = []
        while True:
            token = self._next()
            if token.text in OUTCOMES:
                if outcome is not None:
                    raise self._two_outcomes(token)
                outcome = OUTCOMES[token.text]
            elif token.text in QUANTITIES:
                comparisons.append(self._comparison(token.text))
            else:
                raise self._fault(
                    "bonus_unknown_word" if token.kind == "word" else "bonus_without_test",
                    token,
                    say("one of %(known)s", known=", ".join(KNOWN)),
                )
            if len(comparisons) > MOST_TESTS:
                raise self._fault("bonus_too_long", token, say("the end"))
            if self._peek().text != "and":
                break
            self._next()
        if outcome is None and any(comparison.quantity == "margin" for comparison in comparisons):
            outcome = WON
        return Alternative(outcome, tuple(comparisons))

    def _comparison(self, quantity: str) -> Comparison:
        sign = self._next()
        text = "=" if sign.text == "==" else sign.text
        if text not in COMPARISONS:
            known = say("one of %(known)s", known=", ".join(COMPARISONS))
            raise self._fault("bonus_without_comparison", sign, known)
        minus = self._peek().text in ("-", "−")
        if minus:
            self._next()
        limit = self._number("bonus_without_limit")
        return Comparison(quantity, text, -limit if minus else limit)

    def _number(self, code: str) -> Number:
        token = self._next()
        if token.kind != "number" or len(token.text) > LONGEST_NUMBER:
            raise self._fault(code, token, say("a number of at most nine digits"))
        return whole(Fraction(token.text))

    def _peek(self) -> _Token:
        return self.tokens[self.place] if self.place < len(self.tokens) else self.end

    def _next(self) -> _Token:
        self._last = token = self._peek()
        self.place += 1
        return token

    def _fault(self, code: str, token: _Token, wanted: Sentence) -> InvalidRequest:
        if token.kind == "end":
            return InvalidRequest(
                code,
                say(
                    "%(place)s ends where it needs %(wanted)s; write it like “+1 if margin >= 300”",
                    place=self.path,
                    wanted=wanted,
                ),
                path=self.path,
            )
        return InvalidRequest(
            code,
            say(
                "%(place)s has %(given)s at character %(at)d, where it needs %(wanted)s; write it "
                "like “+1 if margin >= 300”",
                place=self.path,
                given=shown_input(token.text),
                at=token.at,
                wanted=wanted,
            ),
            path=self.path,
        )

    def _two_outcomes(self, token: _Token) -> InvalidRequest:
        return InvalidRequest(
            "bonus_never_earned",
            say(
                "%(place)s names two outcomes of one match at character %(at)d; put “or” between "
                "them",
                place=self.path,
                at=token.at,
            ),
            path=self.path,
        )
