"""A list of players: names, member numbers, addresses."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Player
from league.clubs.services import (
    Fate,
    PlannedLine,
    import_players,
    imported_in_words,
    plan_import,
)
from league.clubs.services.player_import import answer_key
from league.clubs.services.player_list import HEADERS, PlayerLine, player_line
from league.foundation.jobs.apart import Progress
from league.foundation.journal.actor import Act
from league.office.imports.kind import Field, Kind, Material, Plan, PlannedRow, Question
from league.office.imports.people import question_about
from league.office.imports.reading.spreadsheet import read_spreadsheet

LABELS = {column.name: column.verbose_name for column in Player._meta.fields}
FIELDS = (
    Field(
        name="name",
        label=gettext_lazy("Name"),
        headings=HEADERS["name"],
        needed=True,
        instead=("first", "last"),
    ),
    Field(name="last", label=gettext_lazy("Family name"), headings=HEADERS["last"]),
    Field(name="first", label=gettext_lazy("Given name"), headings=HEADERS["first"]),
    Field(name="sort_name", label=gettext_lazy("Sorted as"), headings=HEADERS["sort_name"]),
    Field(
        name="told_apart_by",
        label=gettext_lazy("Told apart by"),
        headings=HEADERS["told_apart_by"],
    ),
    Field(
        name="member_number",
        label=gettext_lazy("Member number"),
        headings=HEADERS["member_number"] + " ebunumber acblnumber nationalnumber",
    ),
    Field(name="email", label=gettext_lazy("E-mail address"), headings=HEADERS["email"]),
    Field(name="phone", label=gettext_lazy("Telephone number"), headings=HEADERS["phone"]),
    Field(
        name="public_name",
        label=gettext_lazy("The public sees"),
        headings=HEADERS["public_name"],
    ),
)


def plan(material: Material) -> Plan:
    lines = _lines(material)
    planned = plan_import(material.club, lines, material.people)
    return Plan(rows=[_row(one) for one in planned], questions=_questions(planned))


def carry_out(material: Material, progress: Progress, by: Act) -> str:
    done = import_players(
        club=material.club,
        rows=_lines(material),
        chosen=material.people,
        progress=progress,
        by=by,
    )
    return imported_in_words(done)


def _lines(material: Material) -> list[PlayerLine]:
    return [
        player_line(row.line, list(row.cells), list(row.cells.values())) for row in material.rows
    ]


def _questions(planned: list[PlannedLine]) -> list[Question]:
    """Ask of lines left out because several players may be meant."""
    asked = {answer_key(one.line): one for one in planned if one.candidates}
    return [question_about(key, _named(one.line), one.candidates) for key, one in asked.items()]


def _named(line: PlayerLine) -> str:
    return " ".join(filter(None, [line.name, line.member_number]))


def _row(one: PlannedLine) -> PlannedRow:
    line = one.line
    detail = " · ".join(filter(None, [line.sort_name, line.member_number, line.email]))
    return PlannedRow(
        line=line.line, title=line.name or "–", detail=detail, fate=one.fate, words=_words(one)
    )


def _words(planned: PlannedLine) -> str:
    """Return in words what a line of the list will do."""
    match planned.fate:
        case Fate.ADD if planned.line.told_apart_by:
            return _("added as %(name)s") % {"name": planned.line.name}
        case Fate.ADD:
            return _("added")
        case Fate.SAME:
            return _("already in the list")
        case Fate.CHANGE:
            return _("; ").join(
                _("%(field)s: %(before)s → %(after)s")
                % {"field": LABELS[field], "before": before or "–", "after": after}
                for field, before, after in planned.changes
            )
    return planned.problem


PLAYERS = Kind(
    name="players",
    label=gettext_lazy("A list of players"),
    help=gettext_lazy(
        "Names with member numbers and addresses, from a spreadsheet or a membership program."
    ),
    fields=FIELDS,
    read=read_spreadsheet,
    plan=plan,
    carry_out=carry_out,
    counts_itself=True,
)
