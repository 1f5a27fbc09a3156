"""Rows of another club's archive that are here already, and names that are taken here.

Only an archive of a club that nothing was read of before is compared so: whoever is found by name
stays as he is here, and what has a name that is taken gets another one.
"""

from collections.abc import Callable, Mapping

from django.db.models import Q
from django.utils.translation import gettext as _

from league.clubs.models import Club, HouseRules, Player
from league.office.archives.archived import Line
from league.office.archives.reading_report import Report
from league.office.archives.references import Known
from league.office.archives.row_values import NUMBER
from league.play.events.models import Evening, Event, Season

LONGEST_SLUG = 60
# lines of new rows are changed where their names are taken; returns those that are here already
Match = Callable[[Club, list[Line], Report], dict[int, Known]]


def match(kind: str, club: Club, lines: list[Line], report: Report) -> dict[int, Known]:
    """Return which of the lines are rows of the club; give the others names that are free."""
    matcher = _MATCHERS.get(kind)
    return matcher(club, lines, report) if matcher else {}


def _players(club: Club, lines: list[Line], report: Report) -> dict[int, Known]:
    names = {str(line.get("name")) for line in lines}
    numbers = {str(line.get("member_number")) for line in lines} - {"", "None"}
    here = Player.objects.filter(club=club, merged_into__isnull=True)
    here = here.filter(Q(name__in=names) | Q(member_number__in=numbers))
    found: dict[int, Known] = {}
    there = list(here)
    for line in lines:
        player = _same_player(line, there)
        if player is not None and Known(player.pk) not in found.values():
            found[line[NUMBER]] = Known(player.pk)
            report.note(_("%(name)s is a player here already.") % {"name": player.name})
        elif any(one.member_number == line.get("member_number") != "" for one in there):
            report.note(
                _("%(name)s comes without the member number %(number)s: somebody else has it here.")
                % {"name": line.get("name"), "number": line.get("member_number")}
            )
            line["member_number"] = ""
    return found


def _same_player(line: Line, there: list[Player]) -> Player | None:
    """Return the one player of that name; of several, the one with the member number too."""
    if line.get("merged_into") is not None:
        return None
    of_name = [one for one in there if one.name == line.get("name")]
    number = line.get("member_number") or ""
    exact = [one for one in of_name if number and one.member_number == number]
    if exact:
        return exact[0]
    alike = [one for one in of_name if not (number and one.member_number)]
    return alike[0] if len(alike) == 1 == len(of_name) else None


def _seasons(club: Club, lines: list[Line], report: Report) -> dict[int, Known]:
    here = {season.slug: season for season in Season.objects.filter(club=club)}
    found: dict[int, Known] = {}
    for line in lines:
        season = here.get(str(line.get("slug")))
        if season is None:
            continue
        same = (season.name, season.starts_on.isoformat(), season.ends_on.isoformat())
        if same == (line.get("name"), line.get("starts_on"), line.get("ends_on")):
            found[line[NUMBER]] = Known(season.pk)
        else:
            _rename(line, set(here), report)
    return found


def _events(club: Club, lines: list[Line], report: Report) -> dict[int, Known]:
    slugs = [str(line.get("slug")) for line in lines]
    begin = Q(pk__in=[])
    for slug in slugs:
        begin |= Q(slug=slug)
    taken = set(Event.objects.filter(begin, club=club).values_list("slug", flat=True))
    for line in lines:
        if line.get("slug") in taken:
            like = Event.objects.filter(club=club, slug__startswith=str(line["slug"])[:50])
            _rename(line, {*like.values_list("slug", flat=True), *slugs}, report)
    return {}


def _rename(line: Line, taken: set[str], report: Report) -> None:
    slug, number = str(line["slug"])[: LONGEST_SLUG - 6], 2
    while f"{slug}-{number}" in taken:
        number += 1
    line["slug"] = f"{slug}-{number}"
    report.note(
        _("%(name)s gets the address “%(slug)s”, as its own is taken here.")
        % {"name": line.get("name"), "slug": line["slug"]}
    )


def _house_rules(club: Club, lines: list[Line], report: Report) -> dict[int, Known]:
    here = {rules.name.casefold(): rules for rules in HouseRules.objects.filter(club=club)}
    found: dict[int, Known] = {}
    for line in lines:
        rules = here.get(str(line.get("name")).casefold())
        if rules is None:
            continue
        same = (rules.variant, rules.preset, rules.options)
        if same == (line.get("variant"), line.get("preset"), line.get("options")):
            found[line[NUMBER]] = Known(rules.pk)
        else:
            _rename_rules(line, here, report)
    return found


def _rename_rules(line: Line, here: Mapping[str, HouseRules], report: Report) -> None:
    name, number = str(line["name"])[:70], 2
    while f"{name} ({number})".casefold() in here:
        number += 1
    line["name"] = f"{name} ({number})"
    report.note(
        _("The house rules come as “%(name)s”: other rules have their name here.")
        % {"name": line["name"]}
    )


_MATCHERS: Mapping[str, Match] = {
    "players": _players,
    "seasons": _seasons,
    "events": _events,
    "house_rules": _house_rules,
}


def days_taken(club: Club) -> set[str]:
    """Return the days on which the club has an evening that has not started."""
    waiting = Evening.objects.filter(club=club, event__isnull=True)
    return {day.isoformat() for day in waiting.values_list("day", flat=True)}
