"""Deals for the demo's tables, played card by card by the engine's own players."""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from games import services as games
from games.engine.result import DealResult
from league.clubs.models import Player
from league.foundation.journal.actor import Act, Actor
from league.play.events import services as events
from league.play.events.models import Event, Stage, TablePlay
from league.play.events.rulesets import ruleset_of
from league.play.prepared.stage_deals import prepared_table
from league.play.results import services as results
from league.play.rounds import services as rounds
from league.play.rounds.models import Round, Seat, Table

NAMESPACE = uuid.UUID("5d2b7a52-6a55-4a0c-9a8e-7b5f0f6c7f11")


def begin(event: Event, entries: Iterable[Sequence[Player]], desk: Actor, at: datetime) -> Stage:
    """Open an event, enter these people, start it; return its first stage."""
    events.open_event(event=event, by=Act(desk, at))
    for players in entries:
        events.add_entry(event=event, players=list(players), by=Act(desk, at))
    events.start_event(event=event, by=Act(desk, at))
    event.refresh_from_db()
    return event.stages.get(number=1)


def records_at(table: Table, rng: Random, *, most: int | None = None) -> Iterator[dict[str, Any]]:
    """Play at a table as its event says: so many deals, or a game to the target.

    Where deals are prepared for the table, those are dealt.
    """
    event = table.round.stage.event
    ruleset = ruleset_of(event, Seat.objects.filter(table=table).count())
    prepared = prepared_table(table, ruleset.players)
    wanted = most or (event.deals_a_round if event.table_play == TablePlay.DEALS else None)
    dealer = table.first_dealer
    played: list[DealResult] = []
    while wanted is None or sum(not result.redeal for result in played) < wanted:
        deal = prepared.deal_at(len(played) + 1) if prepared else None
        if deal is None:
            record = games.random_record(ruleset, rng, dealer)
        else:
            record = games.play_prepared(ruleset, deal)
        played.append(games.score_deal(ruleset, record))
        yield record
        due = played[-1].detail.get("next_dealer")
        if event.table_play == TablePlay.GAME:
            state = games.play_game(ruleset, played, table.first_dealer)
            if state.finished:
                return
            due = state.next_dealer
        dealer = (dealer + 1) % ruleset.players if due is None else due


def play_table(
    table: Table,
    rng: Random,
    *,
    at: datetime,
    minutes: int = 9,
    most: int | None = None,
    confirm: bool = True,
) -> datetime:
    """Enter the deals of a table from its players' phones. Returns when the last was entered."""
    players = {
        seat.placement.side: Actor(players=(seat.player.pk,), name=seat.player.name, via="table")
        for seat in table.seats.select_related("placement", "player").order_by("-number")
        if seat.player is not None and seat.placement.side is not None
    }
    submitting, agreeing = sorted(players)[:2]
    for number, record in enumerate(records_at(table, rng, most=most), start=1):
        at += timedelta(minutes=minutes)
        results.submit(
            table=table,
            number=number,
            data=record,
            key=uuid.uuid5(NAMESPACE, f"{table.pk}/{number}"),
            by_side=submitting,
            by=Act(players[submitting], at),
            device="demo",
        )
    if confirm:
        results.confirm(
            table=table,
            side=agreeing,
            by=Act(players[agreeing], at + timedelta(minutes=1)),
            device="demo",
        )
    return at


def play_round(round: Round, rng: Random, desk: Actor, at: datetime, minutes: int = 9) -> None:
    """Open a round, play all its tables, close it."""
    rounds.open_round(round=round, by=Act(desk, at))
    ended = [
        play_table(table, rng, at=at, minutes=minutes) for table in round.tables.order_by("number")
    ]
    rounds.close_round(round=round, by=Act(desk, max(ended) + timedelta(minutes=5)))
