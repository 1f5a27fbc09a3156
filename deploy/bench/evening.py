"""An evening that is made to be measured: pairs at tables of one round, and what they submit."""

import uuid
from datetime import UTC, date, datetime
from random import Random
from typing import Any

AT = datetime(2026, 1, 1, tzinfo=UTC)


def make_round(slug: str, *, tables: int) -> tuple[Any, list[Any], dict[str, Any]]:
    """Make an event of pairs at so many tables that play one deal; return both and that deal.

    `slug` is the address of the club that is made for it.
    """
    from django.db import transaction

    from games import services as games
    from league.clubs.models import Club
    from league.events.models import Event, Stage
    from league.rounds.models import Round, Table

    with transaction.atomic():
        club = Club.objects.create(name="Measured", slug=slug)
        event = Event.objects.create(
            club=club,
            name="Night",
            slug="night",
            starts_on=date(2026, 1, 1),
            variant="double-deck-pinochle",
            entry_kind="pair",
            deals_a_round=1,
            state="running",
            method={"name": "match_points"},
            tiebreaks=["point_difference"],
        )
        stage = Stage.objects.create(event=event, number=1, format="round_robin")
        round_ = Round.objects.create(
            stage=stage, number=1, state="open", drawn_at=AT, opened_at=AT
        )
        made = [Table.objects.create(round=round_, number=n + 1) for n in range(tables)]
        for table in made:
            seat_two_pairs(table)
    ruleset = games.ruleset(event.variant, event.preset, event.options, 4)
    record = games.random_record(ruleset, Random(1), 0)
    return stage, made, {"summary": games.summary_of(ruleset, record)["summary"]}


def seat_two_pairs(table: Any) -> None:
    from league.clubs.models import Player
    from league.events.models import Entry, EntryMember, StageEntry
    from league.rounds.models import Placement, Seat

    stage = table.round.stage
    for side in (0, 1):
        number = 2 * table.number + side
        entry = Entry.objects.create(event=stage.event, number=number, entered_at=AT)
        StageEntry.objects.create(stage=stage, entry=entry)
        placement = Placement.objects.create(round=table.round, table=table, entry=entry, side=side)
        for position in (0, 1):
            player = Player.objects.create(
                club=stage.event.club, name=f"Player {number} {position}"
            )
            EntryMember.objects.create(
                event=stage.event, entry=entry, player=player, position=position, joined_at=AT
            )
            Seat.objects.create(
                round=table.round,
                table=table,
                number=side + 2 * position,
                placement=placement,
                player=player,
            )


def submit(table: Any, deal: dict[str, Any]) -> None:
    """Submit the deal as the first side of the table does."""
    from django.utils import timezone

    from league.journal.actor import Actor
    from league.results import services as results

    results.submit(
        table=table,
        number=1,
        data=deal,
        key=uuid.uuid4(),
        by_side=0,
        actor=Actor(name="Side 0", via="table"),
        device="bench",
        at=timezone.now(),
    )


def submit_and_confirm(table: Any, deal: dict[str, Any]) -> None:
    """Submit the deal as one side and confirm it as the other."""
    from django.utils import timezone

    from league.journal.actor import Actor
    from league.results import services as results

    submit(table, deal)
    results.confirm(
        table=table,
        side=1,
        actor=Actor(name="Side 1", via="table"),
        device="bench",
        at=timezone.now(),
    )
