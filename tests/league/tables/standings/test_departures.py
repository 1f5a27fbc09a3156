"""A withdrawal from a round robin of six, as each of the three rules counts it."""

import pytest

from league.foundation.journal.actor import Act
from league.play.events.services import withdraw_entry
from league.play.prepared.hiding import NOTHING_HIDDEN
from league.play.results.models import TableResult
from league.play.rounds.models import Placement, Round, Table
from league.tables.outlook.contest_facts import contest_of
from league.tables.standings.facts import facts_of
from tests.league.play.events.factories import DIRECTOR
from tests.league.tables.standings.factories import (
    NOW,
    build,
    entry_of,
    make_round,
    make_stage,
    make_table,
    shown,
)

pytestmark = pytest.mark.django_db

ROUNDS = [
    ["XA", "BC", "DE"],
    ["XB", "AD", "CE"],
    ["XC", "AE", "BD"],
    ["XD", "AC", "BE"],
    ["XE", "AB", "CD"],
]
DRAWN = {"DE", "AE", "BD", "AB"}
WON_BY_SECOND = {"XA", "AD", "CE"}
METHOD = {"name": "match_points", "win": 1, "draw": 0.5, "loss": 0}


def make_six(**options):
    """Draw five rounds in which X meets A, B, C, D and E in turn."""
    stage = make_stage(*"ABCDEX", method=METHOD, tiebreaks=[])
    stage.options = options
    stage.save()
    for number, pairs in enumerate(ROUNDS, start=1):
        round_ = make_round(stage, number)
        for pair in pairs:
            make_table(round_, *pair)
    return stage


def play_rounds(stage, numbers):
    for table in Table.objects.filter(round__stage=stage, round__number__in=numbers):
        entries = table.placements.order_by("side").values_list(
            "entry__members__player__name", flat=True
        )
        pair = "".join(entries)
        totals = [1, 1] if pair in DRAWN else [0, 1] if pair in WON_BY_SECOND else [1, 0]
        TableResult.objects.create(
            table=table,
            round=table.round,
            state="confirmed",
            totals=totals,
            winner=None if pair in DRAWN else totals.index(1),
            deals=4,
            is_complete=True,
            changed_at=NOW,
        )
    Round.objects.filter(stage=stage, number__in=numbers).update(state="closed", closed_at=NOW)


def played_out(stage, *, leaves_after):
    """X withdraws after so many rounds, the others play to the end; return points by name."""
    play_rounds(stage, range(1, leaves_after + 1))
    withdraw_entry(entry=entry_of(stage, "X"), by=Act(DIRECTOR, NOW))
    play_rounds(stage, range(leaves_after + 1, 6))
    build(stage)
    return {name: points for _place, name, points in shown(stage, 5)}


@pytest.mark.long
@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({}, {"B": 3, "A": 2, "D": 2, "E": 2, "C": 1}),
        ({"withdrawals": "stay"}, {"A": 3, "B": 3, "D": 2, "E": 2, "C": 1, "X": 1}),
        ({"withdrawals": "walk_overs"}, {"A": 3, "B": 3, "D": 3, "E": 3, "C": 2, "X": 1}),
    ],
)
def test_withdrawal_after_two_of_five_matches_counts_as_the_stage_says(options, points):
    assert played_out(make_six(**options), leaves_after=2) == points


@pytest.mark.long
def test_withdrawal_after_three_of_five_matches_leaves_walk_overs():
    stage = make_six()

    points = played_out(stage, leaves_after=3)

    # C beat nobody but D, and has lost to X
    assert points == {"A": 3, "B": 3, "D": 3, "E": 3, "C": 1, "X": 2}


def test_walk_over_counts_in_a_round_without_any_other_table():
    """Of three, C leaves before it meets B, and A has the bye: nobody plays in the last round."""
    stage = make_stage("A", "B", "C", method=METHOD, tiebreaks=[])
    for number, (pair, waits) in enumerate([("AB", "C"), ("AC", "B"), ("BC", "A")], start=1):
        round_ = make_round(stage, number)
        make_table(round_, *pair)
        Placement.objects.create(round=round_, entry=entry_of(stage, waits), kind="bye")
    play_rounds(stage, [1, 2])

    withdraw_entry(entry=entry_of(stage, "C"), by=Act(DIRECTOR, NOW))
    build(stage)

    # A and B drew and had a bye each; A beat C, and B has the walk-over
    assert shown(stage, 3) == [("1=", "A", 2.5), ("1=", "B", 2.5), ("3", "C", 1)]


@pytest.mark.parametrize(
    ("options", "spare"),
    [({}, 0), ({"withdrawals": "stay"}, 0), ({"withdrawals": "walk_overs"}, 1)],
)
def test_chances_know_what_the_matches_that_are_left_can_still_bring(options, spare):
    stage = make_six(**options)
    play_rounds(stage, [1, 2])
    withdraw_entry(entry=entry_of(stage, "X"), by=Act(DIRECTOR, NOW))
    stage.refresh_from_db()

    facts = facts_of(stage, hidden=NOTHING_HIDDEN)
    (group,) = contest_of(stage, facts).groups

    left = dict(zip(group.entries, group.contest.spare, strict=True))
    assert [left[entry_of(stage, name).pk].most for name in "ABCDE"] == [0, 0, *[spare] * 3]
