"""An evening in full swing: three rounds played, the fourth on the tables."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.demo.playing import begin, play_round, play_table
from league.events import services as events
from league.events.models import EntryKind, Event, TablePlay
from league.journal.actor import Actor
from league.rounds import services as rounds
from league.rounds.models import Round


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
        actor=desk,
        at=began,
    )
    stage = begin(event, [[player] for player in players], desk, began)
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
