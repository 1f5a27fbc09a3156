"""An evening of each of the other games: two rounds at a few tables, played to the last card."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy

from games import services as games
from league.clubs import services as clubs
from league.clubs.models import Club, Player
from league.demo.playing import begin, play_round
from league.foundation.journal.actor import Act, Actor
from league.play.events import services as events
from league.play.events.models import EntryKind, Event, Season, TablePlay
from league.play.rounds import services as rounds

ROUNDS = 2
NIGHT_OF_A_DOUBLE = "two-handed-pinochle"
_in_words = lazy(games.render_sentence, str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """An event of one evening. `entries` compete, each of `together` players."""

    slug: str
    name: str | Promise
    variant: str
    preset: str
    entry_kind: EntryKind
    format: str
    seats: int
    entries: int
    together: int
    deals: int


# what is played in the club's league, and in its evening in progress
PLAYED_ELSEWHERE = ("double-deck-pinochle", "pitch")
NAMED = (
    Evening(
        slug="fifty-six-cup",
        name=gettext_lazy("Fifty-Six cup"),
        variant="fifty-six",
        preset="standard",
        entry_kind=EntryKind.TEAM,
        format="round_robin",
        seats=6,
        entries=4,
        together=3,
        deals=3,
    ),
    Evening(
        slug="pedro-pairs",
        name=gettext_lazy("Pedro pairs"),
        variant="pedro",
        preset="standard",
        entry_kind=EntryKind.PAIR,
        format="round_robin",
        seats=4,
        entries=4,
        together=2,
        deals=3,
    ),
    Evening(
        slug="partnership-pinochle",
        name=gettext_lazy("Partnership pinochle night"),
        variant="partnership-pinochle",
        preset="pagat",
        entry_kind=EntryKind.PAIR,
        format="round_robin",
        seats=4,
        entries=4,
        together=2,
        deals=3,
    ),
    Evening(
        slug="three-handed-pinochle",
        name=gettext_lazy("Three-handed pinochle night"),
        variant="three-handed-pinochle",
        preset="bga",
        entry_kind=EntryKind.INDIVIDUAL,
        format="individual_tables",
        seats=3,
        entries=6,
        together=1,
        deals=3,
    ),
    Evening(
        slug="two-handed-pinochle",
        name=gettext_lazy("Two-handed pinochle round robin"),
        variant="two-handed-pinochle",
        preset="bicycle",
        entry_kind=EntryKind.INDIVIDUAL,
        format="round_robin",
        seats=2,
        entries=4,
        together=1,
        deals=2,
    ),
)


def usual_evening(game: games.VariantInfo) -> Evening:
    """Return an evening of two tables by the usual rules of a game, called by its name."""
    ruleset = games.ruleset(game.id, None, None, game.usual_players)
    together = ruleset.players // ruleset.sides
    kinds = {1: EntryKind.INDIVIDUAL, 2: EntryKind.PAIR}
    evening = Evening(
        slug=game.id,
        name=_in_words(game.label),
        variant=game.id,
        preset=ruleset.preset,
        entry_kind=kinds.get(together, EntryKind.TEAM),
        format="round_robin",
        seats=ruleset.players,
        entries=2 * ruleset.sides,
        together=together,
        deals=3,
    )
    return evening if ruleset.sides == 2 else replace(evening, format="individual_tables")


_NAMED_HERE = {*PLAYED_ELSEWHERE, *(evening.variant for evening in NAMED)}
EVENINGS = (
    *NAMED,
    *(usual_evening(game) for game in games.variants() if game.id not in _NAMED_HERE),
)


def play_other_game(
    week: int,
    club: Club,
    season: Season,
    players: Sequence[Player],
    rng: Random,
    desk: Actor,
    first_night: datetime,
) -> Event:
    """Play an evening of EVENINGS, one a week, each with other people of the club."""
    evening = EVENINGS[week]
    start = (week * 3) % len(players)
    present = [*players[start:], *players[:start]][: evening.entries * evening.together]
    night = first_night + timedelta(weeks=week)
    if evening.slug == NIGHT_OF_A_DOUBLE:
        return _play_with_a_double(club, season, evening, present, rng, desk, night)
    return _play(club, season, evening, present, rng, desk, night)


def _play_with_a_double(
    club: Club,
    season: Season,
    evening: Evening,
    players: list[Player],
    rng: Random,
    desk: Actor,
    at: datetime,
) -> Event:
    """The first player is entered as somebody new, by half the name, and merged afterwards."""
    known, *others = players
    double = clubs.add_player(club=club, name=known.name.split()[0], by=Act(desk, at))
    event = _play(club, season, evening, [double, *others], rng, desk, at)
    clubs.merge_players(stays=known, goes=double, by=Act(desk, at + timedelta(days=1)))
    return event


def _play(
    club: Club,
    season: Season,
    evening: Evening,
    players: Sequence[Player],
    rng: Random,
    desk: Actor,
    at: datetime,
) -> Event:
    event = events.create_event(
        club=club,
        season=season,
        name=str(evening.name),
        slug=evening.slug,
        starts_on=at.date(),
        variant=evening.variant,
        preset=evening.preset,
        entry_kind=evening.entry_kind,
        format=evening.format,
        rounds_planned=ROUNDS,
        least_seats=evening.seats,
        most_seats=evening.seats,
        table_play=TablePlay.DEALS,
        deals_a_round=evening.deals,
        method={"name": "total_points"},
        tiebreaks=["wins"],
        by=Act(desk, at),
    )
    entries = [
        players[first : first + evening.together]
        for first in range(0, len(players), evening.together)
    ]
    stage = begin(event, entries, desk, at)
    for number in range(1, ROUNDS + 1):
        begins = at + timedelta(minutes=40 * (number - 1))
        rounds.draw_rounds(stage=stage, number=number, by=Act(desk, begins))
        play_round(stage.rounds.get(number=number), rng, desk, begins, minutes=6)
    return events.finish_event(event=event, by=Act(desk, at + timedelta(hours=3)))
