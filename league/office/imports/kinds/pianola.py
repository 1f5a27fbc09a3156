"""Results of a session as Pianola and programs around it write them: CSV, a line a pair."""

from dataclasses import replace

from django.utils.translation import gettext_lazy

from league.office.imports.kind import Kind
from league.office.imports.kinds.past_results import FIELDS, OPTIONS, carry_out, plan
from league.office.imports.reading.spreadsheet import read_spreadsheet

MORE_HEADINGS = {
    "place": " posn finalposition",
    "name": " playera firstplayer northsouth playerone contestant contestants",
    "partner": " playerb secondplayer playertwo",
    "points": " percentage percent % scorepercent score% sessionscore",
    "day": " sessiondate gamedate playedon",
    "event": " sessionname game gamename",
}

PIANOLA = Kind(
    name="pianola",
    label=gettext_lazy("Pianola (CSV)"),
    help=gettext_lazy("The results of sessions as CSV: rank, players, percentage or score."),
    fields=tuple(
        replace(field, headings=field.headings + MORE_HEADINGS.get(field.name, ""))
        for field in FIELDS
    ),
    read=read_spreadsheet,
    plan=plan,
    carry_out=carry_out,
    options=OPTIONS,
)
