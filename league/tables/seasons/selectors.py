"""What pages, the API and services ask of a season's table. It is worked out when it is asked for.

Standings are stored and a season is small: forty nights of sixty people are ranked in the time of
a few queries. So nothing can be out of date, and a correction of any night moves the table.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import F, OuterRef, QuerySet, Value

from league.clubs.models import Club, Player
from league.foundation.lists import partners
from league.foundation.related_rows import read_rows, rows_column
from league.play.events.entry_names import names_as_of
from league.play.events.models import Entry, Event, Season, Visibility
from league.play.events.selectors import Viewer, listed_for
from league.tables.past_events.models import PastEvent, PastPlace
from league.tables.past_events.selectors import past_nights_column, past_nights_read
from league.tables.seasons import methods
from league.tables.seasons.keys import key_of_players, key_of_team, players_of, replace_merged
from league.tables.seasons.methods import Rules, SeasonFacts, SeasonTable
from league.tables.seasons.models import (
    Competitor,
    Division,
    DivisionEvent,
    OwnHandicap,
    SeasonRules,
    SignedMoves,
)
from league.tables.seasons.nights_read import (
    NightsRead,
    counting_events,
    counts,
    read_nights,
    with_results,
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRead:
    """What a club has said of a season. `version` counts changes of all but results."""

    rules: Rules
    version: int
    merged: Mapping[int, int]
    divisions: Sequence[Division]
    competitors: Sequence[Competitor]
    own_handicaps: Sequence[OwnHandicap]
    signed_moves: Sequence[Mapping[str, Any]]
    past_nights: Sequence[PastEvent]


def with_what_was_said(seasons: "QuerySet[Season]") -> "QuerySet[Season]":
    """Return seasons with what `read_season` makes something of."""
    of_season = {"season": OuterRef("pk")}
    merged = Player.objects.filter(club=OuterRef("club"), merged_into__isnull=False)
    columns: dict[str, Any] = {
        "rules_read": rows_column(SeasonRules.objects.filter(**of_season), "rules", "version"),
        "merged_read": rows_column(merged, "id", "merged_into_id"),
        "divisions_read": rows_column(
            Division.objects.filter(**of_season).order_by("number"),
            *("id", "season_id", "number", "name", "up", "down"),
        ),
        "competitors_read": rows_column(
            Competitor.objects.filter(**of_season).order_by("id"),
            *("id", "season_id", "key", "name", "division_id", "is_guest", "has_withdrawn"),
        ),
        "handicaps_read": rows_column(
            OwnHandicap.objects.filter(**of_season).order_by("from_day", "id"),
            *("id", "season_id", "player_id", "from_day", "value", "reason"),
        ),
        "signed_read": rows_column(SignedMoves.objects.filter(**of_season), "moves"),
        "past_read": past_nights_column(),
    }
    return seasons.annotate(**columns)


def read_season(season: Any) -> SeasonRead:
    """Return what was said of a season; a query, unless it came `with_what_was_said`."""
    row = season
    if not hasattr(season, "rules_read"):
        row = with_what_was_said(Season.objects.filter(pk=season.pk)).only("pk").get()
    own = next(iter(row.rules_read), None)
    divisions = read_rows(Division, row.divisions_read)
    competitors = read_rows(Competitor, row.competitors_read)
    by_id = {division.pk: division for division in divisions}
    for competitor in competitors:
        competitor.season = season
        if competitor.division_id is not None:
            competitor.division = by_id[competitor.division_id]
    for division in divisions:
        division.season = season
    return SeasonRead(
        rules=methods.read_rules(own["rules"]) if own else usual_rules(season),
        version=own["version"] if own else 0,
        merged={one["id"]: one["merged_into_id"] for one in row.merged_read},
        divisions=divisions,
        competitors=competitors,
        own_handicaps=read_rows(OwnHandicap, row.handicaps_read),
        signed_moves=[move for signed in row.signed_read for move in signed["moves"]],
        past_nights=past_nights_read(row.past_read),
    )


def rules_of(season: Season) -> tuple[Rules, int]:
    """Return the rules of the season and their version; the usual ones where there are none."""
    row = SeasonRules.objects.filter(season=season).first()
    return (methods.read_rules(row.rules), row.version) if row else (usual_rules(season), 0)


def season_sheet(
    season: Season,
    *,
    rules: Rules | None = None,
    fresh: bool = False,
    said: SeasonRead | None = None,
) -> SeasonSheet:
    """Return the season's table and what belongs to it, with a fixed number of queries.

    With `rules` it is what the table would be by those. `fresh`: see `read_nights`. `said` is what
    was said of the season, where it was read already.
    """
    said = said or read_season(season)
    rules = rules or said.rules
    read = read_nights(season, rules.who, fresh=fresh, past=said.past_nights)
    competitors = _competitors(said)
    facts = SeasonFacts(
        rules=rules,
        nights=read.nights,
        guests=frozenset(key for key, one in competitors.items() if one.is_guest),
        divisions=_divisions(competitors, said.divisions),
        own_handicaps=_own_handicaps(said),
    )
    return SeasonSheet(
        season=season,
        rules=rules,
        version=said.version,
        facts=facts,
        read=read,
        divisions=said.divisions,
        competitors=competitors,
        names=_names(facts, read, competitors),
        merged=said.merged,
    )


def _competitors(said: SeasonRead) -> dict[str, Competitor]:
    """Return what the club has said, by key; of two who turned out to be one the first."""
    found: dict[str, Competitor] = {}
    for competitor in said.competitors:
        found.setdefault(replace_merged(competitor.key, said.merged), competitor)
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


def _own_handicaps(said: SeasonRead) -> list[methods.OwnHandicap]:
    return [
        methods.OwnHandicap(
            key_of_players([said.merged.get(row.player_id, row.player_id)]),
            row.from_day,
            None if row.value is None else Fraction(row.value),
            row.reason,
        )
        for row in said.own_handicaps
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


def may_see_table(season: Season, viewer: Viewer, rules: Rules | None = None) -> bool:
    """Return whether the viewer finds all the nights of the table in lists.

    Then the table gives nothing away. A season without nights is seen by everybody. `rules`: the
    season's own, where they were read already.
    """
    if rules is None:
        rules, _version = rules_of(season)
    if hasattr(season, "kinds_unlisted"):
        return not counts(season.kinds_unlisted or (), rules.who)
    return not _unlisted(counting_events(season, rules.who), season.club, viewer).exists()


def with_kinds_unlisted(
    seasons: "QuerySet[Season]", club: Club, viewer: Viewer
) -> "QuerySet[Season]":
    """Have `may_see_table` know the seasons' events that the viewer does not find in lists."""
    nights = with_results(Event.objects.filter(season=OuterRef("pk")))
    kinds = _unlisted(nights, club, viewer).order_by().values("entry_kind").distinct()
    return seasons.annotate(kinds_unlisted=ArraySubquery(kinds))


def _unlisted(events: "QuerySet[Event]", club: Club, viewer: Viewer) -> "QuerySet[Event]":
    listed = listed_for(club, viewer)
    # whoever finds everything has no condition, and nothing would be excluded by none
    return events.exclude(listed) if listed else events.none()


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


def with_stamp(seasons: "QuerySet[Season]") -> "QuerySet[Season]":
    """Return seasons with what their `stamp_of_season` is made from.

    The live_version of a stage counts what its standings are made from, and seats too.
    """
    of_season = {"season": OuterRef("pk")}
    players, entries = names_as_of("stage__event", "stage__event__club")
    nights = Event.objects.filter(season=OuterRef(OuterRef("pk"))).values("pk")
    event = [f"stage__event__{name}" for name in ("name", "state", "visibility", "starts_on")]
    columns: dict[str, Any] = {
        "stamped_rules": rows_column(SeasonRules.objects.filter(**of_season), "rules", "version"),
        "stamped_stages": rows_column(
            # found one by one: joined with events, PostgreSQL would read the stages of all clubs
            StageStandings.objects.filter(stage__event__any_of=ArraySubquery(nights)).order_by(
                "stage_id"
            ),
            *("stage_id", "version", "live_version", *event),
            players=players,
            entries=entries,
        ),
        # what is still to come decides who can still win
        "stamped_events": rows_column(
            Event.objects.filter(**of_season).order_by("pk"),
            *("id", "state", "visibility", "starts_on"),
        ),
        "stamped_past": rows_column(
            PastEvent.objects.filter(**of_season).order_by("pk"), "id", "name", "imported_at"
        ),
    }
    return seasons.annotate(**columns)


def stamp_of_season(season: Any) -> str:
    """Return what names the public page of the season: same stamp, same page.

    A query, unless the season came `with_stamp`.
    """
    row = season
    if not hasattr(season, "stamped_rules"):
        row = with_stamp(Season.objects.filter(pk=season.pk)).only("pk").get()
    parts = (
        season.pk,
        season.name,
        season.starts_on,
        season.ends_on,
        season.club.name,
        (season.club.main_colour, season.club.accent_colour, season.club.logo_id),
        *(row.stamped_rules, row.stamped_stages, row.stamped_events, row.stamped_past),
    )
    return sha256(repr(parts).encode()).hexdigest()[:32]
