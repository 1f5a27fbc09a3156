"""What pages and programs say of byes, and of those who have withdrawn since they played."""

import pytest

from league.play.rounds.models import Placement
from tests.league.faces.api.factories import V1
from tests.league.tables.standings.factories import (
    build,
    entry_of,
    make_round,
    make_stage,
    play,
)

pytestmark = pytest.mark.django_db


def make_with_bye():
    """Make two rounds by total points: in the second one Cy, who has 9, sits out."""
    stage = make_stage(
        "Ann", "Bob", "Cy", method={"name": "total_points", "bye": "own_average"}, tiebreaks=[]
    )
    play(make_round(stage, 1, state="closed"), {"Ann": 12, "Bob": 4, "Cy": 9})
    second = make_round(stage, 2)
    play(second, {"Ann": 3, "Bob": 5})
    Placement.objects.create(round=second, entry=entry_of(stage, "Cy"), kind="sit_out")
    build(stage)
    return stage


def test_programs_get_the_sums_behind_every_number(client):
    stage = make_with_bye()
    cy = entry_of(stage, "Cy")

    why = client.get(f"{V1}/stages/{stage.pk}/standings/{cy.pk}").json()

    assert (why["row"]["byes"], why["row"]["points_for_byes"]) == (1, 9)
    (points,) = why["sums"]
    assert (points["name"], points["total"], points["result"]) == ("points", 18, 18)
    assert [(one["value"], one["counts"]) for one in points["lines"]] == [(9, True), (9, True)]
    assert "own average: 9 divided by 1" in points["lines"][1]["text"]
    # while the standings follow new facts there are none
    stage.rounds.get(number=1).results.update(totals=[12, 4, 10])
    assert client.get(f"{V1}/stages/{stage.pk}/standings/{cy.pk}").json()["sums"] == []
