"""A blank score sheet for the game of an event, for tables that write on paper."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.office.documents.document_kind import (
    DocumentKind,
    DocumentOptions,
    NothingToPrint,
    Scope,
)
from league.office.paper.printing import Printing
from league.office.paper.score_sheets import score_sheets
from league.office.paper.sheet_values import blank_sheet
from league.play.events.models import Event
from league.play.events.rulesets import RulesetNotPossible


def _blank_sheet(event: Event, options: DocumentOptions) -> Printing:
    try:
        sheet = blank_sheet(event)
    except RulesetNotPossible as refused:
        raise NothingToPrint(str(refused)) from None
    about = options.about(
        _("Score sheet"), at=event.created_at, club=event.club, subject=event.name
    )
    return score_sheets(about, [sheet])


BLANK_SHEET = DocumentKind(
    name="score-sheet",
    label=gettext_lazy("Score sheet"),
    of=Scope.EVENT,
    permission="",
    make=_blank_sheet,
)
