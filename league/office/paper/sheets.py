"""Sheets to write on: scores of a table, deals, what stands on them."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from games.engine.ruleset import Ruleset
from games.services import render_sentence, summary_fields
from games.wording import join_sentences
from league.foundation.lists import labelled, listed
from league.office.paper.document import STRONG_LINE, About, Document, Printing, Steps
from league.office.paper.lettering import BOLD
from league.office.paper.lists import Column, Row, print_rows
from league.play.events.models import Event, TablePlay
from league.play.events.rulesets import ruleset_of
from league.play.results.table_outcome import TablePlan

# --- Blank score sheets for a game, with the columns that its scorer fills in ---

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


# --- Prepared deals on paper: the steps to deal by and the hands, and travellers ---

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_STEP = 5.0


def deal_sheets(
    about: About,
    sheets: Sequence[dict[str, Any]],
    *,
    over: str,
    with_steps: bool,
    stock_in_order: bool,
) -> Printing:
    """Return sheets as `league.play.prepared.stage_deals.deal_sheet` makes them.

    With the steps a deal has pages of its own; hands alone share them.
    """

    def lay(document: Document) -> Steps:
        y = 0.0
        for sheet in sheets:
            hands = _hands_height(sheet)
            if with_steps or y == 0 or y + hands + 25 > document.bottom:
                y = document.new_page()
            number = _("Deal %(number)s") % {"number": sheet["number"]}
            y = document.heading(
                y, number, over, _("Dealer: %(dealer)s") % {"dealer": sheet["dealer"]}
            )
            if with_steps:
                y = yield from _steps(document, y, sheet)
                y += 4
                if y + hands > document.bottom:
                    y = document.new_page()
            y = _hands(document, y, sheet, stock_in_order=stock_in_order) + 6
            document.line(document.left, y - 3, document.right, y - 3, dash=2)
            yield

    return Printing(about=about, steps=len(sheets), lay=lay)


def _steps(document: Document, top: float, sheet: dict[str, Any]) -> Generator[None, None, float]:
    how = _(
        "Sort the pack by suits (spades, hearts, diamonds, clubs), strong to weak. Take four cards "
        "at a time from the top and put them where the row says, face down."
    )
    top = document.paragraph(document.left, top - 2, document.inner, how, size=9) + 1
    columns = [
        Column(head="#", width=8, align="end"),
        Column(head=_("Take"), is_strong=True),
        *(Column(head=seat) for seat in sheet["seats"]),
    ]
    rows = [
        Row(cells=[str(step["number"]), step["taken"], *(cell or "·" for cell in step["cells"])])
        for step in sheet["steps"]
    ]
    return (yield from print_rows(document, top, columns, rows, size=9, height=5.6))


def _hands_height(sheet: dict[str, Any]) -> float:
    lines = max((len(suits) for _seat, suits in sheet["hands"]), default=4)
    rows = (len(sheet["hands"]) + 1) // 2
    return rows * (lines * SUIT_STEP + 9) + (10 if sheet["stock"] else 0)


def _hands(document: Document, top: float, sheet: dict[str, Any], *, stock_in_order: bool) -> float:
    wide = document.inner / 2
    lines = max((len(suits) for _seat, suits in sheet["hands"]), default=4)
    tall = lines * SUIT_STEP + 9
    for place, (seat, suits) in enumerate(sheet["hands"]):
        x, y = document.left + (place % 2) * wide, top + (place // 2) * tall + 4
        document.text(x, y, seat, size=10, weight=BOLD, width=wide - 4)
        for suit, ranks, count in suits:
            y += SUIT_STEP
            document.text(x, y, SIGNS[suit], size=10, width=6)
            document.text(x + 6, y, ranks.replace("  ", " "), size=10, width=wide - 18)
            document.text(x + wide - 12, y, str(count), size=8, width=6, align="end")
    y = top + ((len(sheet["hands"]) + 1) // 2) * tall
    if sheet["stock"]:
        label = _("The stock, from top to bottom") if stock_in_order else _("The stock")
        y = document.paragraph(document.left, y, document.inner, labelled(label, sheet["stock"]))
    return y


def travellers(about: About, sheets: Sequence[dict[str, Any]], *, over: str) -> Printing:
    """Return a paper for each deal; `found` has number, dealer, rows (round, table, names).

    A deal whose tables are not known yet gets `empty_rows`.
    """

    def lay(document: Document) -> Steps:
        for traveller in sheets:
            title = _("Deal %(number)s") % {"number": traveller["number"]}
            dealer = _("Dealer: %(dealer)s") % {"dealer": traveller["dealer"]}
            y = document.heading(document.new_page(), title, over, dealer)
            columns = [
                Column(head=_("Round, table"), width=24, is_strong=True),
                Column(head=_("Sides")),
                Column(head=_("Contract"), width=50),
                Column(head=_("Points"), width=30),
            ]
            rows = [
                Row(cells=[listed([row["round"], row["table"]]), " – ".join(row["names"])])
                for row in traveller["rows"]
            ] + [Row(cells=[]) for _empty in traveller["empty_rows"]]
            yield from print_rows(document, y, columns, rows, height=9, is_grid=True)
            yield

    return Printing(about=about, steps=len(sheets), lay=lay)


# --- What stands on a blank score sheet: the target, who deals, how many rows ---

# rows of a sheet of which nobody knows how many deals it will take
OPEN_END = 20


def target_of(plan: TablePlan) -> int | None:
    """Return the score that ends a game, where one is played to a target."""
    if plan.play != TablePlay.GAME:
        return None
    return games.target_of(plan.ruleset)


def sheet_of(
    plan: TablePlan, *, over: str, title: str, sides: Sequence[str], seats: Sequence[str]
) -> ScoreSheet:
    """Return the sheet of a table; without dealers where somebody's seat is not known yet."""
    rows = plan.deals_due or OPEN_END
    dealers = [seats[_dealer(plan, number)] for number in range(1, rows + 1)] if all(seats) else []
    return ScoreSheet(
        ruleset=plan.ruleset,
        over=over,
        title=title,
        sides=sides,
        dealers=dealers,
        rows=rows,
        notes=_notes(plan),
    )


def blank_sheet(event: Event) -> ScoreSheet:
    """Return a sheet for a full table of the event, for whoever sits there.

    Raises RulesetNotPossible while the rules make no game.
    """
    plan = TablePlan(
        ruleset=ruleset_of(event, event.most_seats),
        play=event.table_play,
        deals_due=event.deals_a_round if event.table_play == TablePlay.DEALS else None,
        first_dealer=0,
    )
    line = _("Round ____   Table ____   Date ____________")
    blank = [""] * plan.sides
    return sheet_of(plan, over=event.name, title=line, sides=blank, seats=[""] * plan.players)


def _dealer(plan: TablePlan, number: int) -> int:
    """Return who deals a deal: as it was prepared, else the deal goes round."""
    prepared = plan.prepared.dealer_at(number) if plan.prepared else None
    return (plan.first_dealer + number - 1) % plan.players if prepared is None else prepared


def _notes(plan: TablePlan) -> list[str]:
    notes = []
    target = target_of(plan)
    if target is not None:
        notes.append(_("The game is played to %(target)d.") % {"target": target})
    if plan.deals_due:
        due = plan.deals_due
        text = ngettext("%(count)d deal is played.", "%(count)d deals are played.", due)
        notes.append(text % {"count": due})
    if plan.prepared is None:
        notes.append(_("The deal passes to the left."))
    return [join_sentences(notes)] if notes else []
