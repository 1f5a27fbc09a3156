"""What pages, the API and services ask of a season's table. It is worked out when it is asked for.

Standings are stored and a season is small: forty nights of sixty people are ranked in the time of
a few queries. So nothing can be out of date, and a correction of any night moves the table.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import F, QuerySet, Value

from league.clubs.models import Club, Player
from league.foundation.lists import partners
from league.play.events.entry_names import names_as_of
from league.play.events.models import Entry, Event, Season, Visibility
from league.play.events.selectors import Viewer, listed_for
from league.play.events.states import OVER
from league.tables.past_events.models import PastEvent, PastPlace
from league.tables.seasons import methods
from league.tables.seasons.keys import key_of_players, key_of_team, players_of, replace_merged
from league.tables.seasons.methods import Rules, SeasonFacts, SeasonTable
from league.tables.seasons.models import (
    Competitor,
    Division,
    DivisionEvent,
    OwnHandicap,
    SeasonRules,
)
from league.tables.seasons.nights_read import (
    KIND_THAT_COUNTS,
    NightsRead,
    counting_events,
    read_nights,
)
from league.tables.seasons.usual_rules import usual_rules
from league.tables.standings.models import StageStandings


class Names(NamedTuple):
    """What a competitor is called: by the public, and by the club's own people."""

    public: str
    full: str


@dataclass(kw_only=True)
class SeasonSheet:
    """A season with everything its pages show. `version` counts changes of all but results.

    `merged` says of players who turned out to be somebody else who that is.
    """

    season: Season
    rules: Rules
    version: int
    facts: SeasonFacts
    read: NightsRead
    divisions: Sequence[Division]
    competitors: Mapping[str, Competitor]
    names: Mapping[str, Names]
    merged: Mapping[int, int]

    @cached_property
    def table(self) -> SeasonTable:
        return methods.season_table(self.facts)

    @property
    def events(self) -> list[Event | PastEvent]:
        """The nights' events, in the order of the table's nights."""
        return [self.read.events[night.id] for night in self.table.nights]

    def called(self, *, full: bool) -> dict[str, str]:
        return {key: name.full if full else name.public for key, name in self.names.items()}

    def handicaps_on(self, day: date) -> Mapping[str, methods.Handicap]:
        """Return the handicaps in force on a day by player; nothing where there are none."""
        if self.rules.handicap is None:
            return {}
        nights = methods.scored_nights(self.facts)
        handicaps = methods.Handicaps(nights, self.rules.handicap, self.facts.own_handicaps)
        found = handicaps.on(day)
        return {player: found.handicap(player) for player in found.players()}


def rules_of(season: Season) -> tuple[Rules, int]:
    """Return the rules of the season and their version; the usual ones where there are none."""
    row = SeasonRules.objects.filter(season=season).first()
    return (methods.read_rules(row.rules), row.version) if row else (usual_rules(season), 0)


def season_sheet(
    season: Season,
    *,
    rules: Rules | None = None,
    fresh: bool = False,
    own: tuple[Rules, int] | None = None,
) -> SeasonSheet:
    """Return the season's table and what belongs to it, with a fixed number of queries.

    With `rules` it is what the table would be by those. `fresh`: see `read_nights`. `own`: the
    season's `rules_of`, where they were read already.
    """
    own_rules, version = own or rules_of(season)
    rules = rules or own_rules
    read = read_nights(season, rules.who, fresh=fresh)
    merged = dict(
        Player.objects.filter(club_id=season.club_id, merged_into__isnull=False).values_list(
            "id", "merged_into_id"
        )
    )
    divisions = list(season.divisions.order_by("number"))
    competitors = _competitors(season, merged)
    facts = SeasonFacts(
        rules=rules,
        nights=read.nights,
        guests=frozenset(key for key, one in competitors.items() if one.is_guest),
        divisions=_divisions(competitors, divisions),
        own_handicaps=_own_handicaps(season, merged),
    )
    return SeasonSheet(
        season=season,
        rules=rules,
        version=version,
        facts=facts,
        read=read,
        divisions=divisions,
        competitors=competitors,
        names=_names(facts, read, competitors),
        merged=merged,
    )


def _competitors(season: Season, merged: Mapping[int, int]) -> dict[str, Competitor]:
    """Return what the club has said, by key; of two who turned out to be one the first."""
    found: dict[str, Competitor] = {}
    for competitor in season.competitors.select_related("division").order_by("id"):
        found.setdefault(replace_merged(competitor.key, merged), competitor)
    return found


def _divisions(
    competitors: Mapping[str, Competitor], divisions: Sequence[Division]
) -> dict[str, int]:
    numbers = {division.pk: division.number for division in divisions}
    return {
        key: numbers[one.division_id]
        for key, one in competitors.items()
        if one.division_id is not None
    }


def _own_handicaps(season: Season, merged: Mapping[int, int]) -> list[methods.OwnHandicap]:
    rows = OwnHandicap.objects.filter(season=season).order_by("from_day", "id")
    return [
        methods.OwnHandicap(
            key_of_players([merged.get(row.player_id, row.player_id)]),
            row.from_day,
            None if row.value is None else Fraction(row.value),
            row.reason,
        )
        for row in rows
    ]


def _names(
    facts: SeasonFacts, read: NightsRead, competitors: Mapping[str, Competitor]
) -> dict[str, Names]:
    keys = set(competitors) | {handicap.player for handicap in facts.own_handicaps}
    for night in facts.nights:
        for place in night.places:
            keys.update(place.competitors, place.deals)
    players = {
        player.pk: player
        for player in Player.objects.filter(
            pk__in={player_id for key in keys for player_id in players_of(key)}
        )
    }
    return {key: _name(key, players, read, competitors) for key in keys}


def _name(
    key: str,
    players: Mapping[int, Player],
    read: NightsRead,
    competitors: Mapping[str, Competitor],
) -> Names:
    own = competitors.get(key)
    return names_of_key(key, players, read.team_names.get(key) or (own.name if own else ""))


def names_of_key(key: str, players: Mapping[int, Player], team_name: str) -> Names:
    """Return what the competitor with the key is called: after its players, else its own name."""
    theirs = [players[player] for player in players_of(key) if player in players]
    if theirs:
        return Names(
            partners(one.shown_name for one in theirs), partners(one.name for one in theirs)
        )
    return Names(team_name or key, team_name or key)


def names_of_keys(season: Season, keys: Collection[str]) -> dict[str, Names]:
    """Return what these competitors of a season are called; one query, one more for teams."""
    ids = {player_id for key in keys for player_id in players_of(key)}
    rows = Player.objects.filter(pk__in=ids).select_related("merged_into")
    players = {player.pk: player.merged_into or player for player in rows}
    has_teams = not all(players_of(key) for key in keys)
    teams = _teams_named(season) if has_teams else {}
    return {key: names_of_key(key, players, teams.get(key, "")) for key in keys}


def _teams_named(season: Season) -> dict[str, str]:
    """Return the names of teams by key, as they were last written in the season."""
    entries = Entry.objects.filter(event__season=season).exclude(name="")
    past = PastPlace.objects.filter(event__season=season).exclude(team="")
    when = ("event__starts_on", "event", "pk")
    said = season.competitors.order_by().annotate(turn=Value(0), back=-F("pk"))
    played = entries.annotate(turn=Value(1), key=Value(""))
    noted = past.annotate(turn=Value(2), key=Value(""))
    in_turn = said.values_list("turn", "season__starts_on", "season", "back", "key", "name").union(
        played.values_list("turn", *when, "key", "name"),
        noted.values_list("turn", *when, "key", "team"),
        all=True,
    )
    return {key or key_of_team(name): name for *_when, key, name in sorted(in_turn)}


def nights_to_come(season: Season, who: str) -> list[Event]:
    """Return the events that will feed the season's table, or are being played, in their order."""
    events = season.events.exclude(state__in=OVER).exclude(visibility=Visibility.HIDDEN)
    if who in KIND_THAT_COUNTS:
        events = events.filter(entry_kind=KIND_THAT_COUNTS[who])
    return list(events.order_by("starts_on", "id"))


def may_see_table(season: Season, viewer: Viewer, own: tuple[Rules, int] | None = None) -> bool:
    """Return whether the viewer finds all the nights of the table in lists.

    Then the table gives nothing away. A season without nights is seen by everybody. `own`: the
    season's `rules_of`, where they were read already.
    """
    rules, _version = own or rules_of(season)
    nights = counting_events(season, rules.who)
    listed = nights.filter(listed_for(season.club, viewer)).values("pk")
    return not nights.exclude(pk__in=listed).exists()


def division_of_event(event: Event) -> Division | None:
    """Return the division that plays the event; None: it is for all of its season."""
    tie = DivisionEvent.objects.filter(event=event).select_related("division").first()
    return None if tie is None else tie.division


def divisions_of_club(club: Club) -> "QuerySet[Division]":
    """Return the divisions of all seasons of a club, the latest season first."""
    rows = Division.objects.filter(season__club=club).select_related("season")
    return rows.order_by("-season__starts_on", "-season", "number")


def nights_not_public(season: Season) -> list[Event]:
    """Return the nights that keep the public from the table: not everybody finds them."""
    rules, _version = rules_of(season)
    return list(counting_events(season, rules.who).exclude(visibility=Visibility.PUBLIC))


def stamp_of_season(season: Season) -> str:
    """Return what names the public page of the season: same stamp, same page. Four queries.

    The live_version of a stage counts what its standings are made from, and seats too.
    """
    rules = SeasonRules.objects.filter(season=season).values_list("rules", "version").first()
    stages = (
        StageStandings.objects.filter(stage__event__season=season)
        .order_by("stage_id")
        .values_list(
            "stage_id",
            "version",
            "live_version",
            "stage__event__name",
            "stage__event__state",
            "stage__event__visibility",
            "stage__event__starts_on",
            *names_as_of("stage__event", "stage__event__club"),
        )
    )
    parts: Iterable[Any] = (
        season.pk,
        season.name,
        season.starts_on,
        season.ends_on,
        season.club.name,
        (season.club.main_colour, season.club.accent_colour, season.club.logo_id),
        rules,
        list(stages),
        # what is still to come decides who can still win
        list(season.events.order_by("pk").values_list("pk", "state", "visibility", "starts_on")),
        list(season.past_events.order_by("pk").values_list("pk", "name", "imported_at")),
    )
    return sha256(repr(parts).encode()).hexdigest()[:32]
