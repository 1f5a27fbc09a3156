"""What events give the tie-breaks beside the points: absences, first deals, and the deals."""

import uuid

import pytest

from games.models import Deal
from league.play.events.models import Event
from league.play.prepared.hiding import NOTHING_HIDDEN
from league.play.results.models import Submission
from league.play.rounds.models import Placement, Seat
from league.tables.standings.facts import facts_of, lot_seed
from league.tables.standings.models import Snapshot, SnapshotRow
from tests.league.tables.standings.factories import (
    NOW,
    build,
    entry_of,
    make_round,
    make_stage,
    named_rows,
    play,
)

pytestmark = pytest.mark.django_db


def numbers(stage):
    last = Snapshot.objects.filter(stage=stage).latest("round_number")
    return {row.names.public: dict(row.tiebreaks) for row in named_rows(snapshot=last)}


def submit(table, number, *, declarer, made, score, state="confirmed", **detail):
    deal = Deal.objects.create(
        variant="pedro",
        preset="standard",
        players=4,
        form="summary",
        data={},
        score=score,
        made=made,
        lines=[],
        detail={"declarer_side": declarer, **detail},
        engine_version="1",
    )
    Submission.objects.create(
        table=table,
        number=number,
        deal=deal,
        state=state,
        key=uuid.uuid4(),
        by_name="Ann",
        submitted_at=NOW,
        confirmed_at=NOW if state == "confirmed" else None,
    )


def test_sets_bids_made_and_highest_deal_come_from_the_deals_that_count():
    stage = make_stage("Ann", "Bob", tiebreaks=["fewer_sets", "bids_made", "highest_deal"])
    table = play(make_round(stage), {"Ann": 20, "Bob": 20}).table
    submit(table, 1, declarer=0, made=True, score=[14, 0])
    submit(table, 2, declarer=1, made=False, score=[3, -9])
    submit(table, 3, declarer=1, made=True, score=[2, 12])
    submit(table, 4, declarer=0, made=None, score=[0, 0], redeal=True)
    submit(table, 5, declarer=0, made=False, score=[-40, 99], state="corrected")

    build(stage)

    assert numbers(stage) == {
        "Ann": {"fewer_sets": "0", "bids_made": "1", "highest_deal": "14"},
        "Bob": {"fewer_sets": "1", "bids_made": "1", "highest_deal": "12"},
    }
    why = SnapshotRow.objects.get(entry=entry_of(stage, "Ann")).why
    assert (why["params"]["own"], why["params"]["other"]) == ("0", "1")


def test_the_seats_say_who_dealt_first():
    stage = make_stage("Ann", "Bob", tiebreaks=["wins_with_first_deal"])
    for number, winner in ((1, "Ann"), (2, "Bob")):
        points = {"Ann": 9 if winner == "Ann" else 1, "Bob": 9 if winner == "Bob" else 1}
        table = play(make_round(stage, number), points).table
        table.first_dealer = 1
        table.save()
        for placement in table.placements.all():
            Seat.objects.create(
                round=table.round, table=table, number=placement.side, placement=placement
            )

    build(stage)

    assert numbers(stage) == {
        "Bob": {"wins_with_first_deal": "1"},
        "Ann": {"wins_with_first_deal": "0"},
    }


def test_an_absence_is_a_round_not_played_for_buchholz():
    stage = make_stage("Ann", "Bob", "Cy", tiebreaks=["buchholz"])
    first = make_round(stage)
    play(first, {"Ann": 9, "Bob": 1})
    Placement.objects.create(round=first, entry=entry_of(stage, "Cy"), kind="absent")
    play(make_round(stage, 2), {"Cy": 9, "Ann": 1})
    build(stage)

    # Cy: Ann's 2, and one like Cy itself, who has 2 and could have 2 by drawing
    rows = named_rows(snapshot__round_number=2)
    values = {row.names.public: dict(row.tiebreaks)["buchholz"] for row in rows}
    assert values == {"Ann": "2", "Bob": "2", "Cy": "4"}


@pytest.mark.long
def test_lots_are_drawn_from_the_moment_the_event_began():
    stage = make_stage("Ann", "Bob", tiebreaks=["lot"])
    play(make_round(stage), {"Ann": 9, "Bob": 9})
    build(stage)
    before = {name: numbers_of_one["lot"] for name, numbers_of_one in numbers(stage).items()}

    assert sorted(before.values()) == ["1", "2"]
    assert (
        facts_of(stage, hidden=NOTHING_HIDDEN).seed
        == lot_seed(stage.event)
        == 1_773_518_400_000_000
    )
    assert lot_seed(Event()) == 0
