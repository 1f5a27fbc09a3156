"""A blank score sheet for the game of an event, for tables that write on paper."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.documents.document_kind import DocumentKind, NothingToPrint, Of, Wanted
from league.events.models import Event
from league.events.rulesets import RulesetNotPossible
from league.paper.printing import Printing
from league.paper.score_sheets import score_sheets
from league.paper.sheet_values import blank_sheet


def _blank_sheet(event: Event, wanted: Wanted) -> Printing:
    try:
        sheet = blank_sheet(event)
    except RulesetNotPossible as refused:
        raise NothingToPrint(str(refused)) from None
    about = wanted.about(_("Score sheet"), at=event.created_at, club=event.club, subject=event.name)
    return score_sheets(about, [sheet])


BLANK_SHEET = DocumentKind(
    name="score-sheet",
    label=gettext_lazy("Score sheet"),
    of=Of.EVENT,
    permission="",
    make=_blank_sheet,
)
