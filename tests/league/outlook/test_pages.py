"""The page of what can still happen, the page of an entry, the API and the file."""

import pytest
from django.urls import reverse

from league.events.models import Visibility
from league.outlook.services import work_out
from league.standings.stamps import forget_stamps
from tests.league.outlook.last_rounds import four_in_the_last_round
from tests.league.reading import text_of
from tests.league.standings.factories import (
    NOW,
    build,
    entry_of,
    make_round,
    make_stage,
    make_table,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage():
    stage = four_in_the_last_round()
    build(stage)
    work_out(stage_id=stage.pk, at=NOW, from_scratch=True)
    return stage


def address(stage):
    return [stage.event.club.slug, stage.event.slug]


def page_of(client, stage):
    return text_of(client.get(reverse("public:outlook", args=address(stage))))


def test_the_page_says_who_can_still_win_and_what_it_takes(client, stage):
    text = page_of(client, stage)

    assert "The last round: First place" in text
    assert "With a win: certain, whatever the others do." in text
    assert "With a loss: possible, if other tables or the tie-breaks help." in text
    assert "cannot win" in text
    assert "1 to 3" in text
    assert "a simulation from ratings of 10000 seasons, not a promise" in text
    assert "The places are exact" in text


def test_the_standings_lead_to_it(client, stage):
    html = client.get(reverse("public:standings", args=address(stage))).content.decode()

    assert reverse("public:outlook", args=address(stage)) in html


def test_the_page_of_an_entry_says_what_its_next_table_takes_it_past(client, stage):
    why = reverse("public:why", args=[*address(stage), entry_of(stage, "Bob").pk])
    text = text_of(client.get(why))

    assert "Places that can still be reached: 1 to 4." in text
    assert "A draw in round 3 takes you past Cy." in text
    assert "One match is not enough to pass Ann: 2 points are missing." in text


def test_the_file_has_a_line_an_entry(client, stage):
    lines = (
        client.get(reverse("public:outlook", args=address(stage)), {"format": "csv"})
        .content.decode("utf-8-sig")
        .splitlines()
    )

    assert lines[0].startswith("Group,Name,Best place,Worst place,Certain,First place")
    assert any(line.startswith(",Di,2,4,cannot win,not possible") for line in lines)


def test_programs_read_the_same(client, stage):
    answer = client.get(f"/api/v1/stages/{stage.pk}/outlook").json()

    assert (answer["state"], answer["exact"], answer["count"]) == ("told", True, 4)
    di = next(row for row in answer["rows"] if row["name"] == "Di")
    assert (di["best_place"], di["worst_place"], di["mark"]) == (2, 4, "out")
    assert di["aims"] == [{"aim": "win", "chance": "gone", "percent": 0.0}]
    assert answer["last_round"][0]["sentences"][0] == (
        "With a win: certain, whatever the others do."
    )


def test_programs_are_told_when_there_is_nothing(client):
    stage = make_stage("Ann", "Bob")

    answer = client.get(f"/api/v1/stages/{stage.pk}/outlook").json()

    assert (answer["state"], answer["rows"]) == ("nothing", [])


def test_a_page_without_an_outlook_says_so(client):
    stage = make_stage("Ann", "Bob", method={"name": "total_points"})
    make_table(make_round(stage), "Ann", "Bob")
    work_out(stage_id=stage.pk, at=NOW, from_scratch=True)

    assert "sets no limit to the points of a match" in page_of(client, stage)


def test_a_hidden_event_has_no_page_for_strangers(client, stage):
    stage.event.visibility = Visibility.HIDDEN
    stage.event.save()

    assert client.get(reverse("public:outlook", args=address(stage))).status_code == 404
    assert client.get(f"/api/v1/stages/{stage.pk}/outlook").status_code == 404


def test_pages_that_are_kept_are_made_again_when_the_outlook_changes(client):
    stage = four_in_the_last_round()
    build(stage)
    standings = reverse("public:standings", args=address(stage))
    assert "Nothing to be said" in page_of(client, stage)
    assert "cannot win" not in text_of(client.get(standings))

    work_out(stage_id=stage.pk, at=NOW, from_scratch=True)
    forget_stamps()  # as another process, or this one a moment later

    assert "The last round: First place" in page_of(client, stage)
    assert "cannot win" in text_of(client.get(standings))


def test_the_standings_mark_what_is_certain_while_the_event_is_played(client, stage):
    standings = reverse("public:standings", args=address(stage))

    assert "cannot win" in text_of(client.get(standings))

    stage.event.state = "finished"
    stage.event.save()
    assert "cannot win" not in text_of(client.get(f"{standings}?round=2"))
