"""A club to look at: its people, evenings in full swing, things to come.

The season behind it is played afterwards (season_behind.py), while one looks.

Everything goes through the services people use; every deal was played by the engine card by card.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from decimal import Decimal
from io import BytesIO
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from league.clubs import services as clubs
from league.clubs.logos import read_logo
from league.clubs.models import Club, Member, Player, PublicName, Role, User
from league.demo.money import (
    ask_to_stand_in,
    begin_in_groups,
    invite_to_sign_up,
    open_kitty,
    take_note_of_who_is_here,
)
from league.demo.tonights_events import play_pitch, play_same_cards
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.journal.actor import Act, Actor
from league.play.events import services as events
from league.play.events.models import Season
from league.play.prepared.services import make_weekly_deals
from league.tables.seasons import services as seasons
from league.tables.seasons.methods import HandicapRules, Rules, rules_as_json
from league.tables.seasons.services import DivisionSettings

# The people of the demo club. All names are made up.


class Person(NamedTuple):
    name: str
    sort_name: str = ""
    initials: bool = False


PAIRS: tuple[tuple[Person, Person], ...] = (
    (Person("Ada Whitlock", "Whitlock Ada"), Person("Ben Castell", "Castell Ben")),
    (Person("Clara Novak", "Novak Clara"), Person("Dieter Brandt", "Brandt Dieter")),
    (Person("Elsie Marlow", "Marlow Elsie"), Person("Frank Odell", "Odell Frank")),
    (Person("Grace Tanaka", "Tanaka Grace"), Person("Hiro Matsuda", "まつだ ひろ")),
    (Person("Ines Duarte", "Duarte Ines"), Person("Joe Pickering", "Pickering Joe")),
    (Person("Kate Lindqvist", "Lindqvist Kate"), Person("Louis Ferrand", "Ferrand Louis")),
    (Person("佐藤 美咲", "さとう みさき"), Person("鈴木 健太", "すずき けんた")),
    (Person("Nora Beckett", "Beckett Nora", initials=True), Person("Oscar Flynn", "Flynn Oscar")),
)

SINGLES: tuple[Person, ...] = (
    Person("Pearl Hoskins", "Hoskins Pearl"),
    Person("Quentin Ashby", "Ashby Quentin"),
    Person("Ruth Okafor", "Okafor Ruth"),
    Person("Sam Delaney", "Delaney Sam"),
    Person("Tess Moreau", "Moreau Tess"),
)


SLUG = "harbour"
PASSWORD = "trumps-are-hearts"  # noqa: S105  printed by `make run`: the demo is open to all
TIME_ZONE = ZoneInfo("Europe/London")
BEGIN_AT = time(19, 0)  # of an evening of the club
SEED = 20
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
    Account("captain@demo.example", "Amos Pender", Role.PLAYER),
)


INVITED = "newcomer@demo.example"


def demo_exists() -> bool:
    """Return whether the club of that address is the demo's: its owner is."""
    return bool(OWNER_OF_DEMO())


OWNER_OF_DEMO = CompiledQuery(
    lambda _value: Member.objects.filter(
        club__slug=SLUG, user__email=ACCOUNTS[0].email
    ).values_list("pk")[:1]
)


@transaction.atomic  # whole or not at all, and no wait for the disk after each deal
def open_demo(*, now: datetime, seed: int = SEED) -> Club:
    """Make the demo club as it stands `now`, with tonight's evenings; the season is played behind.

    `season_behind.play_on` plays it.
    """
    rng = Random(seed)  # noqa: S311  cards of a demo
    began = (now - timedelta(weeks=12)).astimezone(TIME_ZONE).replace(hour=BEGIN_AT.hour, minute=0)
    club, desk = _found_club(began)
    people = [person for pair in PAIRS for person in pair] + list(SINGLES)
    players = [
        _player(club, person, number, desk, began) for number, person in enumerate(people, 1)
    ]
    link_account(players[0], desk, began)
    _house_rules(club, desk, began)
    _season(club, desk, began)
    open_kitty(club, desk, began)
    pairs, singles = pairs_of(players), players[2 * len(PAIRS) :]
    play_pitch(club, [*players[2:10], *singles], rng, desk, now)
    ask_to_stand_in(players[0], now)
    play_same_cards(club, [pairs[0], *pairs[5:]], rng, desk, now)
    _look_ahead(club, pairs, desk, now)
    make_weekly_deals(at=now)
    return club


def pairs_of(players: Sequence[Player]) -> list[tuple[Player, Player]]:
    """Return those of the club's people who play together, of all in their order."""
    together = players[: 2 * len(PAIRS)]
    return list(zip(together[::2], together[1::2], strict=True))


def _look_ahead(
    club: Club,
    pairs: Sequence[tuple[Player, Player]],
    desk: Actor,
    now: datetime,
) -> None:
    """What comes next, who stays tonight, and who is asked to join."""
    invite_to_sign_up(club, pairs[1:4], desk, now)
    begin_in_groups(club, pairs, desk, now)
    players = [player for pair in pairs for player in pair]
    take_note_of_who_is_here(club, players[2:9], desk, now.astimezone(TIME_ZONE))
    clubs.invite(
        club=club,
        email=INVITED,
        role=Role.SCORER,
        invited_by=User.objects.get(email=ACCOUNTS[0].email),
        by=Act(desk, now),
    )


def _found_club(at: datetime) -> tuple[Club, Actor]:
    users = {
        account: User.objects.create_user(account.email, PASSWORD, name=account.name)
        for account in ACCOUNTS
    }
    owner, director = (users[account] for account in ACCOUNTS[:2])
    club = clubs.create_club(
        name="Harbour Street Card Club",
        slug=SLUG,
        time_zone=TIME_ZONE.key,
        language="en",
        where_we_play="Sailors’ Hall, 3 Quay Street",
        when_we_play="Fridays at 7 pm; come ten minutes earlier and bring a friend",
        owner=owner,
        by=Act(Actor(user_id=owner.pk, name=owner.name, via="desk"), at),
    )
    for account, user in users.items():
        if account.role != Role.OWNER:
            clubs.add_member(
                club=club,
                user=user,
                role=account.role,
                by=Act(Actor(user_id=owner.pk, name=owner.name, via="desk"), at),
            )
    desk = Actor(user_id=director.pk, name=director.name, via="desk")
    give_look(club, desk, at)
    return club, desk


def _player(club: Club, person: Person, number: int, desk: Actor, at: datetime) -> Player:
    return clubs.add_player(
        club=club,
        name=person.name,
        sort_name=person.sort_name,
        member_number=str(100 + number),
        public_name=PublicName.INITIALS if person.initials else PublicName.FULL,
        by=Act(desk, at),
    )


def link_account(player: Player, desk: Actor, at: datetime) -> Player:
    """Link the player to the account of that name, and return the player with it."""
    email = next(account.email for account in ACCOUNTS if account.name == player.name)
    user = User.objects.get(email=email)
    return clubs.link_player_to_account(player=player, user=user, by=Act(desk, at))


def _season(club: Club, desk: Actor, at: datetime) -> Season:
    return events.add_season(
        club=club,
        name=_("Autumn %(year)d") % {"year": at.year},
        starts_on=at.date(),
        ends_on=(at + 12 * WEEK).date(),
        by=Act(desk, at),
    )


def _house_rules(club: Club, desk: Actor, at: datetime) -> None:
    """What the club plays on Fridays: a set of its own, for the wall and for the next event."""
    clubs.add_house_rules(
        club=club,
        name=_("Friday rules"),
        variant="pitch",
        preset="standard",
        options={"min_bid": 2, "dealer_steal": "any", "all_pass": "dealer_forced"},
        by=Act(desk, at),
    )


# The demo club's colours and its logo, drawn here: a spade over the water.

SEA, SHALLOWS, FOAM = "#123f5e", "#0b6e75", "#e9f4f8"
SIDE = 192
FINER = 4  # drawn larger and made smaller, so that its edges are smooth


def give_look(club: Club, desk: Actor, at: datetime) -> None:
    clubs.change_club(club=club, main_colour=SEA, accent_colour=SHALLOWS, by=Act(desk, at))
    clubs.set_logo(club=club, picture=read_logo(_logo()), by=Act(desk, at))


def _logo() -> bytes:
    """Return the logo as PNG; a unit is a hundredth of its side."""
    unit = SIDE * FINER / 100
    picture = Image.new("RGBA", (SIDE * FINER, SIDE * FINER))
    draw = ImageDraw.Draw(picture)

    def round_(x: float, y: float, radius: float, colour: str) -> None:
        box = [x - radius, y - radius, x + radius, y + radius]
        draw.ellipse([value * unit for value in box], fill=colour)

    def corners(*points: tuple[float, float], colour: str) -> None:
        draw.polygon([(x * unit, y * unit) for x, y in points], fill=colour)

    round_(50, 50, 49, SEA)
    corners((50, 14), (74, 44), (50, 58), (26, 44), colour=FOAM)
    round_(37, 48, 13, FOAM)
    round_(63, 48, 13, FOAM)
    corners((50, 50), (58, 70), (42, 70), colour=FOAM)
    for x in range(22, 79, 14):
        round_(x, 78, 8, FOAM)
        round_(x, 74, 8, SEA)
    out = BytesIO()
    picture.resize((SIDE, SIDE), Image.Resampling.LANCZOS).save(out, "PNG")
    return out.getvalue()


# The demo club's season: nights of six games feed one table, with divisions and handicaps.

RULES = Rules(best=3, handicap=HandicapRules(reference="best", most=4))


def count_season(season: Season, players: Sequence[Player], desk: Actor, at: datetime) -> None:
    """Say how the season is counted: the best three nights, in two divisions."""
    seasons.set_rules(season=season, rules=rules_as_json(RULES), by=Act(desk, at))
    seasons.set_divisions(
        season=season,
        divisions=[
            DivisionSettings(name=_("First division"), up=0, down=2),
            DivisionSettings(name=_("Second division"), up=2, down=0),
        ],
        by=Act(desk, at),
    )
    seasons.set_handicap(
        season=season,
        player=players[-1],
        value=Decimal("2.5"),
        from_day=season.starts_on,
        reason=_("Plays with two of her grandchildren in turn."),
        by=Act(desk, at),
    )
    half = len(players) // 2
    for number, theirs in enumerate((players[:half], players[half:]), start=1):
        seasons.add_competitors(season=season, players=theirs, division=number, by=Act(desk, at))
