"""Final standings of past events: a line a place, of one event or of many in one file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.clubs.models import Club
from league.clubs.services import Fate
from league.clubs.services.players import LONGEST_NAME
from league.foundation.jobs.apart import Progress
from league.foundation.journal.actor import Act
from league.foundation.limits import LARGEST_ID, parse_int
from league.foundation.lists import listed_some
from league.foundation.names import name_key
from league.foundation.refusal import Refused
from league.office.imports.cells import (
    NUMBERS,
    day_in,
    decimal_of,
    number_in,
    place_in,
    unclear_numbers,
)
from league.office.imports.kind import Field, Kind, Material, Option, Plan, PlannedRow, Row
from league.office.imports.people import People
from league.office.imports.reading.spreadsheet import read_spreadsheet
from league.play.events.models import Season
from league.tables.past_events.models import LONGEST_NAME as LONGEST_LINE
from league.tables.past_events.services import GivenPlace, import_past_event

PARTNERS = ("partner", "third", "fourth")
MOST_PLAYERS = 8
MOST_NAMED = 5

FIELDS = (
    Field(
        name="place",
        label=gettext_lazy("Place"),
        headings="rank ranking pos position overall overallrank platz rang 順位 着順",
        needed=True,
        instead=("points",),
    ),
    Field(
        name="name",
        label=gettext_lazy("Name"),
        headings="names player players pair pairs competitor player1 name1 playername1 "
        "namen spieler spieler1 paar paare teilnehmer "
        "playernames 氏名 名前 お名前 選手 選手名 ペア 組",
        needed=True,
        instead=("team",),
    ),
    Field(
        name="partner",
        label=gettext_lazy("Partner"),
        headings="player2 name2 playername2 partnername spieler2 mitspieler パートナー 選手2",
    ),
    Field(
        name="third", label=gettext_lazy("Third player"), headings="player3 name3 spieler3 選手3"
    ),
    Field(
        name="fourth", label=gettext_lazy("Fourth player"), headings="player4 name4 spieler4 選手4"
    ),
    Field(
        name="team",
        label=gettext_lazy("Team"),
        headings="teamname club mannschaft verein チーム チーム名",
    ),
    Field(
        name="points",
        label=gettext_lazy("Points"),
        headings="score total totalscore pts vps vp imps matchpoints result "
        "punkte ergebnis gesamt summe "
        "得点 点数 ポイント 合計",
    ),
    Field(
        name="event",
        label=gettext_lazy("Event"),
        headings="eventname tournament session competition turnier veranstaltung "
        "wettbewerb 大会 大会名 イベント",
    ),
    Field(
        name="day",
        label=gettext_lazy("Date"),
        headings="date day eventdate datum tag spieltag 日付 開催日 日",
    ),
)
OPTIONS = (
    Option(
        name="event",
        label=gettext_lazy("Name of the event"),
        input="text",
        help=gettext_lazy("For lines that name no event themselves."),
    ),
    Option(
        name="day",
        label=gettext_lazy("Date"),
        input="day",
        help=gettext_lazy("For lines without a date."),
    ),
    Option(
        name="season",
        label=gettext_lazy("Season"),
        input="season",
        help=gettext_lazy(
            "The places then count in its table. Without one, events go by their dates into the "
            "seasons there are."
        ),
    ),
    Option(
        name="month_first",
        label=gettext_lazy("Dates have the month first (3/14/2026)"),
        input="check",
    ),
    NUMBERS,
    Option(
        name="add_people",
        label=gettext_lazy("Add people who are not players of the club yet"),
        input="check",
        default="yes",
        help=gettext_lazy("Only players of the club count in a season and have a page."),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A line that was understood, or what is wrong with it."""

    line: int
    event: str = ""
    day: date | None = None
    place: int | None = None
    names: tuple[str, ...] = ()
    team: str = ""
    points: Decimal | None = None
    problem: str = ""

    @property
    def name(self) -> str:
        return " & ".join(self.names) or self.team


def given_lines(material: Material, people: People) -> list[Given]:
    """Return the lines as they were understood, those without a place ranked by their points."""
    decimal = decimal_of(material, "points")
    lines = [_given(row, material.options, people, decimal) for row in material.rows]
    return _with_places(_doubled(lines))


def _given(row: Row, options: Mapping[str, str], people: People, decimal: str) -> Given:
    names = tuple(
        name
        for field in ("name", *PARTNERS)
        for name in (people.parted(row.get(field)) if field == "name" else [row.get(field)])
        if name
    )
    written = row.get("day")
    month_first = options.get("month_first") == "yes"
    given = Given(
        line=row.line,
        event=(row.get("event") or options.get("event", ""))[:120].strip(),
        day=day_in(written or options.get("day", ""), month_first=month_first and bool(written)),
        place=place_in(row.get("place")),
        names=names,
        team=row.get("team")[:120],
        points=number_in(row.get("points"), decimal),
    )
    return replace(given, problem=_problem(row, given))


def _problem(row: Row, given: Given) -> str:
    """Return what is wrong with a line, or nothing."""
    return (
        _problem_of_names(given) or _problem_of_event(row, given) or _problem_of_place(row, given)
    )


def _problem_of_names(given: Given) -> str:
    if not given.name:
        return _("The name is missing; write one or remove the line.")
    if len(given.names) > MOST_PLAYERS or len(given.name) > LONGEST_LINE:
        return _("A line can have %(most)d players at most.") % {"most": MOST_PLAYERS}
    if too_long := next((name for name in given.names if len(name) > LONGEST_NAME), ""):
        return _("“%(name)s…” is too long for a name.") % {"name": too_long[:30]}
    return ""


def _problem_of_event(row: Row, given: Given) -> str:
    if not given.event:
        return _("The event has no name: choose its column, or write one above.")
    return _no_day(row.get("day")) if given.day is None else ""


def _problem_of_place(row: Row, given: Given) -> str:
    for field, label, value in (
        ("place", _("Place"), given.place),
        ("points", _("Points"), given.points),
    ):
        if row.get(field) and value is None:
            return _("“%(text)s” is not a number (%(field)s).") % {
                "text": row.get(field)[:30],
                "field": label,
            }
    if given.place is None and given.points is None:
        return _("Neither a place nor points are given.")
    return ""


def _no_day(text: str) -> str:
    if text:
        return _("“%(text)s” is not a date; write it like 2026-03-14.") % {"text": text[:30]}
    return _("The event has no date: choose its column, or enter one above.")


def _doubled(lines: Sequence[Given]) -> list[Given]:
    """Refuse a name that stands twice in one event."""
    seen: dict[tuple[str, date | None, str], int] = {}
    checked = []
    for line in lines:
        key = (name_key(line.event), line.day, name_key(line.name))
        before = seen.setdefault(key, line.line)
        if not line.problem and before != line.line:
            problem = _("%(name)s is already in line %(before)d of this event.") % {
                "name": line.name,
                "before": before,
            }
            line = replace(line, problem=problem)
        checked.append(line)
    return checked


def by_event(lines: Sequence[Given]) -> dict[tuple[str, date], list[Given]]:
    """Return the good lines of each event, best first."""
    found: dict[tuple[str, date], list[Given]] = {}
    for line in lines:
        if not line.problem and line.day is not None:
            found.setdefault((line.event, line.day), []).append(line)
    for of_event in found.values():
        of_event.sort(key=lambda line: (line.place or LARGEST_ID, line.line))
    return found


def _with_places(lines: list[Given]) -> list[Given]:
    """Give those without a place the one that their points make, level where they are."""
    points: dict[tuple[str, date | None], list[Decimal]] = {}
    for line in lines:
        if not line.problem and line.points is not None:
            points.setdefault((line.event, line.day), []).append(line.points)
    return [
        line
        if line.problem or line.place is not None or line.points is None
        else replace(
            line,
            place=1 + sum(other > line.points for other in points[line.event, line.day]),
        )
        for line in lines
    ]


def plan(material: Material) -> Plan:
    people = People.of(material.club, material.people)
    lines = given_lines(material, people)
    known = _known_events(material.club)
    rows = [_row(line, known, people) for line in lines]
    return Plan(
        rows=rows,
        questions=list(people.questions.values()),
        also=list(_also(material, lines, people)),
    )


def _row(line: Given, known: set[tuple[str, date]], people: People) -> PlannedRow:
    problem = line.problem
    if not problem:
        for name in line.names:
            people.find(name)
        problem = next(filter(None, map(people.doubt, line.names)), "")
    when = date_format(line.day, "SHORT_DATE_FORMAT") if line.day else ""
    detail = " · ".join(filter(None, [line.event, when, line.team if line.names else ""]))
    if problem:
        return PlannedRow(
            line=line.line, title=line.name or "–", detail=detail, fate=Fate.BAD, words=problem
        )
    is_known = line.day is not None and (line.event, line.day) in known
    place = _("place %(place)d") % {"place": line.place or 0}
    if line.points is not None:
        place = _("place %(place)d with %(points)s points") % {
            "place": line.place or 0,
            "points": f"{line.points.normalize():f}",
        }
    fate = Fate.CHANGE if is_known else Fate.ADD
    return PlannedRow(line=line.line, title=line.name, detail=detail, fate=fate, words=place)


def _also(material: Material, lines: Sequence[Given], people: People) -> Iterator[str]:
    events = by_event(lines)
    known = _known_events(material.club) & events.keys()
    yield ngettext(
        "The file has the standings of %(count)d event.",
        "The file has the standings of %(count)d events.",
        len(events),
    ) % {"count": len(events)}
    yield from unclear_numbers(material, "points")
    if known:
        names = listed_some(sorted(name for name, _day in known), MOST_NAMED)
        yield _("Imported before, and replaced: %(names)s.") % {"names": names}
    if not people.fresh:
        return
    names = listed_some(list(people.fresh.values()), MOST_NAMED)
    if material.options.get("add_people") == "yes":
        yield ngettext(
            "%(count)d new player is added to the club: %(names)s.",
            "%(count)d new players are added to the club: %(names)s.",
            len(people.fresh),
        ) % {"count": len(people.fresh), "names": names}
    else:
        yield ngettext(
            "%(count)d name is not that of a player and stays a name: %(names)s.",
            "%(count)d names are not those of players and stay names: %(names)s.",
            len(people.fresh),
        ) % {"count": len(people.fresh), "names": names}


def _known_events(club: Club) -> set[tuple[str, date]]:
    return set(club.past_events.values_list("name", "starts_on"))


def carry_out(material: Material, progress: Progress, by: Act) -> str:
    """Store every event of the good lines; those that a question is open about are left out."""
    people = People.of(material.club, material.people)
    lines = given_lines(material, people)
    found = {name: people.find(name) for line in lines if not line.problem for name in line.names}
    good = [line for line in lines if not line.problem and not any(map(people.doubt, line.names))]
    if material.options.get("add_people") == "yes":
        added = people.add_fresh(material.club, by)
        found |= {name: added[name_key(name)] for name in found if name_key(name) in added}
    events = by_event(good)
    for (name, day), of_event in progress.track(
        events.items(), _("Saving the events"), len(events)
    ):
        import_past_event(
            club=material.club,
            name=name,
            starts_on=day,
            places=[_place(line, found) for line in of_event],
            source=material.source,
            season=_season(material, day),
            by=by,
        )
    return ngettext(
        "Standings of %(count)d event imported, with %(places)d places.",
        "Standings of %(count)d events imported, with %(places)d places.",
        len(events),
    ) % {"count": len(events), "places": len(good)}


def _place(line: Given, found: Mapping[str, int | None]) -> GivenPlace:
    players = [found.get(name) for name in line.names]
    known = tuple(player for player in players if player is not None)
    return GivenPlace(
        rank=line.place or 1,
        name=line.name,
        team=line.team,
        points=line.points,
        # half a pair would be shown as somebody who played alone
        players=known if len(known) == len(players) else (),
    )


def _season(material: Material, day: date) -> Season | None:
    """Return the season that was chosen, or the one of the day. Raises Refused."""
    chosen = material.options.get("season", "")
    seasons = Season.objects.filter(club=material.club)
    if chosen == "none":
        return None
    if chosen:
        found = seasons.filter(pk=parse_int(chosen, most=LARGEST_ID) or 0).first()
        if found is None:
            raise Refused(_("The season that was chosen is gone; choose another one."))
        return found
    return seasons.filter(starts_on__lte=day, ends_on__gte=day).order_by("-starts_on").first()


PAST_RESULTS = Kind(
    name="past_results",
    label=gettext_lazy("Results of past seasons"),
    help=gettext_lazy(
        "Final standings as you have them: place, name and points, of one event or of many."
    ),
    fields=FIELDS,
    read=read_spreadsheet,
    plan=plan,
    carry_out=carry_out,
    options=OPTIONS,
)
