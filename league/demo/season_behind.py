"""The season behind the demo club, evening by evening, so that one can look while it is played.

Each evening is there whole or not at all, and has cards of its own: whoever goes on after an
interruption plays just what a season played at once would have been.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

from league.clubs.models import Club, Member, Player, Role
from league.demo import county_league, swiss, town_league
from league.demo.club import (
    BEGIN_AT,
    PAIRS,
    SEED,
    SINGLES,
    SLUG,
    TIME_ZONE,
    WEEK,
    count_season,
    demo_exists,
    pairs_of,
)
from league.demo.other_games import EVENINGS, play_other_game
from league.foundation.journal.actor import Actor
from league.play.events.models import Event, Season
from league.play.rounds.models import Round, RoundState

NIGHTS = len(PAIRS) - 1  # of the league: everybody against everybody


@dataclass(frozen=True, slots=True)
class Progress:
    """So many of the season's evenings are over."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Evening:
    """One that is played whole: `name` gives it its cards, `is_over` asks the database."""

    name: str
    is_over: Callable[[], bool]
    play: Callable[[Random], object]


@dataclass(frozen=True, slots=True)
class Behind:
    """The club whose season is played: its people in their order, and when the season began."""

    club: Club
    season: Season
    players: Sequence[Player]
    desk: Actor
    began: datetime


def season_to_play() -> Season | None:
    """Return the demo's season while it is not over: it is counted on its last evening."""
    if not demo_exists():
        return None
    # people of the demo may add others
    season = Season.objects.filter(club__slug=SLUG).order_by("pk").first()
    return None if season is None or season.divisions.exists() else season


def progress_now() -> Progress | None:
    """Return how far the season is; None when there is none to play."""
    season = season_to_play()
    if season is None:
        return None
    evenings = evenings_of(_behind(season))
    return Progress(sum(evening.is_over() for evening in evenings), len(evenings))


def play_on() -> Iterator[Progress]:
    """Play what is left of the season; each evening is committed before its progress is yielded."""
    season = season_to_play()
    if season is None:
        return
    evenings = evenings_of(_behind(season))
    for number, evening in enumerate(evenings, start=1):
        _play_once(season.club, evening)
        yield Progress(number, len(evenings))


@transaction.atomic
def _play_once(club: Club, evening: Evening) -> None:
    # another process that plays the same season waits here, and finds the evening over
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if not evening.is_over():
        evening.play(Random(f"{SEED} {evening.name}"))  # noqa: S311  cards of a demo


def evenings_of(behind: Behind) -> list[Evening]:
    """Return all evenings of the season in the order in which they are shown: the tour's first."""
    first, *later = [_league_night(behind, number) for number in range(1, NIGHTS + 1)]
    others = [_other_game(behind, week) for week in range(len(EVENINGS))]
    town = [_town_league(behind, week) for week in range(1, town_league.WEEKS_PLAYED + 1)]
    county = _county_league(behind)
    return [first, _cup(behind), *later, *town, county, _swiss(behind), *others, _count(behind)]


def _behind(season: Season) -> Behind:
    director = Member.objects.get(club=season.club, role=Role.DIRECTOR).user
    return Behind(
        club=season.club,
        season=season,
        players=_own_people(season.club),
        desk=Actor(user_id=director.pk, name=director.name, via="desk"),
        began=datetime.combine(season.starts_on, BEGIN_AT, TIME_ZONE),
    )


def _own_people(club: Club) -> list[Player]:
    """Return the club's people; those of other clubs, whom its league lists, come after them."""
    rows = club.players.filter(merged_into=None).order_by("pk")
    return list(rows[: 2 * len(PAIRS) + len(SINGLES)])


def _has_event(behind: Behind, slug: str) -> bool:
    return Event.objects.filter(club=behind.club, slug=slug).exists()


def _league_night(behind: Behind, number: int) -> Evening:
    first_night = behind.began + WEEK

    def is_over() -> bool:
        nights = Round.objects.filter(stage__event__club=behind.club, number=number)
        return nights.filter(stage__event__slug=town_league.SLUG, state=RoundState.CLOSED).exists()

    def play(rng: Random) -> None:
        event = Event.objects.filter(club=behind.club, slug=town_league.SLUG).first()
        event = event or town_league.found_league(
            behind.club,
            behind.season,
            pairs_of(behind.players),
            behind.desk,
            first_night=first_night,
        )
        town_league.play_night(event, number, rng, behind.desk, first_night=first_night)

    return Evening(f"{town_league.SLUG} {number}", is_over, play)


def _town_league(behind: Behind, week: int) -> Evening:
    monday = behind.began + 7 * WEEK - timedelta(days=behind.began.weekday())
    return Evening(
        f"town-league {week}",
        lambda: town_league.week_is_over(behind.club, week),
        lambda rng: town_league.play_week(
            behind.club,
            week,
            rng,
            behind.desk,
            first_monday=monday,
            at=monday + week * WEEK - timedelta(days=3),
        ),
    )


def _county_league(behind: Behind) -> Evening:
    # as it stands in the week of the last evenings
    return Evening(
        county_league.LEAGUE,
        lambda: Event.objects.filter(slug=county_league.LEAGUE).exists(),
        lambda rng: county_league.play(behind.club, rng, behind.desk, now=timezone.now()),
    )


def _cup(behind: Behind) -> Evening:
    pairs, night = pairs_of(behind.players)[::-1], behind.began + 10 * WEEK
    return Evening(
        county_league.CUP_SLUG,
        lambda: _has_event(behind, county_league.CUP_SLUG),
        lambda rng: county_league.play_cup(behind.club, pairs, rng, behind.desk, night),
    )


def _swiss(behind: Behind) -> Evening:
    pairs, night = pairs_of(behind.players)[2:8], behind.began + 8 * WEEK
    return Evening(
        swiss.SLUG,
        lambda: _has_event(behind, swiss.SLUG),
        lambda rng: swiss.play_swiss(behind.club, pairs, rng, behind.desk, night),
    )


def _other_game(behind: Behind, week: int) -> Evening:
    slug, night = EVENINGS[week].slug, behind.began + 4 * WEEK
    return Evening(
        slug,
        lambda: _has_event(behind, slug),
        lambda rng: play_other_game(
            week, behind.club, behind.season, behind.players, rng, behind.desk, night
        ),
    )


def _count(behind: Behind) -> Evening:
    return Evening(
        "prize-giving",
        lambda: season_to_play() is None,
        lambda _rng: count_season(
            behind.season, behind.players, behind.desk, behind.began + 9 * WEEK
        ),
    )
