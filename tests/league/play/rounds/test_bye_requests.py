"""Byes that entries ask for: who may, what the draw makes of it, what it counts."""

import pytest
from django.db import IntegrityError, transaction

from league.clubs.models import Role
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import sentence_of
from league.foundation.records import services as records
from league.play.prepared.hiding import NOTHING_HIDDEN
from league.play.rounds import services as rounds
from league.play.rounds.draw_requests import history_of
from league.play.rounds.models import ByeRequest, Placement
from league.tables.standings.facts import facts_of
from league.tables.standings.ranking import rows_after
from tests.league.faces.desk.clients import client_of
from tests.league.faces.desk.undoing import post, undo
from tests.league.play.events.factories import DIRECTOR, NOW, make_running
from tests.league.tables.standings.factories import play_round

pytestmark = pytest.mark.django_db
SWISS = {
    "format": "swiss",
    "rounds_planned": 4,
    "method": {"name": "match_points", "win": 2, "draw": 1, "loss": 0},
    "tiebreaks": ["buchholz"],
}


def make_stage(**more):
    stage = make_running(5, **(SWISS | more)).stages.get()
    return stage, list(stage.event.entries.order_by("number"))


def ask(stage, entry, number=1, worth="half"):
    row = ByeRequest(stage=stage, entry=entry, round_number=number, worth=worth)
    records.save(row, by=Act(DIRECTOR, NOW))
    return row


def draw(stage):
    stage.refresh_from_db()
    return rounds.draw_rounds(stage=stage, by=Act(DIRECTOR, NOW))[-1]


def test_the_draw_leaves_out_who_asked_and_the_standings_count_half_a_win():
    stage, (first, second, *_others) = make_stage()
    ask(stage, first)
    ask(stage, second, worth="zero")

    round_ = draw(stage)

    kinds = dict(Placement.objects.values_list("entry_id", "kind"))
    assert (kinds[first.pk], kinds[second.pk]) == ("half_bye", "zero_bye")
    assert sorted(kinds.values()).count("bye") == 1
    play_round(round_)
    rows = {
        row.entry_id: row.points for row in rows_after(facts_of(stage, hidden=NOTHING_HIDDEN), 1)
    }
    assert (rows[first.pk], rows[second.pk]) == (1, 0)
    assert {bye.kind for bye in history_of([round_], held_back=()).byes} == {"requested", "drawn"}


def test_the_stage_says_how_many_halves_there_are():
    stage, (entry, *_others) = make_stage(stage_options={"bye_requests": 2})
    ask(stage, entry, 1)
    ask(stage, entry, 2)
    with pytest.raises(rounds.ByeNotPossible, match="2 half-point byes"):
        ask(stage, entry, 3)


def test_asked_twice_is_once_and_another_worth_takes_its_place():
    stage, (entry, *_others) = make_stage()
    ask(stage, entry)
    changed = ask(stage, entry, worth="zero")
    assert list(ByeRequest.objects.filter(taken_back_at=None)) == [changed]
    with pytest.raises(IntegrityError), transaction.atomic():
        ByeRequest.objects.create(
            stage=stage, entry=entry, round_number=1, worth="half", made_at=NOW
        )
    asked = Happening.objects.filter(kind="bye.asked_for").order_by("pk")
    said = [sentence_of(one) for one in asked]
    assert said[0].endswith(
        "recorded the bye asked for by Ann Lee & Bob Lee in round 1 of Spring cup: half a win"
    )


def test_it_is_taken_back_until_the_round_is_drawn():
    stage, (first, second, *_others) = make_stage()
    at, typed = [stage.event.club.slug, stage.event.slug], {"round": "1-1", "worth": "half"}
    client = client_of(stage.event.club, Role.DIRECTOR)
    undo(client, post(client, "bye_requests", *at, entry=first.pk, **typed))
    assert ByeRequest.objects.exclude(taken_back_at=None).exists()
    later = ask(stage, second)
    draw(stage)
    assert not Placement.objects.filter(entry=first, kind="half_bye").exists()
    with pytest.raises(rounds.ByeNotPossible, match="Round 1 is drawn already"):
        records.revoke(later, by=Act(DIRECTOR, NOW))
    assert post(client, "bye_requests", *at, entry=first.pk, **typed).status_code == 422


@pytest.mark.parametrize(
    ("more", "number", "says"),
    [
        ({"format": "round_robin", "rounds_planned": None}, 1, "where each round is drawn"),
        ({}, 5, "Only 4 rounds are planned"),
        ({"method": {"name": "total_points"}}, 1, "no half-point byes"),
    ],
)
def test_what_is_not_possible_is_said(more, number, says):
    stage, (entry, *_others) = make_stage(**more)
    with pytest.raises(rounds.ByeNotPossible, match=says):
        ask(stage, entry, number)
