"""Who is registered in a season of an association, as a spreadsheet."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.foundation.spreadsheets import MOST_ROWS, Column, Sheet
from league.office.associations.models import Registration
from league.play.events.models import Season

COLUMNS = (
    Column(gettext_lazy("Player"), lambda row: row.player.name),
    Column(gettext_lazy("Club"), lambda row: row.club.name),
    Column(gettext_lazy("Since"), lambda row: row.registered_at),
)


def registration_sheet(season: Season, found: QuerySet[Registration]) -> Sheet:
    heading = _("Registered players")
    title = f"{season.name} · {heading}"
    return Sheet(title=title, columns=COLUMNS, rows=found[:MOST_ROWS].iterator())
