"""Ratings that the club has from elsewhere, with which its players begin."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import services as games
from league.clubs.models import Club
from league.clubs.services import Fate
from league.foundation.jobs.apart import Progress
from league.foundation.journal.actor import Act
from league.foundation.names import name_key
from league.foundation.refusal import Refused
from league.office.imports.cells import NUMBERS, decimal_of, number_in, unclear_numbers
from league.office.imports.kind import Field, Kind, Material, Option, Plan, PlannedRow, Row
from league.office.imports.people import People
from league.office.imports.reading.spreadsheet import read_spreadsheet
from league.tables.ratings.starting_ratings import (
    LEAST,
    LEAST_MARGIN,
    MOST,
    MOST_MARGIN,
    GivenRating,
    set_starting_ratings,
    starting_strengths,
    strength_of,
)

FIELDS = (
    Field(
        name="name",
        label=gettext_lazy("Name"),
        headings="fullname player playername spieler spielername 名前 氏名 選手 選手名",
        needed=True,
        instead=("member_number",),
    ),
    Field(
        name="member_number",
        label=gettext_lazy("Member number"),
        headings="number no memberno mitgliedsnummer mitgliedsnr nummer 会員番号 番号",
    ),
    Field(
        name="rating",
        label=gettext_lazy("Rating"),
        headings="elo currentrating strength wertung wertungszahl spielstärke レーティング レート",
        needed=True,
    ),
    Field(
        name="margin",
        label=gettext_lazy("Margin"),
        headings="deviation rd sigma error giveortake abweichung fehler toleranz 誤差",
    ),
)
OPTIONS = (
    Option(
        name="family",
        label=gettext_lazy("Games"),
        input="family",
        needed=True,
        help=gettext_lazy("The games whose ratings these are."),
    ),
    NUMBERS,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A line that was understood, or what is wrong with it; without a player it is to be asked."""

    row: Row
    given: GivenRating | None = None
    problem: str = ""

    @property
    def title(self) -> str:
        return self.row.get("name") or self.row.get("member_number") or "–"


def read_lines(material: Material, people: People) -> list[Read]:
    numbers = _numbers(material.club)
    family = material.options.get("family", "")
    if family not in games.families():
        raise Refused(_("Choose the games whose ratings these are."), field="family")
    seen: dict[int, int] = {}
    lines = []
    decimal = decimal_of(material, "rating", "margin")
    for row in material.rows:
        line = _read(row, family, people, numbers, decimal)
        if line.given and (before := seen.setdefault(line.given.player, row.line)) != row.line:
            problem = _("This player is already in line %(before)d.") % {"before": before}
            line = Read(row=row, problem=problem)
        lines.append(line)
    return lines


def _read(row: Row, family: str, people: People, numbers: Mapping[str, int], decimal: str) -> Read:
    rating = number_in(row.get("rating"), decimal)
    margin = number_in(row.get("margin"), decimal) if row.get("margin") else None
    if rating is None or not LEAST <= rating <= MOST:
        problem = _("The rating must be a number from %(least)d to %(most)d.")
        return Read(row=row, problem=problem % {"least": LEAST, "most": MOST})
    if row.get("margin") and (margin is None or not LEAST_MARGIN <= margin <= MOST_MARGIN):
        problem = _("The margin must be a number from %(least)d to %(most)d.")
        return Read(row=row, problem=problem % {"least": LEAST_MARGIN, "most": MOST_MARGIN})
    player = numbers.get(name_key(row.get("member_number"))) if row.get("member_number") else None
    if player is None and row.get("name"):
        player = people.find(row.get("name"))
    if player is None:
        return Read(row=row, problem=_nobody(row, people))
    given = GivenRating(
        player=player,
        family=family,
        rating=round(rating),
        margin=MOST_MARGIN if margin is None else round(margin),
    )
    return Read(row=row, given=given)


def _nobody(row: Row, people: People) -> str:
    doubt = people.doubt(row.get("name")) if row.get("name") else ""
    return doubt or _("The club has no such player: import the list of players first.")


def _numbers(club: Club) -> dict[str, int]:
    players = club.players.filter(merged_into__isnull=True).exclude(member_number="")
    return {name_key(number): pk for pk, number in players.values_list("pk", "member_number")}


def plan(material: Material) -> Plan:
    people = People.of(material.club, material.people)
    lines = read_lines(material, people)
    stored = starting_strengths(material.club.pk)
    return Plan(
        rows=[_row(line, stored) for line in lines],
        questions=list(people.questions.values()),
        also=[
            _("All ratings of these games are worked out again, beginning with these values."),
            *unclear_numbers(material, "rating", "margin"),
        ],
    )


def _row(line: Read, stored: Mapping[tuple[str, tuple[int, ...]], object]) -> PlannedRow:
    given = line.given
    if given is None:
        return PlannedRow(line=line.row.line, title=line.title, fate=Fate.BAD, words=line.problem)
    before = stored.get((given.family, (given.player,)))
    words = _("begins with %(rating)d (margin %(margin)d)") % {
        "rating": given.rating,
        "margin": given.margin,
    }
    if before is None:
        fate = Fate.ADD
    elif before == strength_of(given):
        fate, words = Fate.SAME, _("already so")
    else:
        fate = Fate.CHANGE
    return PlannedRow(line=line.row.line, title=line.title, fate=fate, words=words)


def carry_out(material: Material, progress: Progress, by: Act) -> str:
    progress.step(_("Saving the ratings"))
    people = People.of(material.club, material.people)
    given = [line.given for line in read_lines(material, people) if line.given]
    count = set_starting_ratings(club=material.club, ratings=given, by=by)
    return ngettext(
        "%(count)d starting rating saved; the ratings follow in a moment.",
        "%(count)d starting ratings saved; the ratings follow in a moment.",
        count,
    ) % {"count": count}


RATINGS = Kind(
    name="ratings",
    label=gettext_lazy("Ratings"),
    help=gettext_lazy(
        "Ratings that your players bring along. 1500 is the middle; what is played here changes "
        "them from there."
    ),
    fields=FIELDS,
    read=read_spreadsheet,
    plan=plan,
    carry_out=carry_out,
    options=OPTIONS,
)
