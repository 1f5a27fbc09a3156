"""The club's cup: a knock-out of eight pairs, in the middle of its semi-finals.

It has what a cup has in a club: somebody did not come, a table ended level, a deal is disputed.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.demo.playing import begin, play_table
from league.foundation.journal.actor import Actor
from league.play.events import services as events
from league.play.events.models import EntryKind, Event, TablePlay
from league.play.results import services as results
from league.play.results.models import Submission
from league.play.rounds import services as rounds
from league.play.rounds.models import Round

SLUG = "harbour-cup"
WEEK = timedelta(days=7)


def play_cup(
    club: Club,
    pairs: Sequence[Sequence[Player]],
    rng: Random,
    desk: Actor,
    first_night: datetime,
) -> Event:
    """Play the quarter-finals and one of the semi-finals; a week for each."""
    event = events.create_event(
        club=club,
        name=_("Harbour cup"),
        slug=SLUG,
        starts_on=first_night.date(),
        variant="pedro",
        entry_kind=EntryKind.PAIR,
        format="knockout",
        stage_options={"third_place": True},
        table_play=TablePlay.DEALS,
        deals_a_round=2,
        method={"name": "total_points"},
        actor=desk,
        at=first_night,
    )
    stage = begin(event, pairs, desk, first_night)
    (quarter_finals,) = rounds.draw_rounds(stage=stage, number=1, actor=desk, at=first_night)
    _play_quarter_finals(quarter_finals, rng, desk, first_night)
    (semi_finals,) = rounds.draw_rounds(
        stage=stage,
        number=2,
        deadlines={2: first_night + 3 * WEEK},
        actor=desk,
        at=first_night + WEEK,
    )
    _play_semi_finals(semi_finals, rng, desk, first_night + 2 * WEEK)
    return event


def _play_quarter_finals(round: Round, rng: Random, desk: Actor, at: datetime) -> None:
    """Two tables play; at one they stop level and cut cards, at one nobody sits opposite."""
    rounds.open_round(round=round, actor=desk, at=at)
    one, level, deserted, other = round.tables.order_by("number")
    ended = [play_table(table, rng, at=at) for table in (one, other)]
    late = max(ended)
    reason = _("The hall closed before the last deal, with 14 points each.")
    results.award(table=level, points=[14, 14], reason=reason, actor=desk, at=late)
    reason = _("They cut the cards for it: a queen against a nine.")
    results.decide_level(table=level, side=0, reason=reason, by_lot=True, actor=desk, at=late)
    reason = _("Their car broke down on the way.")
    results.forfeit(table=deserted, absent=[1], reason=reason, actor=desk, at=late)
    rounds.close_round(round=round, actor=desk, at=late + timedelta(minutes=5))


def _play_semi_finals(round: Round, rng: Random, desk: Actor, at: datetime) -> None:
    """One table has played, and its losers dispute a deal; the other has a week left."""
    rounds.open_round(round=round, actor=desk, at=at)
    table = round.tables.order_by("number").first()
    assert table is not None  # noqa: S101  four pairs were left
    ended = play_table(table, rng, at=at)
    submission = Submission.objects.get(table=table, number=2)
    side = 1 - (submission.by_side or 0)
    player = table.seats.filter(placement__side=side).order_by("number")[0].player
    assert player is not None  # noqa: S101  all seats are taken
    results.dispute(
        submission=submission,
        side=side,
        reason=_("The pedro fell in our last trick: its five points are ours."),
        actor=Actor(players=(player.pk,), name=player.name, via="table"),
        at=ended + timedelta(minutes=2),
    )
