"""What pages and programs say of byes, and of those who have withdrawn since they played."""

import pytest
from django.urls import reverse

from league.play.events.models import Entry
from league.play.rounds.models import Placement
from league.tables.standings.standings_shown import columns_of
from tests.league.faces.api.factories import V1
from tests.league.factories import make_member
from tests.league.tables.standings.factories import (
    NOW,
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


def page_of(client, name, stage, *args, **query):
    event = stage.event
    answer = client.get(reverse(f"public:{name}", args=[event.club.slug, event.slug, *args]), query)
    assert answer.status_code == 200
    return answer


@pytest.mark.long
def test_the_standings_say_how_much_of_the_points_is_for_byes(client):
    stage = make_with_bye()
    heads = columns_of(stage.event, with_byes=True)
    assert heads[-2:] == ["Of which byes", "Points"]
    assert columns_of(stage.event) == [*heads[:-2], "Points"]

    shown = page_of(client, "standings", stage)
    figures = {row["name"]: row["figures"][-2:] for row in shown.context["rows"]}

    assert figures == {"Cy": [9, 18], "Ann": ["", 15], "Bob": ["", 9]}
    assert "Of which byes" in shown.content.decode()
    before = page_of(client, "standings", stage, round=1)
    assert "Of which byes" not in before.content.decode()


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


def withdraw(entry):
    Entry.objects.filter(pk=entry.pk).update(state="withdrawn", withdrawn_at=NOW)


@pytest.mark.long
def test_whoever_has_withdrawn_is_marked_at_the_tables_played(client):
    stage = make_stage("Ann", "Bob")
    round_ = make_round(stage)
    table = play(round_, {"Ann": 12, "Bob": 4}).table
    build(stage)
    club, event = stage.event.club, stage.event
    client.force_login(make_member(club, role="director").user)
    desk = [event.slug, 1, 1]
    pages = [
        reverse("public:round", args=[club.slug, event.slug, 1, 1]),
        reverse("public:table", args=[club.slug, event.slug, table.pk]),
        reverse("public:screen", args=[club.slug, event.slug]),
        reverse("public:standings", args=[club.slug, event.slug]),
        reverse("public:why", args=[club.slug, event.slug, entry_of(stage, "Bob").pk]),
        reverse("desk:table", args=[club.slug, event.slug, table.pk]),
        reverse("desk:room", args=[club.slug, *desk]),
        reverse("desk:round", args=[club.slug, *desk]),
    ]
    assert not [page for page in pages if "(withdrawn)" in client.get(page).content.decode()]

    withdraw(entry_of(stage, "Ann"))

    for page in pages:
        text = client.get(page).content.decode()
        assert "Ann (withdrawn)" in text, page
        assert "Bob (withdrawn)" not in text, page
