"""Tonight's other event: everybody plays the same prepared deals, and some are still hidden."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.demo.playing import begin, play_round, play_table
from league.events import services as events
from league.events.models import EntryKind, Event, TablePlay
from league.journal.actor import Actor
from league.prepared import services as prepared
from league.rounds import services as rounds


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
        actor=desk,
        at=began,
    )
    stage = begin(event, pairs, desk, began)
    prepared.prepare(stage=stage, seed=rng.randbytes(32).hex(), actor=desk, at=began)
    first, second, *_later = rounds.draw_rounds(stage=stage, actor=desk, at=began)
    play_round(first, rng, desk, began)
    rounds.open_round(round=second, actor=desk, at=began + timedelta(minutes=30))
    done = second.tables.order_by("-number")[0]
    play_table(done, rng, at=began + timedelta(minutes=31))
    return event
