"""Who gets the points of a seat at which a substitute sat."""

import pytest

from league.play.rounds.models import Placement, PlacementKind, Seat
from league.tables.standings.models import SnapshotRow
from tests.league.faces.public.reading import base, text_of
from tests.league.factories import make_player
from tests.league.tables.standings.factories import (
    build,
    entry_of,
    make_round,
    make_stage,
    named_rows,
    play,
    player_named,
    shown,
)

pytestmark = pytest.mark.django_db

TOTAL = {"method": {"name": "total_points", "bye": 50}, "tiebreaks": []}


def stand_in(table, name, substitute):
    """Seat a substitute at the table for the single player of that name."""
    return Seat.objects.create(
        round=table.round,
        table=table,
        number=table.seats.count(),
        placement=table.placements.get(entry=entry_of(table.round.stage, name)),
        player=substitute,
        stands_in_for=player_named(name),
        is_substitute=True,
    )


def sit_out(round_, name):
    entry = entry_of(round_.stage, name)
    Placement.objects.create(round=round_, entry=entry, kind=PlacementKind.SIT_OUT)


def points(stage):
    return {name: points for _place, name, points in shown(stage)}


def evening(rule, **fields):
    """Ann, Bob and Cy play 300, 200 and 100; Di sits out and stands in for Ann."""
    stage = make_stage("Ann", "Bob", "Cy", "Di", **(TOTAL | fields), substitute_points=rule)
    first = make_round(stage)
    table = play(first, {"Ann": 300, "Bob": 200, "Cy": 100}).table
    sit_out(first, "Di")
    stand_in(table, "Ann", player_named("Di"))
    build(stage)
    return stage


@pytest.mark.long
@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("entry", {"Ann": 300, "Bob": 200, "Cy": 100, "Di": 50}),
        ("player", {"Ann": 0, "Bob": 200, "Cy": 100, "Di": 300}),
        ("nobody", {"Ann": 0, "Bob": 200, "Cy": 100, "Di": 50}),
    ],
)
def test_the_points_go_where_the_rule_says_and_nobody_gets_a_round_twice(rule, expected):
    stage = evening(rule)

    assert points(stage) == expected
    played = {row.names.public: row.played for row in named_rows()}
    assert played["Ann"] == (rule == "entry")
    assert played["Di"] == (rule == "player")


def test_the_why_page_says_who_stood_in_and_got_the_points(client):
    stage = evening("player")
    ann, di = (
        text_of(client, "why", *base(stage), entry_of(stage, name).pk) for name in ("Ann", "Di")
    )

    assert "Di stood in and gets the points." in ann
    assert "Stood in at table 1 and got the points." in di


def test_a_substitute_of_no_entry_gets_no_row():
    stage = make_stage("Ann", "Bob", **TOTAL, substitute_points="player")
    table = play(make_round(stage), {"Ann": 300, "Bob": 200}).table
    stand_in(table, "Ann", make_player(stage.event.club, "Zoe"))

    build(stage)

    assert points(stage) == {"Ann": 0, "Bob": 200}


@pytest.mark.long
@pytest.mark.parametrize("absent", [["Ann"], ["Bob"], ["Ann", "Bob"]])
def test_the_other_side_keeps_its_win_where_nobody_gets_a_substitutes_points(absent):
    stage = make_stage("Ann", "Bob", "Cy", substitute_points="nobody")
    table = play(make_round(stage), {"Ann": 300, "Bob": 200}).table
    for name in absent:
        stand_in(table, name, make_player(stage.event.club, f"For {name}"))

    build(stage)

    won = {"Ann": 2, "Bob": 0, "Cy": 0}
    assert points(stage) == won | dict.fromkeys(absent, 0)
    assert SnapshotRow.objects.get(entry=entry_of(stage, "Bob")).lost == ("Bob" not in absent)


def test_partners_are_credited_each_for_themselves():
    """Two single players on a side: one has a substitute, the other keeps the side's points."""
    stage = make_stage("Ann", "Bob", "Cy", "Di", **TOTAL, substitute_points="nobody")
    table = play(make_round(stage), {"Ann": 300, "Bob": 200}).table
    for side, name in enumerate(("Cy", "Di")):
        table.placements.create(round=table.round, entry=entry_of(stage, name), side=side)
    stand_in(table, "Ann", make_player(stage.event.club, "Zoe"))

    build(stage)

    assert points(stage) == {"Ann": 0, "Cy": 300, "Bob": 200, "Di": 200}
