"""A club to look at: a league with its whole season, evenings of each game, one in full swing.

Everything goes through the services people use; every deal was played by the engine card by card.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from league.clubs import services as clubs
from league.clubs.models import Club, Player, PublicName, Role, User
from league.demo.evenings import play_round, play_table
from league.demo.other_games import play_other_games
from league.demo.people import PAIRS, SINGLES, Person
from league.demo.season import count_season
from league.events import services as events
from league.events.models import EntryKind, Event, Season, TablePlay
from league.journal.actor import Actor
from league.rounds import services as rounds
from league.rounds.models import Round

SLUG = "harbour"
PASSWORD = "trumps-are-hearts"  # noqa: S105  printed by `make run`: the demo is open to all
TIME_ZONE = ZoneInfo("Europe/London")
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody to sign in as."""

    email: str
    name: str
    role: Role


ACCOUNTS = (
    Account("owner@demo.example", "Olive Harbour", Role.OWNER),
    Account("director@demo.example", "Desmond Reyes", Role.DIRECTOR),
    Account("scorer@demo.example", "Sylvia Chen", Role.SCORER),
    Account("player@demo.example", "Ada Whitlock", Role.PLAYER),
)


def demo_exists() -> bool:
    return Club.objects.filter(slug=SLUG).exists()


@transaction.atomic  # whole or not at all, and no wait for the disk after each deal
def build_demo(*, now: datetime, seed: int = 20) -> Club:
    """Make the demo club as it stands `now`: the league's last night was three weeks ago."""
    rng = Random(seed)  # noqa: S311  cards of a demo
    began = (now - timedelta(weeks=12)).astimezone(TIME_ZONE).replace(hour=19, minute=0, second=0)
    club, desk = _found_club(began)
    people = [person for pair in PAIRS for person in pair] + list(SINGLES)
    players = [
        _player(club, person, number, desk, began) for number, person in enumerate(people, 1)
    ]
    _link_account(players[0], desk, began)
    _house_rules(club, desk, began)
    season = _season(club, desk, began)
    pairs = list(zip(players[0 : 2 * len(PAIRS) : 2], players[1 : 2 * len(PAIRS) : 2], strict=True))
    _pairs_league(club, season, pairs, rng, desk, first_night=began + WEEK)
    play_other_games(club, season, players, rng, desk, began + 4 * WEEK)
    count_season(season, players, desk, began + 9 * WEEK)
    _pitch_evening(club, [*players[2:10], *players[2 * len(PAIRS) :]], rng, desk, now)
    return club


def _found_club(at: datetime) -> tuple[Club, Actor]:
    users = {
        account.role: User.objects.create_user(account.email, PASSWORD, name=account.name)
        for account in ACCOUNTS
    }
    owner = users[Role.OWNER]
    club = clubs.create_club(
        name="Harbour Street Card Club",
        slug=SLUG,
        time_zone=TIME_ZONE.key,
        language="en",
        where_we_play="Sailors’ Hall, 3 Quay Street",
        when_we_play="Fridays at 7 pm; come ten minutes earlier and bring a friend",
        owner=owner,
        actor=Actor(user_id=owner.pk, name=owner.name, via="desk"),
        at=at,
    )
    for role, user in users.items():
        if role != Role.OWNER:
            clubs.add_member(
                club=club,
                user=user,
                role=role,
                actor=Actor(user_id=owner.pk, name=owner.name, via="desk"),
                at=at,
            )
    director = users[Role.DIRECTOR]
    return club, Actor(user_id=director.pk, name=director.name, via="desk")


def _player(club: Club, person: Person, number: int, desk: Actor, at: datetime) -> Player:
    return clubs.add_player(
        club=club,
        name=person.name,
        sort_name=person.sort_name,
        member_number=str(100 + number),
        public_name=PublicName.INITIALS if person.initials else PublicName.FULL,
        actor=desk,
        at=at,
    )


def _link_account(player: Player, desk: Actor, at: datetime) -> None:
    user = User.objects.get(email=ACCOUNTS[-1].email)
    clubs.link_player_to_account(player=player, user=user, actor=desk, at=at)


def _season(club: Club, desk: Actor, at: datetime) -> Season:
    return events.add_season(
        club=club,
        name=_("Autumn %(year)d") % {"year": at.year},
        starts_on=at.date(),
        ends_on=(at + 12 * WEEK).date(),
        actor=desk,
        at=at,
    )


def _pairs_league(
    club: Club,
    season: Season,
    pairs: Sequence[tuple[Player, Player]],
    rng: Random,
    desk: Actor,
    *,
    first_night: datetime,
) -> Event:
    """Eight pairs, everybody against everybody, one round a week, four deals a table."""
    start = first_night - WEEK
    event = events.create_event(
        club=club,
        season=season,
        name=_("Double-deck pairs league"),
        slug="pairs-league",
        starts_on=first_night.date(),
        variant="double-deck-pinochle",
        entry_kind=EntryKind.PAIR,
        format="round_robin",
        table_play=TablePlay.DEALS,
        deals_a_round=4,
        method={"name": "match_points", "win": 2, "draw": 1, "loss": 0},
        tiebreaks=["head_to_head", "point_difference", "points_for", "wins"],
        actor=desk,
        at=start,
    )
    events.open_event(event=event, actor=desk, at=start)
    for pair in pairs:
        events.add_entry(event=event, players=list(pair), actor=desk, at=start)
    events.start_event(event=event, actor=desk, at=start)
    event.refresh_from_db()
    stage = event.stages.get()
    drawn = rounds.draw_rounds(
        stage=stage,
        deadlines={
            number: first_night + (number - 1) * WEEK + timedelta(hours=4)
            for number in range(1, len(pairs))
        },
        actor=desk,
        at=start,
    )
    for week, round in enumerate(drawn):
        night = first_night + week * WEEK
        play_round(round, rng, desk, night)
    events.finish_event(event=event, actor=desk, at=first_night + 7 * WEEK)
    return event


def _pitch_evening(
    club: Club, players: Sequence[Player], rng: Random, desk: Actor, now: datetime
) -> Event:
    """Thirteen people at tables of four and five: three rounds played, the fourth open."""
    began = now - timedelta(hours=2)
    event = events.create_event(
        club=club,
        name=_("Friday Pitch"),
        slug="friday-pitch",
        starts_on=began.date(),
        variant="pitch",
        entry_kind=EntryKind.INDIVIDUAL,
        format="individual_tables",
        rounds_planned=6,
        least_seats=3,
        most_seats=5,
        table_play=TablePlay.DEALS,
        deals_a_round=5,
        method={"name": "total_points"},
        tiebreaks=["wins", "average"],
        actor=desk,
        at=began,
    )
    events.open_event(event=event, actor=desk, at=began)
    for player in players:
        events.add_entry(event=event, players=[player], actor=desk, at=began)
    events.start_event(event=event, actor=desk, at=began)
    event.refresh_from_db()
    stage = event.stages.get()
    for number in (1, 2, 3):
        (round,) = rounds.draw_rounds(stage=stage, number=number, actor=desk, at=began)
        play_round(round, rng, desk, began + timedelta(minutes=30 * (number - 1)), minutes=3)
    (round,) = rounds.draw_rounds(stage=stage, number=4, actor=desk, at=now - timedelta(minutes=20))
    _begin_round(round, rng, desk, now - timedelta(minutes=15))
    return event


def _begin_round(round: Round, rng: Random, desk: Actor, at: datetime) -> None:
    """One table is done, one waits for the other side to agree, the rest have just sat down."""
    rounds.open_round(round=round, actor=desk, at=at)
    tables = list(round.tables.order_by("number"))
    play_table(tables[0], rng, at=at, minutes=2)
    play_table(tables[1], rng, at=at, minutes=3, most=3, confirm=False)


def _house_rules(club: Club, desk: Actor, at: datetime) -> None:
    """What the club plays on Fridays: a set of its own, for the wall and for the next event."""
    clubs.add_house_rules(
        club=club,
        name=_("Friday rules"),
        variant="pitch",
        preset="standard",
        options={"min_bid": 2, "dealer_steal": "any", "all_pass": "dealer_forced"},
        actor=desk,
        at=at,
    )
