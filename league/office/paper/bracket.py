"""A bracket on paper: the rounds beside each other, who meets whom, and who went on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.foundation.lists import labelled
from league.office.paper.document import GREY, STRONG_LINE, About, Document, Printing, Steps
from league.office.paper.lettering import BOLD, REGULAR

BOX, GAP = 11.0, 3.0
NARROWEST, WIDEST = 36.0, 62.0
BETWEEN = 7.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketMatch:
    """A match: the names and points of its two sides, and the one that goes on (0, 1).

    `column` and `place` say where it stands, both from 0; `feeds` is the match its winner goes to.
    """

    key: str
    column: int
    place: int
    names: tuple[str, str]
    points: tuple[str, str] = ("", "")
    winner: int | None = None
    feeds: str = ""
    # small, above a match that is not one of its column
    label: str = ""
    # small, below the match: how somebody moved on without more points
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPart:
    """A part of a bracket, the main one or the consolation; `heads` are those of its columns."""

    title: str
    heads: Sequence[str]
    matches: Sequence[BracketMatch]


def bracket(about: About, parts: Sequence[BracketPart], *, over: str, lead: str = "") -> Printing:
    """Return each part on pages of its own, wide; what is too high goes on on the next page."""

    def lay(document: Document) -> Steps:
        for part in parts:
            yield from _part(document, part, over=over, lead=lead, is_only=len(parts) == 1)
            yield
        if not parts:
            document.heading(document.new_page(), about.title, over, lead)

    return Printing(about=about, steps=len(parts), lay=lay, is_wide=True)


def _part(document: Document, part: BracketPart, *, over: str, lead: str, is_only: bool) -> Steps:
    columns = max(len(part.heads), 1)
    wide = min(WIDEST, document.inner / columns - BETWEEN)
    a_page = columns if wide >= NARROWEST else int(document.inner // (NARROWEST + BETWEEN))
    wide = max(wide, NARROWEST)
    title = document.about.title if is_only else labelled(document.about.title, part.title)
    top = document.heading(document.new_page(), title, over, lead) + 6
    fits = max(1, int((document.bottom - top) // (BOX + GAP)))
    for first in range(0, columns, a_page):
        shown = [match for match in part.matches if first <= match.column < first + a_page]
        slots = slots_of(shown)
        lowest = max(slots.values(), default=0.0)
        # where one page does not hold them, each has whole branches
        a_band = fits if lowest + 1 <= fits else 1 << (fits.bit_length() - 1)
        for band in range(int(lowest // a_band) + 1):
            if first or band:
                top = document.heading(document.new_page(), title, over) + 6
            here = {match.key: match for match in shown if slots[match.key] // a_band == band}
            _page(document, part, here, slots, (top, wide, first, band * a_band))
            yield


def slots_of(matches: Sequence[BracketMatch]) -> Mapping[str, float]:
    """Return how far down each match stands, in boxes: between the two it is fed by."""
    slots: dict[str, float] = {}
    fed: dict[str, list[str]] = {}
    lowest: dict[int, float] = {}
    for match in sorted(matches, key=lambda one: (one.column, one.place)):
        before = [slots[key] for key in fed.get(match.key, [])]
        wanted = sum(before) / len(before) if before else float(match.place)
        apart = 1.5 if match.label else 1.0  # with room for its label
        slots[match.key] = max(wanted, lowest.get(match.column, -apart) + apart)
        lowest[match.column] = slots[match.key]
        if match.feeds:
            fed.setdefault(match.feeds, []).append(match.key)
    return slots


def _page(
    document: Document,
    part: BracketPart,
    here: Mapping[str, BracketMatch],
    slots: Mapping[str, float],
    frame: tuple[float, float, int, int],
) -> None:
    top, wide, first, above = frame

    def corner(match: BracketMatch) -> tuple[float, float]:
        x = document.left + (match.column - first) * (wide + BETWEEN)
        return x, top + (slots[match.key] - above) * (BOX + GAP)

    for column in sorted({match.column for match in here.values()}):
        x = document.left + (column - first) * (wide + BETWEEN)
        document.text(x, top - 3, part.heads[column], size=9, weight=BOLD, width=wide)
    for match in here.values():
        x, y = corner(match)
        _match(document, x, y, wide, match)
        target = here.get(match.feeds)
        if target is not None:
            to_x, to_y = corner(target)
            middle, turn = y + BOX / 2, x + wide + BETWEEN / 2
            document.line(x + wide, middle, turn, middle)
            document.line(turn, middle, turn, to_y + BOX / 2)
            document.line(turn, to_y + BOX / 2, to_x, to_y + BOX / 2)


def _match(document: Document, x: float, y: float, wide: float, match: BracketMatch) -> None:
    document.box(x, y, wide, BOX)
    if match.label:
        document.text(x, y - 1.2, match.label, size=8, width=wide, colour=GREY)
    if match.note:
        document.text(x, y + BOX + 2.3, match.note, size=6.5, width=wide, colour=GREY)
    document.line(x, y + BOX / 2, x + wide, y + BOX / 2)
    for side in (0, 1):
        won = match.winner == side
        base = y + BOX / 2 * side + 3.9
        points = match.points[side]
        room = wide - 3 - (document.letters.length(points, 8.5, BOLD) + 2 if points else 0)
        name = match.names[side]
        document.text(
            x + 1.5,
            base,
            name or _("not known yet"),
            size=8.5,
            weight=BOLD if won else REGULAR,
            width=room,
            colour=(0, 0, 0) if name else GREY,
        )
        if points:
            document.text(
                x + 1.5,
                base,
                points,
                size=8.5,
                weight=BOLD if won else REGULAR,
                width=wide - 3,
                align="end",
            )
        if won:
            document.line(x, y + BOX / 2 * side, x, y + BOX / 2 * (side + 1), thick=STRONG_LINE * 3)
