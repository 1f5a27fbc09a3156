"""Rows of another club's archive that are here already, and names that are taken here.

Only an archive of a club that nothing was read of before is compared so: whoever is found by name
stays as he is here, and what has a name that is taken gets another one.
"""

from collections.abc import Callable, Collection, Mapping
from itertools import count

from django.db.models import Model, Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Club, HouseRules, Player
from league.office.archives.archived import Line
from league.office.archives.reading_report import Report
from league.office.archives.references import Known
from league.office.archives.row_values import NUMBER, to_json
from league.play.events.models import Evening, Event, Season

LONGEST = 54  # characters of a name that gets a number
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


def _by_name(
    model: type[Model], column: str, same: Collection[str], pattern: str, sentence: str | Promise
) -> Match:
    """Return what finds rows that have the name in a column, and in these columns the same.

    Where others have a name it gets a number, by the pattern, and the sentence says so.
    """

    def match(club: Club, lines: list[Line], report: Report) -> dict[int, Known]:
        rows = model._default_manager.filter(club=club)
        here = {str(row[column]).casefold(): row for row in rows.values("pk", column, *same)}
        taken = here.keys() | {str(line.get(column)).casefold() for line in lines}
        found: dict[int, Known] = {}
        for line in lines:
            row = here.get(str(line.get(column)).casefold())
            if row is None:
                continue
            if same and all(to_json(row[name]) == line.get(name) for name in same):
                found[line[NUMBER]] = Known(row["pk"])
                continue
            numbered = (pattern % (str(line[column])[:LONGEST], number) for number in count(2))
            line[column] = next(one for one in numbered if one.casefold() not in taken)
            report.note(str(sentence) % {"name": line.get("name"), "slug": line.get("slug")})
        return found

    return match


ADDRESS_TAKEN = gettext_lazy("%(name)s gets the address “%(slug)s”, as its own is taken here.")
RULES_TAKEN = gettext_lazy("The house rules come as “%(name)s”: other rules have their name here.")

_MATCHERS: Mapping[str, Match] = {
    "players": _players,
    "seasons": _by_name(Season, "slug", ("name", "starts_on", "ends_on"), "%s-%d", ADDRESS_TAKEN),
    "events": _by_name(Event, "slug", (), "%s-%d", ADDRESS_TAKEN),
    "house_rules": _by_name(
        HouseRules, "name", ("variant", "preset", "options"), "%s (%d)", RULES_TAKEN
    ),
}


def days_taken(club: Club) -> set[str]:
    """Return the days on which the club has an evening that has not started."""
    waiting = Evening.objects.filter(club=club, event__isnull=True)
    return {day.isoformat() for day in waiting.values_list("day", flat=True)}
