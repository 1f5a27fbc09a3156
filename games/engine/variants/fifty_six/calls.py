"""The wording of calls. Every bid is made in one of six forms of words."""

import re
from functools import lru_cache
from typing import NamedTuple

from games.engine.cards import SUITS

PASS, DOUBLE, REDOUBLE = "pass", "double", "redouble"
NO_TRUMP = "NT"
STRAINS = (*SUITS, NO_TRUMP)
LOWEST, HIGHEST = 28, 56
SUIT_FORMS = ("number_suit", "plus_suit", "suit_number")
FORMS = (*SUIT_FORMS, "number_nt", "number_noes", "plus_noes")
_NUMBER = "([1-9][0-9]{0,5})"
_GRAMMAR = {
    "number_suit": re.compile(f"{_NUMBER} ([SHDC])"),
    "plus_suit": re.compile(rf"\+{_NUMBER} ([SHDC])"),
    "suit_number": re.compile(f"([SHDC]) {_NUMBER}"),
    "number_nt": re.compile(f"{_NUMBER} (NT)"),
    "number_noes": re.compile(f"{_NUMBER} (noes)"),
    "plus_noes": re.compile(rf"\+{_NUMBER} (noes)"),
}

CALL = {
    "type": "string",
    "examples": ["28 S", "+1 S", "S 28", "28 NT", "29 noes", "+1 noes", "pass", "double"],
}


class Words(NamedTuple):
    """A bid as worded: `number` is the amount, or in the plus forms the increase."""

    form: str
    number: int
    strain: str

    @property
    def is_increase(self) -> bool:
        return self.form.startswith("plus")


@lru_cache(maxsize=2048)
def read_bid(call: str) -> Words | None:
    """Return what a bid says, or None for what is not worded as a bid."""
    for form, grammar in _GRAMMAR.items():
        match = grammar.fullmatch(call)
        if match:
            first, last = match.groups()
            number, strain = (last, first) if form == "suit_number" else (first, last)
            return Words(form, int(number), NO_TRUMP if strain == "noes" else strain)
    return None


def write_bid(form: str, amount: int, strain: str, before: int) -> str:
    """Return a bid in this form of words; `before` is the bid it raises."""
    match form:
        case "suit_number":
            return f"{strain} {amount}"
        case "plus_suit":
            return f"+{amount - before} {strain}"
        case "plus_noes":
            return f"+{amount - before} noes"
        case "number_noes":
            return f"{amount} noes"
        case _:
            return f"{amount} {strain}"
