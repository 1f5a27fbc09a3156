"""Events in which the same deals go round the tables and are compared."""

from uuid import UUID, uuid5

import pytest
from django.urls import reverse

from games.models import Deal
from league.foundation.journal.actor import Act
from league.play.events.models import StageEntry
from league.play.events.setup_problems import setup_problems
from league.play.results.models import Submission, TableResult
from league.play.rounds import services as rounds
from league.play.rounds.models import Placement, Round, RoundState, Table
from league.tables.standings.deal_facts import DealFact, compared_deals, comparisons_at
from league.tables.standings.models import Snapshot, SnapshotRow, StageStandings
from league.tables.standings.standings_shown import reasons_in_words
from tests.league.play.events.factories import DIRECTOR, make_running
from tests.league.play.results.factories import make_round as make_drawn_round
from tests.league.play.results.factories import pinochle, play
from tests.league.tables.standings.factories import (
    NOW,
    build,
    entry_of,
    make_round,
    make_stage,
    named_rows,
    shown,
)

pytestmark = pytest.mark.django_db

NORTHS, EASTS = ("N1", "N2", "N3"), ("E1", "E2", "E3")
KEYS = UUID(int=7)


def duplicate(method="matchpoints", *, club=None, **options):
    """Make a Mitchell of three tables; two groups, as it keeps them when it is drawn."""
    stage = make_stage(*NORTHS, *EASTS, club=club, method={"name": method} | options, tiebreaks=[])
    for group, names in (("A", NORTHS), ("B", EASTS)):
        for name in names:
            StageEntry.objects.filter(entry=entry_of(stage, name)).update(group=group)
    return stage


def seat(round_, number, north, east, *deals):
    table = Table.objects.create(round=round_, number=number, deal_numbers=deals)
    for side, name in enumerate((north, east)):
        entry = entry_of(round_.stage, name)
        Placement.objects.create(round=round_, table=table, entry=entry, side=side)
    TableResult.objects.create(table=table, round=round_)
    return table


def mitchell(stage, rounds=3):
    """Seat the rounds; the deals of a table are one set of two."""
    tables = {}
    for turn in range(rounds):
        round_ = make_round(stage, turn + 1)
        for place in range(3):
            deal_set = (place + 2 * turn) % 3
            deals = (2 * deal_set + 1, 2 * deal_set + 2)
            east = EASTS[(place - turn) % 3]
            tables[turn, place] = seat(round_, place + 1, NORTHS[place], east, *deals)
    return tables


def submit(table, place, score, state="confirmed"):
    """Submit what a deal of the table came to; a table with all its deals is complete."""
    deal = Deal.objects.create(
        variant="double-deck-pinochle",
        preset="standard",
        players=4,
        form="summary",
        data={"summary": {"bid": 60, "declarer": 0, "trump": "S"}},
        score=score,
        lines=[],
        engine_version="1",
    )
    Submission.objects.create(
        table=table,
        number=place,
        deal=deal,
        state=state,
        key=uuid5(KEYS, f"{table.pk} {place} {deal.pk}"),
        by_name="Ann",
        submitted_at=NOW,
        confirmed_at=NOW if state == "confirmed" else None,
    )
    submissions = table.submissions.filter(state__in=["submitted", "confirmed"])
    if submissions.count() == len(table.deal_numbers):
        waits = submissions.filter(state="submitted").exists()
        TableResult.objects.filter(table=table).update(
            state="entered" if waits else "confirmed", is_complete=True
        )


def whys(stage, number):
    rows = named_rows(snapshot__stage=stage, snapshot__round_number=number)
    whys = reasons_in_words(rows, full=True)
    return {row.names.public: whys[row.entry_id] for row in rows}


@pytest.mark.long
def test_a_deal_is_compared_once_every_table_has_played_it():
    stage = duplicate()
    tables = mitchell(stage)
    for place in range(3):
        for deal in (1, 2):
            submit(tables[0, place], deal, [100, 0])
    build(stage)

    assert not Snapshot.objects.exists()

    # N1 plays deal 5 in round 2, which N3 had played in round 1; N2 has still to play it
    submit(tables[1, 0], 1, [250, 0])
    build(stage)
    assert not Snapshot.objects.exists()
    assert StageStandings.objects.get().held_back == [1, 2, 3, 4, 5, 6]

    submit(tables[2, 1], 1, [300, 0])
    build(stage)

    assert shown(stage, 3)[0] == ("1", "N2", 4)
    assert shown(stage, 2)[0] == ("1", "N1", 2)
    assert Snapshot.objects.get(round_number=2).is_provisional
    assert whys(stage, 2)["N2"].startswith("has played no deal that counts yet")
    assert StageStandings.objects.get().held_back == [1, 2, 3, 4, 6]


def test_a_deal_of_one_table_is_compared_with_nothing():
    fact = DealFact(1, 1, [100, 0], None, [1, 2], [0, 1], is_provisional=False)
    ids = {1: "Ann", 2: "Bob"}

    assert compared_deals([(1, [fact])], ids) == []
    assert len(compared_deals([(1, [fact, fact._replace(table=2)])], ids)) == 1


def test_a_submission_that_waits_counts_for_now_and_a_disputed_one_does_not():
    stage = duplicate()
    tables = mitchell(stage)
    submit(tables[0, 0], 1, [100, 0])
    submit(tables[1, 1], 1, [200, 0], state="submitted")
    submit(tables[2, 2], 1, [300, 0], state="disputed")
    build(stage)
    assert not Snapshot.objects.exists()

    # nothing more is played there, whatever is still to be confirmed
    Round.objects.filter(stage=stage).update(state=RoundState.CLOSED)
    build(stage)

    rows = {row.names.public: row for row in named_rows(snapshot__round_number=2)}
    assert (rows["N2"].points, rows["N2"].is_provisional) == (2, True)
    assert (rows["N1"].points, rows["N1"].is_provisional) == (0, False)
    assert rows["N3"].played == 0
    assert not Snapshot.objects.filter(round_number=3).exists()


@pytest.mark.parametrize(
    ("prepared", "play", "found"),
    [
        (True, "deals", []),
        (False, "deals", [("deals_not_prepared", "rounds")]),
        (True, "timed", [("deals_not_prepared", "rounds")]),
    ],
)
def test_the_set_up_of_an_event_that_compares_deals_asks_for_prepared_deals(prepared, play, found):
    event = make_stage(
        state="draft",
        opened_at=None,
        started_at=None,
        entry_kind="pair",
        least_seats=4,
        most_seats=4,
        table_play=play,
        minutes_a_round=20 if play == "timed" else None,
        method={"name": "matchpoints"},
        tiebreaks=[],
    ).event
    event.stages.update(format="mitchell", options={"prepared_deals": prepared})

    assert [(problem.code, problem.step) for problem in setup_problems(event)] == found


def test_a_table_is_compared_once_nobody_is_still_to_play_its_deals(client):
    stage = duplicate("matchpoints")
    tables = mitchell(stage)
    for turn in range(3):
        for place in range(3):
            submit(tables[turn, place], 1, [300 - 100 * place, 0])
            if (turn, place) != (2, 0):
                submit(tables[turn, place], 2, [0, 0])

    found = comparisons_at(tables[0, 0])

    # N1 at the first table: deal 1 everywhere, deal 2 everywhere too; deal 4 waits for round 3
    assert [(one.deal, one.scores) for one in found] == [(1, (100, 0)), (2, (50, 50))]
    assert str(found[0].why) == (
        "+300 is better than 2, equal to 0 and worse than 0 of the other tables: 4 of 4 matchpoints"
    )
    assert [one.deal for one in comparisons_at(tables[2, 0])] == [3]

    event = stage.event
    address = reverse("public:table", args=[event.club.slug, event.slug, tables[0, 0].pk])
    page = client.get(address)
    assert "Compared with the other tables" in page.content.decode()


@pytest.mark.long
def test_a_mitchell_from_its_draw_to_its_two_winners():
    event = make_running(
        6,
        format="mitchell",
        stage_options={"prepared_deals": True},
        method={"name": "matchpoints", "points_as": "percentage"},
        tiebreaks=[],
        table_play="deals",
        deals_a_round=1,
    )
    make_drawn_round(event)
    for round_ in Round.objects.filter(stage__event=event).order_by("number"):
        if round_.state == "drawn":
            rounds.open_round(round=round_, by=Act(DIRECTOR, NOW))
        for table in round_.tables.order_by("number"):
            # the pair at the first table takes most, the one at the last table least
            play(table, pinochle(points=(34 - 2 * table.number, 16 + 2 * table.number)))

    build(event.stages.get())

    rows = SnapshotRow.objects.filter(snapshot__round_number=3).order_by("position")
    assert [(row.group, float(row.points)) for row in rows] == [
        *(("A", 100), ("A", 50), ("A", 0)),
        *(("B", 50), ("B", 50), ("B", 50)),
    ]
    assert {row.played for row in rows} == {3}
    assert not Snapshot.objects.get(round_number=3).is_provisional
