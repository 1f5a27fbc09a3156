"""The club's league: a whole season of it, over since three weeks."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.demo.money import set_league_terms, settle_league
from league.demo.playing import begin, play_round
from league.foundation.journal.actor import Actor
from league.play.events import services as events
from league.play.events.models import EntryKind, EntryMember, Event, Season, TablePlay
from league.play.rounds import services as rounds
from league.play.rounds.models import Round, RoundState

SLUG = "pairs-league"
WEEK = timedelta(days=7)
NIGHT_OF_A_COLD = 3


def found_league(
    club: Club,
    season: Season,
    pairs: Sequence[tuple[Player, Player]],
    desk: Actor,
    *,
    first_night: datetime,
) -> Event:
    """Eight pairs, everybody against everybody, one round a week, four deals a table; all drawn."""
    start = first_night - WEEK
    event = events.create_event(
        club=club,
        season=season,
        name=_("Double-deck pairs league"),
        slug=SLUG,
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
    set_league_terms(event, desk, start)
    stage = begin(event, pairs, desk, start)
    deadlines = {
        number: first_night + (number - 1) * WEEK + timedelta(hours=4)
        for number in range(1, len(pairs))
    }
    rounds.draw_rounds(stage=stage, deadlines=deadlines, actor=desk, at=start)
    return event


def play_night(
    event: Event, number: int, rng: Random, desk: Actor, *, first_night: datetime
) -> None:
    """Play a round of the league in its week; the league is over with the last one."""
    drawn = Round.objects.filter(stage__event=event)
    night = first_night + (number - 1) * WEEK
    round = drawn.get(number=number)
    if number == NIGHT_OF_A_COLD:
        _seat_substitute(round, desk, night)
    play_round(round, rng, desk, night)
    if not drawn.exclude(state=RoundState.CLOSED).exists():
        events.finish_event(event=event, actor=desk, at=night + WEEK)
        settle_league(event, desk, night + WEEK)


def _seat_substitute(round: Round, desk: Actor, at: datetime) -> None:
    """Somebody without a partner stands in at the first table, as the director decides."""
    paired = EntryMember.objects.filter(event=round.stage.event_id).values("player")
    club = round.stage.event.club
    guest = club.players.filter(merged_into=None).exclude(pk__in=paired).order_by("pk").first()
    table = round.tables.order_by("number").first()
    assert guest is not None  # noqa: S101  five people play alone
    assert table is not None  # noqa: S101  eight pairs play
    rounds.seat_substitute(
        seat=table.seats.order_by("number")[0],
        player=guest,
        exception=_("A cold, and nobody wanted to wait."),
        actor=desk,
        at=at,
    )
