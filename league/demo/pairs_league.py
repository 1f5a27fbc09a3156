"""The club's league: a whole season of it, over since three weeks."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.demo.playing import begin, play_round
from league.events import services as events
from league.events.models import EntryKind, Event, Season, TablePlay
from league.journal.actor import Actor
from league.rounds import services as rounds

WEEK = timedelta(days=7)


def play_league(
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
    stage = begin(event, pairs, desk, start)
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
