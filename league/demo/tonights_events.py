"""Tonight at the club: three rounds of Pitch played, and prepared deals, some still hidden."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.demo.playing import begin, play_round, play_table
from league.foundation.journal.actor import Act, Actor
from league.play.events import services as events
from league.play.events.models import EntryKind, Event, TablePlay
from league.play.prepared import services as prepared
from league.play.rounds import services as rounds
from league.play.rounds.models import Round


def play_pitch(
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
        by=Act(desk, began),
    )
    stage = begin(event, [[player] for player in players], desk, began)
    for number in (1, 2, 3):
        (round,) = rounds.draw_rounds(stage=stage, number=number, by=Act(desk, began))
        play_round(round, rng, desk, began + timedelta(minutes=30 * (number - 1)), minutes=3)
    (round,) = rounds.draw_rounds(stage=stage, number=4, by=Act(desk, now - timedelta(minutes=20)))
    _begin_round(round, rng, desk, now - timedelta(minutes=15))
    return event


def _begin_round(round: Round, rng: Random, desk: Actor, at: datetime) -> None:
    """One table is done, one waits for the other side to agree, the rest have just sat down."""
    rounds.open_round(round=round, by=Act(desk, at))
    tables = list(round.tables.order_by("number"))
    play_table(tables[0], rng, at=at, minutes=2)
    play_table(tables[1], rng, at=at, minutes=3, most=3, confirm=False)


# Tonight's other event: everybody plays the same prepared deals, and some are still hidden.


def play_same_cards(
    club: Club,
    pairs: Sequence[Sequence[Player]],
    rng: Random,
    desk: Actor,
    now: datetime,
) -> Event:
    """Four pairs at two tables: the first round is over, in the second one table has played."""
    began = now - timedelta(hours=1)
    event = events.create_event(
        club=club,
        name=_("Same cards for all"),
        slug="same-cards",
        starts_on=began.date(),
        variant="double-deck-pinochle",
        entry_kind=EntryKind.PAIR,
        format="howell",
        stage_options={"prepared_deals": True},
        table_play=TablePlay.DEALS,
        deals_a_round=2,
        method={"name": "matchpoints"},
        by=Act(desk, began),
    )
    stage = begin(event, pairs, desk, began)
    prepared.prepare(stage=stage, seed=rng.randbytes(32).hex(), by=Act(desk, began))
    first, second, *_later = rounds.draw_rounds(stage=stage, by=Act(desk, began))
    play_round(first, rng, desk, began)
    rounds.open_round(round=second, by=Act(desk, began + timedelta(minutes=30)))
    done = second.tables.order_by("-number")[0]
    play_table(done, rng, at=began + timedelta(minutes=31))
    return event
