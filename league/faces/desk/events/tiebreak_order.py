"""The order of an event's tie-breaks on its form: one added, taken away, or moved up and down."""

from collections.abc import Sequence
from typing import NamedTuple

from games.services import render_sentence
from league.foundation.limits import parse_int
from league.tables.standings.methods import TIEBREAKS

FIELDS = tuple(f"tiebreak_{place}" for place in range(1, len(TIEBREAKS) + 1))
ADD = "tiebreak_add"
ARRANGE = "arrange"
UP, DOWN, REMOVE = "up", "down", "remove"


class TiebreakRow(NamedTuple):
    """A chosen tie-break: its field, and what can be done with it (`focus`: just done)."""

    field: str
    place: int
    name: str
    label: str
    help: str
    is_first: bool
    is_last: bool
    focus: str = ""


def tiebreak_rows(names: Sequence[str], focus: str = "") -> list[TiebreakRow]:
    known = [name for name in names if name in TIEBREAKS]
    done, _, moved = focus.partition("-")
    return [
        TiebreakRow(
            field=FIELDS[at],
            place=at + 1,
            name=name,
            label=render_sentence(TIEBREAKS[name].label),
            help=render_sentence(TIEBREAKS[name].help),
            is_first=at == 0,
            is_last=at == len(known) - 1,
            focus=done if moved == name else "",
        )
        for at, name in enumerate(known[: len(FIELDS)])
    ]


def arranged(names: Sequence[str], wish: str, added: str) -> tuple[list[str], str]:
    """Return the names after a wish like "up-3" or "add", and where the keyboard is then.

    A wish that means nothing changes nothing.
    """
    ordered = list(names)
    if added in TIEBREAKS and added not in ordered:
        ordered.append(added)
    action, _, place = wish.partition("-")
    at = (parse_int(place, most=len(ordered)) or 0) - 1
    if not 0 <= at < len(ordered):
        return ordered, ADD if action == "add" else ""
    name = ordered.pop(at)
    if action == REMOVE:
        return ordered, ADD
    to = at - 1 if action == UP else at + 1 if action == DOWN else at
    to = max(0, min(to, len(ordered)))
    ordered.insert(to, name)
    if to == 0:
        action = DOWN
    elif to == len(ordered) - 1:
        action = UP
    return ordered, f"{action}-{name}"
