"""A table of pairs with players on its seats and deals on its sheet, as the pages show it."""

from collections.abc import Sequence
from random import Random
from uuid import uuid4

from django.utils import timezone

from games import services as games
from league.clubs.models import Club
from league.play.events.models import Stage
from league.play.results.models import Submission, TableResult
from league.play.rounds.models import Placement, Round, Seat, Table
from tests.league.tables.standings.factories import (
    NOW,
    add_entry,
    build,
    make_round,
    make_stage,
    play,
)

US, THEM = ("Ann Lee", "Bob Ray"), ("Cy Fox", "Di Orr")


def make_pairs(*, initials: str = "", **fields) -> Stage:
    """Make a running event of two pairs; one player may show the public initials only."""
    stage = make_stage(**({"entry_kind": "pair"} | fields))
    for pair in (US, THEM):
        add_entry(stage, *pair)
    if initials:
        stage.event.club.players.filter(name=initials).update(public_name="initials")
    return stage


def seat_all(round_: Round) -> Table:
    """Seat the two pairs at a table, partners opposite each other."""
    table = Table.objects.create(round=round_, number=round_.tables.count() + 1)
    for side, entry in enumerate(round_.stage.event.entries.order_by("number")):
        placement = Placement.objects.create(round=round_, table=table, entry=entry, side=side)
        for member in entry.members.order_by("position"):
            Seat.objects.create(
                round=round_,
                table=table,
                number=side + 2 * member.position,
                placement=placement,
                player=member.player,
            )
    return table


def submit(table: Table, *, number: int = 1, state: str = "confirmed", full: bool = True):
    """Put a deal played by the engine on the table's sheet, card by card or as a summary."""
    event = table.round.stage.event
    ruleset = games.ruleset(event.variant, event.preset, event.options, 4)
    data = games.random_record(ruleset, Random(number), dealer=(number - 1) % 4)
    if not full:
        data = {"dealer": data["dealer"], **games.summary_of(ruleset, data)}
        data = {name: data[name] for name in ("dealer", "summary")}
    result = games.score_deal(ruleset, data)
    return Submission.objects.create(
        table=table,
        number=number,
        deal=games.store_deal(ruleset, data, result),
        state=state,
        key=uuid4(),
        by_name="Ann",
        submitted_at=NOW,
        confirmed_at=NOW if state == "confirmed" else None,
    )


def finish(table: Table, totals: list[int]) -> TableResult:
    return TableResult.objects.create(
        table=table,
        round=table.round,
        state="confirmed",
        totals=totals,
        winner=0 if totals[0] > totals[1] else 1,
        deals=4,
        is_complete=True,
        changed_at=NOW,
    )


def make_played(**fields) -> tuple[Stage, Table, Submission]:
    """Make an event of two pairs with one table, one whole deal, and a confirmed result."""
    stage = make_pairs(**fields)
    table = seat_all(make_round(stage))
    deal = submit(table)
    finish(table, [300, 100])
    return stage, table, deal


def opened_now(round_: Round) -> Round:
    """Have the round opened just now, so that its event is played tonight."""
    Round.objects.filter(pk=round_.pk).update(opened_at=timezone.now())
    return round_


def make_tonight(
    club: Club,
    name: str = "Friday",
    slug: str = "friday",
    people: Sequence[str] = ("Ann", "Bob", "Cy", "Di"),
    **fields,
) -> Stage:
    """Make an event of three rounds with one that was opened just now, its first table played."""
    stage = make_stage(*people, club=club, name=name, slug=slug, **fields)
    stage.format, stage.rounds_planned = "swiss", 3
    stage.save()
    round_ = opened_now(make_round(stage))
    play(round_, dict(zip(people[:2], (300, 100), strict=True)))
    build(stage)
    return stage
