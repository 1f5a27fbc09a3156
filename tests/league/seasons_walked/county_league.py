"""The County League: four clubs with two teams each, in two divisions, and who plays in them.

What people do on pages is done on pages (`pages_pressed`); each act is given its moment.
"""

from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any

from django.urls import reverse

from league.calendar.captains.matches import Match, match_at
from league.calendar.match_dates import services as match_dates
from league.calendar.match_dates.models import MatchDate, Venue
from league.calendar.match_dates.services import HomeTerms
from league.clubs.models import Club, Player, User
from league.clubs.services import create_club
from league.foundation.journal.actor import Act, Actor
from league.foundation.records import services as records
from league.office.associations.models import Association, Registration, Transfer
from league.play.events import services as events
from league.play.events.entry_rules import captain_of
from league.play.events.models import Entry, Event, Season, Stage
from league.play.rounds import services as rounds
from league.play.rounds.models import Placement, Round
from league.tables.seasons import services as seasons
from league.tables.seasons.selectors import season_sheet
from league.tables.seasons.services import DivisionSettings, Placing
from tests.league.factories import actor_of, make_player, make_user
from tests.league.seasons_walked.pages_pressed import press
from tests.league.tables.seasons.factories import rules_with

ASSOCIATION = "County League"
CLUBS = ("Harbour Street", "Mill Lane", "Station Road", "Quay Side")
DIVISIONS = ("Division 1", "Division 2")
LETTERS = "AB"
TEAM_SIZE = 3
GIVEN = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo")
# a match is one table of two pairs; the captain at home enters its final score
PLAYED: dict[str, Any] = {
    "variant": "double-deck-pinochle",
    "entry_kind": "team",
    "format": "round_robin",
    "stage_options": {},
    "table_play": "deals",
    "deals_a_round": 2,
    "method": {"name": "match_points"},
    "tiebreaks": ["point_difference"],
    "final_scores": "table",
}


@dataclass
class ClubOfLeague:
    """A club with its owner, its players' accounts by team, and its hall."""

    club: Club
    owner: User
    people: list[User] = field(default_factory=list)
    hall: Venue | None = None

    def team(self, letter: str) -> list[User]:
        first = LETTERS.index(letter) * TEAM_SIZE
        return self.people[first : first + TEAM_SIZE]


def _associations_of(one: ClubOfLeague) -> str:
    return reverse("desk:associations", args=[one.club.slug])


class CountyLeague:
    """The association and everything in it; `sue` is its owner and the secretary of the league."""

    def __init__(self, at: datetime) -> None:
        self.sue = make_user("Sue Secretary")
        press(
            self.sue,
            reverse("desk:club_new"),
            at,
            name=ASSOCIATION,
            time_zone="Europe/London",
            language="en",
            names_sorted_by="first",
        )
        self.club = Club.objects.get(name=ASSOCIATION)
        press(
            self.sue,
            self.desk("association_rules"),
            at,
            is_association="on",
            transfers="consent",
        )
        self.association = Association.objects.get(club=self.club)
        self.clubs = {name: self._make_club(name, at) for name in CLUBS}

    def desk(self, page: str, *more: Any) -> str:
        return reverse(f"desk:{page}", args=[self.club.slug, *more])

    @property
    def secretary(self) -> Actor:
        return actor_of(self.sue)

    def _make_club(self, name: str, at: datetime) -> ClubOfLeague:
        owner = make_user(f"Olga {name}")
        club = create_club(
            name=name,
            owner=owner,
            by=Act(actor_of(owner), at),
            time_zone="Europe/London",
            language="en",
        )
        made = ClubOfLeague(club, owner)
        for letter in LETTERS:
            for given in GIVEN[:TEAM_SIZE] if letter == "A" else GIVEN[TEAM_SIZE:]:
                user = make_user(f"{given} {name}")
                make_player(club, user.name, user=user)
                made.people.append(user)
        return made

    # Before the season.

    def clubs_are_invited(self, at: datetime) -> None:
        """All are invited but the last one, which asks."""
        *invited, asks = self.clubs.values()
        for one in invited:
            press(self.sue, self.desk("association_clubs"), at, action="invite", slug=one.club.slug)
        press(asks.owner, _associations_of(asks), at, action="ask", slug=self.club.slug)

    def clubs_join(self, at: datetime) -> None:
        *invited, asks = self.clubs.values()
        for one in invited:
            accepted = {"action": "accept", "association": self.association.pk}
            press(one.owner, _associations_of(one), at, **accepted)
        press(self.sue, self.desk("association_clubs"), at, action="accept", club=asks.club.pk)

    def announce(self, starts_on: date, ends_on: date, at: datetime) -> None:
        """Make the season with its divisions, one up and two down, and an event for each."""
        who: dict[str, Any] = {"by": Act(self.secretary, at)}
        self.season: Season = events.add_season(
            club=self.club, name="Spring", starts_on=starts_on, ends_on=ends_on, **who
        )
        rules = rules_with(who="team", scoring={"name": "points"})
        seasons.set_rules(season=self.season, rules=rules, **who)
        wanted = [DivisionSettings(DIVISIONS[0], 0, 2), DivisionSettings(DIVISIONS[1], 1, 0)]
        seasons.set_divisions(season=self.season, divisions=wanted, **who)
        self.events = {
            name: self._announce(name, number, who)
            for number, name in enumerate(DIVISIONS, start=1)
        }

    def _announce(self, name: str, division: int, who: dict[str, Any]) -> Event:
        event = seasons.create_event(
            division=division,
            is_checked=False,
            club=self.club,
            name=name,
            season=self.season,
            starts_on=self.season.starts_on,
            **PLAYED,
            **who,
        )
        return events.open_event(event=event, **who)

    def register_players(self, name: str, people: list[User], at: datetime) -> None:
        one = self.clubs[name]
        own = one.club.players.filter(user__in=people)
        page = reverse("desk:association_players", args=[one.club.slug, self.club.slug])
        press(
            one.owner, page, at, action="register", players=list(own.values_list("pk", flat=True))
        )

    def ask_for_transfer(self, user: User, to: str, at: datetime) -> None:
        """A club wants a player who is registered for another one."""
        one = self.clubs[to]
        known = Registration.objects.get(season=self.season, player__user=user, ended_at=None)
        own = make_player(one.club, user.name, user=user)
        page = reverse("desk:association_players", args=[one.club.slug, self.club.slug])
        typed = {"action": "transfer", "registration": known.pk, "home_player": own.pk}
        press(one.owner, page, at, **typed)

    def consent_to_transfers(self, at: datetime) -> None:
        page = self.desk("association_registrations")
        for asked in Transfer.objects.filter(season=self.season, state="asked"):
            press(self.sue, page, at, action="consent", row=asked.pk)

    def enter_teams(self, at: datetime) -> None:
        """Each club enters its first team in the first division, its second in the other."""
        for name, one in self.clubs.items():
            for letter, division in zip(LETTERS, DIVISIONS, strict=True):
                event = self.events[division]
                page = reverse(
                    "desk:association_entries", args=[one.club.slug, self.club.slug, event.slug]
                )
                players = [self.player(user).pk for user in one.team(letter)]
                named = f"{name} {letter}"
                press(one.owner, page, at, action="enter", name=named, players=players)

    def player(self, user: User) -> Player:
        """Return the association's player of an account."""
        return self.club.players.get(user=user)

    def start(self, at: datetime) -> None:
        """Draw all rounds of both divisions, and say where the teams are at home."""
        who: dict[str, Any] = {"by": Act(self.secretary, at)}
        for weekday, one in enumerate(self.clubs.values()):
            one.hall = Venue(club=one.club, name=f"{one.club.name} Hall", matches=2)
            records.save(one.hall, by=Act(actor=actor_of(one.owner), at=at))
            self._set_homes(one, weekday, who)
        for name, event in self.events.items():
            self.events[name] = events.start_event(event=event, **who)
            rounds.draw_rounds(stage=self.stage(name), **who)

    def _set_homes(self, one: ClubOfLeague, weekday: int, who: dict[str, Any]) -> None:
        assert one.hall is not None
        terms = HomeTerms(venue=one.hall, weekdays=(weekday,), begins_at=time(19))
        for event in self.events.values():
            entry = event.entries.get(of_club__club=one.club)
            match_dates.set_homes(event=event, homes={entry: terms}, **who)

    def put_into_divisions(self, withdrawn: str, at: datetime) -> None:
        """Say which team is in which division, and which club withdrew: signing needs both."""
        keys = {one.full: key for key, one in season_sheet(self.season).names.items()}
        placings = {
            keys[f"{club} {letter}"]: Placing(division=number, has_withdrawn=club == withdrawn)
            for number, letter in enumerate(LETTERS, start=1)
            for club in CLUBS
        }
        seasons.place_competitors(season=self.season, placings=placings, by=Act(self.secretary, at))

    # Who and what is where.

    def stage(self, division: str) -> Stage:
        return Stage.objects.select_related("event__club").get(event=self.events[division])

    def team(self, name: str) -> list[User]:
        club, _space, letter = name.rpartition(" ")
        return self.clubs[club].team(letter)

    def teams(self, *names: str) -> list[User]:
        return [user for name in names for user in self.team(name)]

    def entry(self, name: str) -> Entry:
        return Entry.objects.select_related("event__club").get(event__season=self.season, name=name)

    def captain(self, name: str) -> User:
        found = captain_of(self.entry(name))
        assert found is not None
        assert found.user is not None
        return found.user

    def match(self, one: str, other: str) -> Match:
        """Return the match of two teams as it is now."""
        (found,) = [match for match in self.matches_of(one) if other in match.names]
        return found

    def matches_of(self, team: str) -> list[Match]:
        """Return the matches that a team has, played or not, by round."""
        placed = Placement.objects.filter(entry=self.entry(team), table__isnull=False)
        rows = placed.select_related("round__stage__event__club", "table")
        return [
            match_at(placement.round, placement.table.number)
            for placement in rows.order_by("round__number")
            if placement.table is not None
        ]

    def matches(self, division: str) -> list[Match]:
        """Return the matches of a division by round and number."""
        found = []
        for round in self.stage(division).rounds.order_by("number"):
            of_stage = Round.objects.select_related("stage__event__club").get(pk=round.pk)
            numbers = of_stage.tables.order_by("number").values_list("number", flat=True)
            found += [match_at(of_stage, number) for number in numbers]
        return found

    def date(self, match: Match) -> MatchDate:
        return MatchDate.objects.get(round=match.round, number=match.number)

    def at_home(self, match: Match) -> str:
        return match.names[self.date(match).home_side or 0]
