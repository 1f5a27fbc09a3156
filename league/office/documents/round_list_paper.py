"""A round as a list for the wall: who plays whom at which table, and with what result."""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.foundation.lists import labelled, listed
from league.foundation.shown_numbers import figure
from league.office.documents.document_kind import DocumentKind, DocumentOptions, Scope
from league.office.paper.printing import Printing
from league.office.paper.wall_lists import TableLine, round_list
from league.play.prepared.hiding import HiddenDeals, hidden_of
from league.play.results.selectors import changed_at
from league.play.results.visible_results import result_shown
from league.play.rounds.models import Round, Table
from league.play.rounds.selectors import rests_in, seat_names, side_names, tables_of
from league.play.rounds.without_table import waits_in
from league.tables.standings.bye_worth import bye_worth_sentence

JOIN_SIDES = " – "


def _round_list(round: Round, options: DocumentOptions) -> Printing:
    """Make the list of a round that everybody may see."""
    event = round.stage.event
    tables = list(tables_of(round).select_related("round", "result"))
    hidden = hidden_of(tables)
    title = _("Round %(number)d") % {"number": round.number}
    at = changed_at(round, tables)
    return round_list(
        options.about(title, at=at, club=event.club, subject=event.name),
        [_line(table, hidden, options) for table in tables],
        over=f"{event.name} · {round.stage.name}" if round.stage.name else event.name,
        lead=_deadline(round),
        notes=_notes(round, options),
    )


def _deadline(round: Round) -> str:
    if round.deadline is None:
        return ""
    when = date_format(timezone.localtime(round.deadline), "DATETIME_FORMAT")
    return _("Deadline: %(when)s") % {"when": when}


def _notes(round: Round, options: DocumentOptions) -> list[str]:
    event = round.stage.event
    waiting = waits_in(event, round, public=options.public)
    return [
        *(labelled(one["name"], one["kind"]) for one in waiting),
        *([bye_worth_sentence(round.stage, event)] if rests_in(round) else []),
    ]


def _line(table: Table, hidden: HiddenDeals, options: DocumentOptions) -> TableLine:
    sides = side_names(table, public=options.public, is_marked=True)
    result = result_shown(table, hidden)
    names = seat_names(table, public=options.public)
    return TableLine(
        number=table.shown_number,
        sides=JOIN_SIDES.join(sides),
        seats=listed(names[seat] for seat in sorted(names)),
        result=_result([result.points_of(side) for side in range(len(sides))]),
    )


def _result(points: Sequence[int | float | None]) -> str:
    return "" if None in points else JOIN_SIDES.join(figure(number) for number in points)


ROUND_LIST = DocumentKind(
    name="round",
    label=gettext_lazy("List of a round"),
    of=Scope.ROUND,
    permission="",
    make=_round_list,
)
