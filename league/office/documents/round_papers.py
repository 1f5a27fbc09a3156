"""What is printed of a round for those who run it: table cards, slips, score sheets."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.wording import join_sentences
from league.foundation.lists import listed
from league.office.documents.document_kind import DocumentOptions, NothingToPrint, Scope
from league.office.documents.paper_jobs import LargeKind, register_paper, tables_in
from league.office.documents.slip_rows import is_drawn_later, slips_of
from league.office.paper import slips as slip_paper
from league.office.paper import table_cards as card_paper
from league.office.paper.document import About
from league.office.paper.printing import Printing
from league.office.paper.score_sheets import ScoreSheet, score_sheets
from league.office.paper.sheet_values import sheet_of
from league.play.results.table_outcome import plan_of
from league.play.rounds.links import table_url
from league.play.rounds.models import Round, Table
from league.play.rounds.selectors import (
    deals_in_words,
    round_title,
    seat_names,
    seats_of,
    sharing_deals,
    side_names,
    tables_of,
)


def _table_cards(round: Round, options: DocumentOptions) -> Printing:
    over, tables = _round_heading(round), list(tables_of(round))
    shared = sharing_deals(tables)
    cards = [
        _card(over, table, listed(other.shown_number for other in shared[table.pk]))
        for table in tables
    ]
    return card_paper.table_cards(_about(round, _("Table cards"), options), cards)


def _card(over: str, table: Table, shared_with: str) -> card_paper.Card:
    names = side_names(table, is_marked=True)
    return card_paper.Card(
        over=over,
        number=table.shown_number,
        sides=names,
        seats=[seat.player.name if seat.player else _("nobody yet") for seat in seats_of(table)],
        url=table_url(table),
        deals=_deals(table, shared_with),
    )


def _deals(table: Table, shared_with: str) -> str:
    """Return which deals a table plays and with whom it shares them; "" where any are played."""
    numbers = deals_in_words(table)
    if not numbers:
        return ""
    deals = _("Plays the deals %(deals)s.") % {"deals": numbers}
    if not shared_with:
        return deals
    shared = _("They are shared with table %(tables)s.") % {"tables": shared_with}
    return join_sentences([deals, shared])


def _slips(round: Round, options: DocumentOptions) -> Printing:
    over, drawn_later = _round_heading(round), is_drawn_later(round)
    found = [_slip(over, slip, drawn_later) for slip in slips_of(round)]
    return slip_paper.slips(_about(round, _("Slips for the players"), options), found)


def _slip(over: str, slip: dict[str, Any], drawn_later: bool) -> slip_paper.Slip:
    lines = [
        _("You stand in for %(name)s.") % {"name": slip["stands_in_for"]}
        if slip.get("stands_in_for")
        else "",
        _("with %(names)s") % {"names": slip["partners"]} if slip.get("partners") else "",
        _("against %(names)s") % {"names": slip["opponents"]} if slip.get("opponents") else "",
        _("You deal first.") if slip.get("deals_first") else "",
        slip.get("worth", ""),
        _("The next round is drawn after this one: check the notice board.")
        if drawn_later and not slip["later"]
        else "",
    ]
    return slip_paper.Slip(
        over=over,
        name=slip["name"],
        place=slip["place"],
        lines=[line for line in lines if line],
        later=slip["later"],
        url=slip.get("url", ""),
    )


def _score_sheets(round: Round, options: DocumentOptions) -> Printing:
    """Make a sheet for each table, with its sides and who deals."""
    tables = tables_of(round)
    if not tables:
        raise NothingToPrint("nobody sits at a table in this round")
    over = _round_heading(round)
    sheets = [_score_sheet(over, round, table) for table in tables]
    return score_sheets(_about(round, _("Score sheets"), options), sheets)


def _score_sheet(over: str, round: Round, table: Table) -> ScoreSheet:
    table.round = round
    plan, names = plan_of(table), seat_names(table)
    return sheet_of(
        plan,
        over=over,
        title=_("Table %(table)s") % {"table": table.shown_number},
        sides=side_names(table),
        seats=[names.get(seat, "") for seat in range(plan.players)],
    )


def _round_heading(round: Round) -> str:
    event = round.stage.event
    return f"{event.name} · {round_title(round, event.stages.count())}"


def _about(round: Round, title: str, options: DocumentOptions) -> About:
    club = round.stage.event.club
    return options.about(title, at=round.drawn_at, club=club, subject=_round_heading(round))


# a card takes about 6 ms, the four slips of a table 7, a sheet 4: measured on one core
TABLE_CARDS = register_paper(
    LargeKind(
        name="table-cards",
        job="table_cards",
        label=gettext_lazy("Table cards"),
        of=Scope.ROUND,
        permission="rounds.view_link",
        make=_table_cards,
        is_secret=True,
        most=120,
        amount=tables_in,
    )
)
SLIPS = register_paper(
    LargeKind(
        name="slips",
        job="slips",
        label=gettext_lazy("Slips for the players"),
        of=Scope.ROUND,
        permission="rounds.view_link",
        make=_slips,
        is_secret=True,
        most=120,
        amount=tables_in,
    )
)
SCORE_SHEETS = register_paper(
    LargeKind(
        name="score-sheets",
        job="score_sheets",
        label=gettext_lazy("Score sheets"),
        of=Scope.ROUND,
        permission="rounds.view_link",
        make=_score_sheets,
        most=200,
        amount=tables_in,
    )
)
