"""A Swiss event whose three rounds are over; its final of four is drawn and not yet open."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random
from uuid import UUID

from django.utils.translation import gettext as _

from league.clubs.models import Club, Player
from league.demo.playing import begin, play_round
from league.foundation.journal.actor import Act, Actor
from league.foundation.records import services as records
from league.play.events import services as events
from league.play.events.models import EntryKind, Event, Stage, TablePlay, Takes
from league.play.rounds import services as rounds
from league.play.rounds.models import ByeRequest, ByeWorth
from league.tables.standings import services as standings
from league.tables.standings.play_off_facts import level_now

SLUG = "wednesday-swiss"
WEEK = timedelta(days=7)
ROUNDS = 3
KEY = UUID("0d6c1c0e-4d4e-4c39-9a20-6b6f7d6f3c11")


def play_swiss(
    club: Club,
    pairs: Sequence[Sequence[Player]],
    rng: Random,
    desk: Actor,
    first_night: datetime,
) -> Event:
    """Play a deal a table each week; a pair is away in the second one, and some end level."""
    event = events.create_event(
        club=club,
        name=_("Wednesday Swiss"),
        slug=SLUG,
        starts_on=first_night.date(),
        variant="partnership-pinochle",
        preset="pagat",
        entry_kind=EntryKind.PAIR,
        format="swiss",
        rounds_planned=ROUNDS,
        table_play=TablePlay.DEALS,
        deals_a_round=1,
        method={"name": "match_points", "win": 2, "draw": 1, "loss": 0},
        tiebreaks=["play_off"],
        by=Act(desk, first_night),
    )
    final = events.add_stage(
        event=event,
        format="knockout",
        name=_("Final"),
        takes=Takes.TOP,
        places=4,
        by=Act(desk, first_night),
    )
    stage = begin(event, pairs, desk, first_night)
    away = event.entries.get(number=len(pairs))
    asked = ByeRequest(stage=stage, entry=away, round_number=2, worth=ByeWorth.HALF)
    records.save(asked, by=Act(desk, first_night))
    for week in range(ROUNDS):
        night = first_night + week * WEEK
        (round,) = rounds.draw_rounds(stage=stage, number=week + 1, by=Act(desk, night))
        play_round(round, rng, desk, night)
    late = first_night + (ROUNDS - 1) * WEEK + timedelta(hours=2)
    _play_off(stage, desk, late)
    standings.fill_stage(stage=final, by=Act(desk, late))
    rounds.draw_rounds(stage=final, number=1, by=Act(desk, late))
    return event


def _play_off(stage: Stage, desk: Actor, at: datetime) -> None:
    """Let all who are level play one more deal for their order."""
    for number, level in enumerate(level_now(stage).levels):
        points = {entry: Decimal(10 - place) for place, entry in enumerate(level.entries)}
        standings.record_play_off(
            stage=stage,
            points=points,
            key=UUID(int=KEY.int + number),
            note=_("One deal each, right after the round."),
            by=Act(desk, at),
        )
