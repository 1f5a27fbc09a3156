"""The town's league in mid-season: two divisions of teams from several clubs, home and away.

Five weeks of it are played, so that some are safe or out of the race already; in the second
division, which began a week later, only the last round is left. Every match has its day, its time
and its place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from random import Random
from urllib.parse import quote_plus
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from league.calendar.match_dates.models import DateState, EntryHome, MatchDate, Venue
from league.calendar.match_dates.services import publish_dates
from league.clubs import services as clubs
from league.clubs.models import Club, Player
from league.demo.club import ACCOUNTS, link_account
from league.demo.money import set_league_terms, settle_league
from league.demo.playing import begin, play_round
from league.foundation.journal.actor import Act, Actor
from league.play.events import services as events
from league.play.events.models import (
    Captain,
    EntryKind,
    EntryMember,
    EntryMode,
    Event,
    FinalScores,
    Season,
    TablePlay,
)
from league.play.results import services as results
from league.play.rounds import services as rounds
from league.play.rounds.models import Round, RoundState, Table
from league.tables.seasons import services as seasons
from league.tables.seasons.keys import key_of_team
from league.tables.seasons.methods import Rules, rules_as_json
from league.tables.seasons.methods.rules import HEAD_TO_HEAD
from league.tables.seasons.methods.scoring import PointsOfTheNight
from league.tables.seasons.models import Competitor
from league.tables.seasons.services import DivisionSettings, put_into_division

FIRST, SECOND = "town-league-1", "town-league-2"
WEEKS_PLAYED = 5
BEGINS_IN_WEEK = {FIRST: 1, SECOND: 2}
DEALS = 8
WEEK = timedelta(days=7)
MAP = "https://www.openstreetmap.org/search?query="
NAMESPACE = UUID("8f0f6a4c-3b8e-4c8c-8a0b-6a1c5b0b7f52")


@dataclass(frozen=True, slots=True)
class Place:
    """A place where matches are played; names and streets are made up."""

    name: str
    address: str
    matches: int


@dataclass(frozen=True, slots=True)
class Team:
    """A team: its people, its captain first, and where and on which evening it is at home."""

    name: str
    people: tuple[str, str, str]
    place: Place
    weekday: int
    begins_at: time = time(19, 30)


HALL = Place("Sailors’ Hall", "3 Quay Street", 2)
LIGHTHOUSE = Place("Lighthouse Inn", "1 Point Road", 2)
RAILWAY = Place("Railway Institute", "40 Station Approach", 2)
MILL = Place("Mill Lane Social Club", "12 Mill Lane", 1)
CHAPEL = Place("Chapel Row Hall", "7 Chapel Row", 2)

# the strongest first; the first members of Harbour Street are people of the demo club
DIVISIONS: Mapping[str, tuple[Team, ...]] = {
    FIRST: (
        Team("Harbour Street A", ("Ada Whitlock", "Ben Castell", "Elsie Marlow"), HALL, 1),
        Team("Lighthouse A", ("Amos Pender", "Bridget Foley", "Carl Hjort"), LIGHTHOUSE, 2),
        Team("Railway Institute", ("Dora Penhale", "Ewan Baird", "Flora Kemp"), RAILWAY, 3),
        Team("Mill Lane A", ("Gus Hartley", "Hilda Rowse", "Ivor Trask"), MILL, 0),
        Team("Chapel Row", ("Jenny Oates", "Karl Brandvik", "Lena Sorrell"), CHAPEL, 1),
        Team("Old Ferry Inn", ("Milo Garrick", "Nell Prior", "Orla Quinn"), LIGHTHOUSE, 3),
        Team("Northgate", ("Petra Lund", "Roy Ashdown", "Sadie Moon"), CHAPEL, 2),
        Team("Quarry Bank", ("Tom Varley", "Una Fisk", "Vic Marchant"), RAILWAY, 2),
    ),
    SECOND: (
        Team("Lighthouse B", ("Wanda Birch", "Alf Denny", "Beryl Cope"), LIGHTHOUSE, 1),
        Team("Harbour Street B", ("Frank Odell", "Clara Novak", "Dieter Brandt"), HALL, 3),
        Team("Mill Lane B", ("Cyril Mather", "Dot Farrow", "Edith Yeo"), MILL, 2),
        Team("Signal Box", ("Fred Tolley", "Gwen Ives", "Hal Sutter"), RAILWAY, 0),
        Team("Saint Anne's", ("Irene Vale", "Jack Lowther", "Kitty Dunn"), CHAPEL, 3),
        Team("Market Cross", ("Len Copley", "May Strand", "Ned Hollis"), CHAPEL, 0),
    ),
}
MOVING = {FIRST: (0, 2), SECOND: (2, 0)}  # so many up, so many down
# where the weaker side won: without these nothing would be left to play for
UPSETS = ({"Lighthouse A", "Mill Lane A"}, {"Signal Box", "Lighthouse B"})


def play_week(
    club: Club, week: int, rng: Random, desk: Actor, *, first_monday: datetime, at: datetime
) -> None:
    """Play the matches of a week in both divisions, from 1; before the first, found the league.

    `at` is when the results are in.
    """
    if week == 1:
        _found(club, desk, first_monday)
    for slug, first_week in BEGINS_IN_WEEK.items():
        if week >= first_week:
            event = Event.objects.get(club=club, slug=slug)
            _play_round(event, week - first_week + 1, rng, desk, at)


def week_is_over(club: Club, week: int) -> bool:
    """Say whether the first division, which plays in every week, has played that one."""
    rounds_of_club = Round.objects.filter(stage__event__club=club, stage__event__slug=FIRST)
    return rounds_of_club.filter(number=week, state=RoundState.CLOSED).exists()


def _found(club: Club, desk: Actor, first_monday: datetime) -> None:
    """Make the season, its divisions, their teams and the calendar of each; all rounds drawn."""
    at = first_monday - 2 * WEEK
    season = events.add_season(
        club=club,
        name=_("Town league %(year)d") % {"year": first_monday.year},
        starts_on=first_monday.date(),
        ends_on=(first_monday + 8 * WEEK).date(),
        by=Act(desk, at),
    )
    # one league a division: its points count
    rules = Rules(who="team", scoring=PointsOfTheNight(), tiebreaks=(HEAD_TO_HEAD,))
    seasons.set_rules(season=season, rules=rules_as_json(rules), by=Act(desk, at))
    names = {FIRST: _("First division"), SECOND: _("Second division")}
    wanted = [DivisionSettings(names[slug], *MOVING[slug]) for slug in DIVISIONS]
    seasons.set_divisions(season=season, divisions=wanted, by=Act(desk, at))
    for number, (slug, teams) in enumerate(DIVISIONS.items(), start=1):
        event = _event(club, season, slug, names[slug], desk, at)
        put_into_division(event, number, by=Act(desk, at))
        _enter(event, teams, desk, at)
        _list(season, number, teams)
        _draw(event, teams, desk, first_monday + (BEGINS_IN_WEEK[slug] - 1) * WEEK, at)


def _event(
    club: Club, season: Season, slug: str, division: str, desk: Actor, at: datetime
) -> Event:
    return events.create_event(
        club=club,
        season=season,
        name=_("Town league: %(division)s") % {"division": division},
        slug=slug,
        starts_on=season.starts_on,
        variant="double-deck-pinochle",
        entry_kind=EntryKind.TEAM,
        entry_mode=EntryMode.ORGANISER,
        format="round_robin",
        table_play=TablePlay.DEALS,
        deals_a_round=DEALS,
        final_scores=FinalScores.TABLE,
        method={"name": "match_points", "win": 2, "draw": 1, "loss": 0},
        tiebreaks=["head_to_head", "point_difference", "points_for"],
        by=Act(desk, at),
    )


def _enter(event: Event, teams: Sequence[Team], desk: Actor, at: datetime) -> None:
    """Enter the teams with their captains and homes, each in its division of the season."""
    events.open_event(event=event, by=Act(desk, at))
    sides = [_people(event.club, team, desk, at) for team in teams]
    names = [team.name for team in teams]
    entries = events.add_entries(event=event, sides=sides, names=names, by=Act(desk, at))
    for entry, team, players in zip(entries, teams, sides, strict=True):
        Captain.objects.create(entry=entry, player=players[0])
        _link_to_account(players[0], desk, at)
        EntryHome.objects.create(
            entry=entry,
            venue=venue_at(event.club, team.place),
            weekdays=[team.weekday],
            begins_at=team.begins_at,
        )
    events.start_event(event=event, by=Act(desk, at))


def _link_to_account(player: Player, desk: Actor, at: datetime) -> None:
    """Link a captain to whom an account of the demo belongs; one of the club has it already."""
    if player.user is None and any(account.name == player.name for account in ACCOUNTS):
        link_account(player, desk, at)


def _list(season: Season, number: int, teams: Sequence[Team]) -> None:
    """Put the teams into their division of the season, before anybody has played."""
    division = season.divisions.get(number=number)
    Competitor.objects.bulk_create(
        Competitor(season=season, key=key_of_team(team.name), name=team.name, division=division)
        for team in teams
    )


def _people(club: Club, team: Team, desk: Actor, at: datetime) -> list[Player]:
    """Return a team's players: those the club has, and those it lists for the league only."""
    there = {one.name: one for one in club.players.filter(name__in=team.people, merged_into=None)}
    new = [name for name in team.people if name not in there]
    there |= {one.name: one for one in clubs.add_players(club=club, names=new, by=Act(desk, at))}
    return [there[name] for name in team.people]


def venue_at(club: Club, place: Place) -> Venue:
    venue, _made = Venue.objects.get_or_create(
        club=club,
        name=place.name,
        defaults={
            "address": place.address,
            "matches": place.matches,
            "map_link": MAP + quote_plus(f"{place.name}, {place.address}"),
        },
    )
    return venue


def _draw(
    event: Event, teams: Sequence[Team], desk: Actor, first_monday: datetime, at: datetime
) -> None:
    stage = event.stages.get(number=1)
    homes = {team.name: team for team in teams}
    for number, round in enumerate(rounds.draw_rounds(stage=stage, by=Act(desk, at))):
        for table in round.tables.order_by("number"):
            give_date(table, homes, first_monday + number * WEEK)
    publish_dates(stage=stage, by=Act(desk, at))


def give_date(table: Table, homes: Mapping[str, Team], monday: datetime) -> None:
    """Give a match its evening of the week, at the place of the side that sits first."""
    placement = table.placements.select_related("entry").get(side=0)
    home = homes[placement.entry.name]
    evening = monday + timedelta(days=home.weekday)
    MatchDate.objects.create(
        round=table.round,
        number=table.number,
        begins_at=evening.replace(hour=home.begins_at.hour, minute=home.begins_at.minute),
        venue=placement.entry.home.venue,
        home_side=0,
        state=DateState.DRAFT,
    )


def _play_round(event: Event, number: int, rng: Random, desk: Actor, at: datetime) -> None:
    """Play a round: all its matches are confirmed, and it is closed."""
    round = Round.objects.get(stage__event=event, number=number)
    order = [team.name for team in DIVISIONS[event.slug]]
    for table in round.tables.order_by("number"):
        _play_match(table, order, rng, at)
    rounds.close_round(round=round, by=Act(desk, at))


def _play_match(table: Table, order: Sequence[str], rng: Random, at: datetime) -> None:
    """Play a match: the captain at home enters the result, the other one confirms it."""
    placements = table.placements.select_related("entry__captain__player").order_by("side")
    home, away = (placement.entry for placement in placements)
    results.submit(
        table=table,
        number=1,
        data={"final_score": score_of(home.name, away.name, order, rng)},
        key=uuid5(NAMESPACE, f"{table.pk}"),
        by_side=0,
        by=Act(Actor(name=home.captain.player.name, via="table"), at),
        device="demo",
    )
    visitor = Actor(name=away.captain.player.name, via="table")
    results.confirm(table=table, side=1, by=Act(visitor, at), device="demo")


def score_of(home: str, away: str, order: Sequence[str], rng: Random) -> list[int]:
    """Return a final score: the stronger side wins, but for the upsets."""
    margin = rng.randrange(12, 60) + 8 * abs(order.index(home) - order.index(away))
    is_upset = {home, away} in UPSETS
    home_wins = (order.index(home) < order.index(away)) != is_upset
    loser = rng.randrange(230, 330)
    return [loser + margin, loser] if home_wins else [loser, loser + margin]


# --- The club's league: a whole season of it, over since three weeks ---

SLUG = "pairs-league"

NIGHT_OF_A_COLD = 3


def found_league(
    club: Club,
    season: Season,
    pairs: Sequence[tuple[Player, Player]],
    desk: Actor,
    *,
    first_night: datetime,
) -> Event:
    """Eight pairs, everybody against everybody, one round a week, four deals a table; all drawn."""
    start = first_night - WEEK
    event = events.create_event(
        club=club,
        season=season,
        name=_("Double-deck pairs league"),
        slug=SLUG,
        starts_on=first_night.date(),
        variant="double-deck-pinochle",
        entry_kind=EntryKind.PAIR,
        format="round_robin",
        table_play=TablePlay.DEALS,
        deals_a_round=4,
        method={"name": "match_points", "win": 2, "draw": 1, "loss": 0},
        tiebreaks=["head_to_head", "point_difference", "points_for", "wins"],
        by=Act(desk, start),
    )
    set_league_terms(event, desk, start)
    stage = begin(event, pairs, desk, start)
    deadlines = {
        number: first_night + (number - 1) * WEEK + timedelta(hours=4)
        for number in range(1, len(pairs))
    }
    rounds.draw_rounds(stage=stage, deadlines=deadlines, by=Act(desk, start))
    return event


def play_night(
    event: Event, number: int, rng: Random, desk: Actor, *, first_night: datetime
) -> None:
    """Play a round of the league in its week; the league is over with the last one."""
    drawn = Round.objects.filter(stage__event=event)
    night = first_night + (number - 1) * WEEK
    round = drawn.get(number=number)
    if number == NIGHT_OF_A_COLD:
        _seat_substitute(round, desk, night)
    play_round(round, rng, desk, night)
    if not drawn.exclude(state=RoundState.CLOSED).exists():
        events.finish_event(event=event, by=Act(desk, night + WEEK))
        settle_league(event, desk, night + WEEK)


def _seat_substitute(round: Round, desk: Actor, at: datetime) -> None:
    """Somebody without a partner stands in at the first table, as the director decides."""
    paired = EntryMember.objects.filter(event=round.stage.event_id).values("player")
    club = round.stage.event.club
    guest = club.players.filter(merged_into=None).exclude(pk__in=paired).order_by("pk").first()
    table = round.tables.order_by("number").first()
    assert guest is not None  # noqa: S101  five people play alone
    assert table is not None  # noqa: S101  eight pairs play
    rounds.seat_substitute(
        seat=table.seats.order_by("number")[0],
        player=guest,
        exception=_("A cold, and nobody wanted to wait."),
        by=Act(desk, at),
    )
