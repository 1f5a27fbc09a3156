"""How many of an event go up and down: what its season's divisions say, where the event decides."""

from collections.abc import Iterable, Mapping

from league.events.models import Entry, EntryMember, Event, Visibility
from league.outlook.methods.marks import Places
from league.past_events.models import PastEvent
from league.seasons.keys import after_merges, key_of_players, key_of_team
from league.seasons.methods.rules import TEAM
from league.seasons.models import Competitor, Division
from league.seasons.nights_read import players_of_entries
from league.seasons.selectors import rules_of


def places_of(event: Event, entries: Iterable[int]) -> Places:
    """Return the places that matter to these entries, who are ranked together.

    They go up and down where all of them are of one division of the season, and no other event of
    the season, planned or played, is theirs: then this one decides. Else only the win matters.
    """
    ids = list(entries)
    size = len(ids)
    if event.season is None or event.visibility == Visibility.HIDDEN:
        return Places(size)
    players = players_of_entries(event)
    division, leaving = _division_of(event, ids, players)
    if division is None or _play_elsewhere(event, {one for pk in ids for one in players[pk]}):
        return Places(size)
    numbers = set(Division.objects.filter(season=event.season).values_list("number", flat=True))
    up = division.up if division.number - 1 in numbers else 0
    # those who leave have made room below already
    down = max(0, division.down - leaving) if division.number + 1 in numbers else 0
    return Places(size, up, down)


def _division_of(
    event: Event, ids: list[int], players: Mapping[int, list[int]]
) -> tuple[Division | None, int]:
    """Return the one division of the entries, and how many of it have withdrawn; None: not one."""
    season = event.season
    if season is None:
        return None, 0
    rows = Competitor.objects.filter(season=season, division__isnull=False)
    competitors = list(rows.select_related("division"))
    by_key = {one.key: one.division for one in competitors}
    names = dict(Entry.objects.filter(pk__in=ids).values_list("pk", "name"))
    rules, _version = rules_of(season)
    found = set()
    for pk in ids:
        named = rules.who == TEAM and names[pk]
        keys = [key_of_team(names[pk])] if named else [key_of_players(players.get(pk, []))]
        found |= {by_key.get(after_merges(key, {})) for key in keys}
    only = next(iter(found)) if len(found) == 1 else None
    leaving = sum(one.has_withdrawn and one.division == only for one in competitors)
    return only, leaving


def _play_elsewhere(event: Event, players: set[int]) -> bool:
    elsewhere = EntryMember.objects.filter(event__season=event.season, player__in=players)
    others = elsewhere.exclude(event=event).exclude(event__visibility=Visibility.HIDDEN)
    return others.exists() or PastEvent.objects.filter(season=event.season).exists()
