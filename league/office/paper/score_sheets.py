"""Blank score sheets for a game, with the columns that its scorer fills in."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine.ruleset import Ruleset
from games.services import render_sentence, summary_fields
from league.office.paper.document import STRONG_LINE, About, Document
from league.office.paper.printing import Printing, Steps
from league.office.paper.rows import Column, Row, print_rows

# fields without a column: a deal that was passed out is an empty row, struck through
NOT_ON_PAPER = ("outcome", "last_trick")
# all lengths are millimetres; widths of columns
NUMBER, DEALER, SHORT, SUIT = 8.0, 24.0, 15.0, 13.0
# the narrowest column for the figures of a side, and the width of an upright page
FIGURES, UPRIGHT = 11.5, 180.0

# heights: of the lowest and highest row, the heads of the columns, the lines to sign on
LOWEST, HIGHEST, HEADS, SIGNED = 5.2, 10.0, 10.0, 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """A sheet for one table. `dealers` take turns; empty, as `sides`, where nobody is known yet."""

    ruleset: Ruleset
    over: str
    title: str
    sides: Sequence[str]
    dealers: Sequence[str]
    rows: int
    notes: Sequence[str] = ()


def score_sheets(about: About, sheets: Sequence[ScoreSheet]) -> Printing:
    """Return the sheets, one a page, with the columns of the game."""

    def lay(document: Document) -> Steps:
        for sheet in sheets:
            yield from _sheet(document, sheet)
            yield

    needed = max(
        (sum(column.width or FIGURES for column in _columns(sheet)) for sheet in sheets), default=0
    )
    return Printing(
        about=about,
        steps=sum(sheet.rows + 1 for sheet in sheets),
        lay=lay,
        is_wide=needed > UPRIGHT,
    )


def column_heads(ruleset: Ruleset) -> tuple[list[str], list[str]]:
    """Return what is written once a deal, and what is written for each side, in their order."""
    once, sides = [], []
    for field in summary_fields(ruleset):
        if field.kind == "flag" or field.name in NOT_ON_PAPER or field.kind == "side_flags":
            continue
        if field.kind == "side_numbers":
            if field.required:
                sides.append(capfirst(render_sentence(field.label)))
        else:
            once.append(capfirst(render_sentence(field.label)))
    return once, [*sides, _("Score"), _("Total")]


def _columns(sheet: ScoreSheet) -> list[Column]:
    once, each = column_heads(sheet.ruleset)
    return [
        Column(head="#", width=NUMBER, align="end"),
        Column(head=_("Dealer"), width=DEALER),
        *(Column(head=head, width=SHORT if len(head) > 4 else SUIT) for head in once),
        *(Column(head=head, is_strong=head == each[-1]) for _side in sheet.sides for head in each),
    ]


def _sheet(document: Document, sheet: ScoreSheet) -> Steps:
    columns = _columns(sheet)
    y = document.heading(document.new_page(), sheet.title, sheet.over)
    for note in sheet.notes:
        y = document.paragraph(document.left, y - 2, document.inner, note, size=9)
    y = _side_heads(document, y + 1, columns, sheet.sides)
    rows = [
        Row(cells=[str(number), sheet.dealers[(number - 1) % len(sheet.dealers)]])
        if sheet.dealers
        else Row(cells=[str(number)])
        for number in range(1, sheet.rows + 1)
    ]
    room = document.bottom - y - HEADS - SIGNED
    tall = max(LOWEST, min(HIGHEST, room / max(sheet.rows, 1)))
    y = yield from print_rows(document, y, columns, rows, size=8.5, height=tall, is_grid=True)
    _signatures(document, y, sheet.sides)


def _side_heads(
    document: Document, top: float, columns: Sequence[Column], sides: Sequence[str]
) -> float:
    """Write the names of the sides over their columns; a line to write on where there is none."""
    fixed = sum(column.width for column in columns)
    wide = (document.inner - fixed) / max(len(sides), 1)
    named = [document.letters.lines(name, wide - 2, 9) for name in sides]
    tall = 7.5 if max(map(len, named), default=1) < 2 else 11.0
    x = document.left + fixed
    for lines in named:
        document.box(x, top, wide, tall, thick=STRONG_LINE)
        # everything after the first line is put in the second, where it is written smaller
        shown = [lines[0], " ".join(lines[1:])] if len(lines) > 1 else lines
        for place, line in enumerate(shown):
            base = top + 5 + place * 4
            document.text(x + 1, base, line, size=9, width=wide - 2, align="middle")
        x += wide
    return top + tall


def _signatures(document: Document, y: float, sides: Sequence[str]) -> None:
    if y + SIGNED > document.bottom:
        y = document.new_page()
    wide = document.inner / max(len(sides), 1)
    y += SIGNED - 6
    for place, name in enumerate(sides):
        x = document.left + place * wide
        document.line(x, y, x + wide - 8, y)
        text = _("Signed: %(side)s") % {"side": name} if name else _("Signed")
        document.text(x, y + 4, text, size=8, width=wide - 8)
