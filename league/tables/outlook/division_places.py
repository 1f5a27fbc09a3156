"""How many of an event go up and down: what its season's divisions say, where the event decides."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from league.play.events.models import Entry, EntryMember, EntryState, Event, Season, Visibility
from league.tables.outlook.methods.marks import Places
from league.tables.past_events.models import PastEvent
from league.tables.seasons.keys import key_of_players, key_of_team, replace_merged
from league.tables.seasons.methods import Rules
from league.tables.seasons.methods.rules import TEAM
from league.tables.seasons.models import Competitor, Division
from league.tables.seasons.nights_read import KIND_THAT_COUNTS, players_of_entries
from league.tables.seasons.selectors import division_of_event, rules_of

Players: TypeAlias = Mapping[int, list[int]]


def places_of(event: Event, entries: Iterable[int]) -> Places:
    """Return the places that matter to these entries, who are ranked together.

    They go up and down where one division of the season plays them, and no other event of the
    season, planned or played, is that division's or theirs: then this one decides. Else only the
    win matters.
    """
    ids = list(entries)
    size = len(ids)
    season = event.season
    if season is None or event.visibility == Visibility.HIDDEN:
        return Places(size)
    rules, _version = rules_of(season)
    if KIND_THAT_COUNTS.get(rules.who, event.entry_kind) != event.entry_kind:
        return Places(size)
    players = players_of_entries(event)
    division, leaving = _division_of(event, season, ids, players, rules)
    if division is None or _is_in_parts(event, ids):
        return Places(size)
    if _is_decided_elsewhere(event, season, division, ids, players, rules):
        return Places(size)
    numbers = set(Division.objects.filter(season=season).values_list("number", flat=True))
    up = division.up if division.number - 1 in numbers else 0
    # those who leave have made room below already
    down = max(0, division.down - leaving) if division.number + 1 in numbers else 0
    return Places(size, up, down)


def _division_of(
    event: Event, season: Season, ids: list[int], players: Players, rules: Rules
) -> tuple[Division | None, int]:
    """Return the one division of the entries, and how many of it have withdrawn; None: not one.

    It is the division that plays the event, as long as nobody in it is of another one or a guest;
    where the event names none, that of which all entries are.
    """
    rows = Competitor.objects.filter(season=season).select_related("division")
    competitors = list(rows)
    by_key = {competitor.key: competitor for competitor in competitors}
    names = dict(Entry.objects.filter(pk__in=ids).values_list("pk", "name"))
    listed = [by_key.get(_key(names[pk], players.get(pk, []), rules)) for pk in ids]
    found = {one.division if one else None for one in listed}
    if (tied := division_of_event(event)) is not None:
        # of whom the season has not heard yet is in it by playing the division's event
        found = {one.division for one in listed if one} | {tied}
    only = next(iter(found)) if len(found) == 1 else None
    leaving = sum(
        competitor.has_withdrawn and competitor.division == only for competitor in competitors
    )
    return only, leaving


def _key(name: str, players: list[int], rules: Rules) -> str:
    if rules.who == TEAM and name:
        return key_of_team(name)
    return replace_merged(key_of_players(players), {})


def _is_in_parts(event: Event, ids: list[int]) -> bool:
    """Say whether these are a group of the event only, or another stage of it counts too."""
    taking_part = event.entries.filter(state=EntryState.ACCEPTED)
    return taking_part.exclude(pk__in=ids).exists() or event.stages.count() > 1


def _is_decided_elsewhere(
    event: Event,
    season: Season,
    division: Division,
    ids: list[int],
    players: Players,
    rules: Rules,
) -> bool:
    """Say whether another event counts, or will count, for those of the division too."""
    others = Event.objects.filter(season=season).exclude(pk=event.pk)
    others = others.exclude(visibility=Visibility.HIDDEN)
    if rules.who in KIND_THAT_COUNTS:
        others = others.filter(entry_kind=KIND_THAT_COUNTS[rules.who])
    people = {one for pk in ids for one in players.get(pk, [])}
    theirs = EntryMember.objects.filter(event__in=others, player__in=people)
    if others.filter(of_division__division=division).exists() or theirs.exists():
        return True
    return PastEvent.objects.filter(season=season).exists()
