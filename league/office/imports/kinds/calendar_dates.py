"""Dates of a calendar as planned events of the club: drafts, to be set up one by one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import services as games
from league.clubs.models import Club
from league.clubs.services import Fate
from league.foundation.jobs.apart import Progress
from league.foundation.journal.actor import Act
from league.foundation.limits import LARGEST_ID, parse_int
from league.foundation.names import name_key
from league.foundation.refusal import Refused
from league.office.imports.cells import day_in
from league.office.imports.kind import Field, Kind, Material, Option, Plan, PlannedRow, Row
from league.office.imports.reading.ical import read_calendar
from league.play.events.models import EntryKind, Season
from league.play.events.services import create_event
from league.play.rounds.drawing import FORMATS

LONGEST = 120
FIELDS = (
    Field(
        name="name",
        label=gettext_lazy("Name"),
        headings="summary title event titel bezeichnung termin",
        needed=True,
    ),
    Field(
        name="day",
        label=gettext_lazy("Date"),
        headings="date start dtstart datum tag beginn",
        needed=True,
    ),
    Field(name="note", label=gettext_lazy("Note"), headings="status bemerkung notiz hinweis"),
)
OPTIONS = (
    Option(name="game", label=gettext_lazy("Game"), input="game", needed=True),
    Option(
        name="entry_kind",
        label=gettext_lazy("Who competes"),
        input="entry_kind",
        default=EntryKind.PAIR,
        needed=True,
    ),
    Option(name="season", label=gettext_lazy("Season"), input="season"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    row: Row
    name: str
    day: date | None
    fate: Fate
    words: str


def read_lines(material: Material) -> list[Planned]:
    known = {
        (name_key(name), day) for name, day in material.club.events.values_list("name", "starts_on")
    }
    lines = []
    for row in material.rows:
        line = _line(row, known)
        if line.fate == Fate.ADD and line.day:
            known.add((name_key(line.name), line.day))
        lines.append(line)
    return lines


def _line(row: Row, known: set[tuple[str, date]]) -> Planned:
    name, day = row.get("name")[:LONGEST].strip(), day_in(row.get("day"))
    if not name:
        fate, words = Fate.BAD, _("The appointment has no name.")
    elif day is None:
        fate, words = Fate.BAD, _("The appointment has no date.")
    elif row.get("note") == "cancelled":
        fate, words = Fate.BAD, _("The appointment was cancelled.")
    elif (name_key(name), day) in known:
        fate, words = Fate.SAME, _("already in the list")
    else:
        fate, words = Fate.ADD, _("planned as an event")
    return Planned(row=row, name=name, day=day, fate=fate, words=words)


def plan(material: Material) -> Plan:
    rows = [
        PlannedRow(
            line=line.row.line,
            title=line.name or "–",
            detail=date_format(line.day, "SHORT_DATE_FORMAT") if line.day else "",
            fate=line.fate,
            words=line.words,
        )
        for line in read_lines(material)
    ]
    also = [_("The events are drafts that only the desk sees: set each one up and open it.")]
    return Plan(rows=rows, also=also)


def carry_out(material: Material, progress: Progress, by: Act) -> str:
    game, entry_kind = _game(material.options), _entry_kind(material.options)
    season = _season(material.club, material.options)
    wanted = [line for line in read_lines(material) if line.fate == Fate.ADD]
    for line in progress.track(wanted, _("Planning the events")):
        assert line.day is not None  # noqa: S101  what is added has a day
        create_event(
            club=material.club,
            name=line.name,
            starts_on=line.day,
            variant=game,
            entry_kind=entry_kind,
            season=season,
            format=_usual_format(entry_kind),
            by=by,
        )
    return ngettext(
        "%(count)d event planned; set it up and open it.",
        "%(count)d events planned; set them up and open them.",
        len(wanted),
    ) % {"count": len(wanted)}


def _game(options: Mapping[str, str]) -> str:
    game = options.get("game", "")
    if games.variant_named(game) is None:
        raise Refused(_("Choose the game that is played."), field="game")
    return game


def _entry_kind(options: Mapping[str, str]) -> EntryKind:
    kind = options.get("entry_kind", "")
    if kind not in EntryKind.values:
        raise Refused(_("Choose who competes."), field="entry_kind")
    return EntryKind(kind)


def _usual_format(entry_kind: str) -> str:
    """Return how those who compete are drawn until the event is set up: the first that can."""
    who = "alone" if entry_kind == EntryKind.INDIVIDUAL else "sides"
    return next(format.id for format in FORMATS.values() if format.who == who)


def _season(club: Club, options: Mapping[str, str]) -> Season | None:
    pk = parse_int(options.get("season"), most=LARGEST_ID)
    return Season.objects.filter(club=club, pk=pk).first() if pk else None


CALENDAR = Kind(
    name="calendar",
    label=gettext_lazy("Dates from a calendar (iCal)"),
    help=gettext_lazy("Appointments of an .ics file become planned events of the club."),
    fields=FIELDS,
    read=read_calendar,
    plan=plan,
    carry_out=carry_out,
    options=OPTIONS,
)
