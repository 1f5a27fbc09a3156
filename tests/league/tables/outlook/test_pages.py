"""The page of what can still happen, the page of an entry, the API and the file."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from league.clubs.models import Role
from league.faces.public.live.followed import Followed
from league.faces.public.live.messages import Part
from league.faces.public.live.rendering import render_parts
from league.play.events.models import Visibility
from league.tables.outlook.services import work_out
from tests.league.factories import make_member, make_user
from tests.league.office.paper.reading import joined
from tests.league.office.paper.reading import text_of as text_of_paper
from tests.league.reading import text_of
from tests.league.tables.outlook.last_rounds import four_in_the_last_round
from tests.league.tables.standings.factories import (
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
    assert "Chances come from 10,000 simulated seasons." in text
    assert "Possible places are exact." in text


@pytest.mark.long
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
    di = next(row for row in answer["results"] if row["name"] == "Di")
    assert (di["best_place"], di["worst_place"], di["mark"]) == (2, 4, "out")
    assert di["aims"] == [{"aim": "win", "chance": "gone", "percent": 0.0}]
    assert answer["last_round"][0]["sentences"][0] == (
        "With a win: certain, whatever the others do."
    )


@pytest.mark.long
def test_the_marks_stand_on_paper_in_the_file_and_for_programs(client, stage):
    standings = reverse("public:standings", args=address(stage))
    lines = client.get(standings, {"format": "csv"}).content.decode("utf-8-sig").splitlines()
    paper = client.get(reverse("public:standings_pdf", args=address(stage))).content
    rows = client.get(f"/api/v1/stages/{stage.pk}/standings").json()["results"]
    di = entry_of(stage, "Di").pk
    why = client.get(f"/api/v1/stages/{stage.pk}/standings/{di}").json()

    assert "Certain" in lines[0]
    assert [line for line in lines if "cannot win" in line] == [lines[4]]
    assert "cannotwin" in joined(text_of_paper(paper))
    assert [row["mark"] for row in rows] == ["", "", "", "out"]
    assert why["row"]["mark"] == "out"


@pytest.mark.long
def test_what_programs_have_kept_is_read_again_when_a_mark_changes(client):
    stage = four_in_the_last_round()
    build(stage)
    kept = client.get(f"/api/v1/stages/{stage.pk}/standings")
    same = {"HTTP_IF_NONE_MATCH": kept["ETag"]}
    assert client.get(f"/api/v1/stages/{stage.pk}/standings", **same).status_code == 304

    work_out(stage_id=stage.pk, at=NOW, from_scratch=True)

    fresh = client.get(f"/api/v1/stages/{stage.pk}/standings", **same)
    assert [row["mark"] for row in fresh.json()["results"]] == ["", "", "", "out"]


@pytest.mark.long
def test_standings_of_an_earlier_round_and_of_an_event_that_is_over_have_no_marks(client, stage):
    first = client.get(f"/api/v1/stages/{stage.pk}/standings", {"round": 1}).json()
    lines = client.get(
        reverse("public:standings", args=address(stage)), {"format": "csv", "round": 1}
    ).content.decode("utf-8-sig")

    assert {row["mark"] for row in first["results"]} == {""}
    assert "Certain" not in lines


@pytest.mark.long
def test_the_desk_says_of_whom_something_is_certain(client, stage):
    club, event = stage.event.club, stage.event
    director = make_user("Desmond")
    make_member(club, director, Role.DIRECTOR)
    client.force_login(director, "django.contrib.auth.backends.ModelBackend")

    html = client.get(reverse("desk:event", args=[club.slug, event.slug])).content.decode()

    assert "<dt>cannot win</dt><dd>Di</dd>" in html
    assert f"{reverse('public:outlook', args=address(stage))}?stage=1" in html


def test_the_desk_says_that_nothing_is_certain_yet(client):
    stage = make_stage("Ann", "Bob")
    make_table(make_round(stage), "Ann", "Bob")
    work_out(stage_id=stage.pk, at=NOW, from_scratch=True)
    director = make_user("Desmond")
    make_member(stage.event.club, director, Role.DIRECTOR)
    client.force_login(director, "django.contrib.auth.backends.ModelBackend")

    text = text_of(client.get(reverse("desk:event", args=address(stage))))

    assert "Nothing is certain yet: everybody can still win." in text


def test_programs_are_told_when_there_is_nothing(client):
    stage = make_stage("Ann", "Bob")

    answer = client.get(f"/api/v1/stages/{stage.pk}/outlook").json()

    assert (answer["state"], answer["results"]) == ("nothing", [])


def test_a_page_without_an_outlook_says_so(client):
    stage = make_stage("Ann", "Bob", method={"name": "total_points"})
    make_table(make_round(stage), "Ann", "Bob")
    work_out(stage_id=stage.pk, at=NOW, from_scratch=True)

    assert "sets no limit to the points of a match" in page_of(client, stage)


@pytest.mark.long
def test_where_nothing_can_be_said_nothing_leads_to_it(client):
    stage = make_stage("Ann", "Bob", method={"name": "total_points"})
    make_table(make_round(stage), "Ann", "Bob")
    build(stage)
    work_out(stage_id=stage.pk, at=NOW, from_scratch=True)
    director = make_user("Desmond")
    make_member(stage.event.club, director, Role.DIRECTOR)
    client.force_login(director, "django.contrib.auth.backends.ModelBackend")

    for name in ("public:standings", "desk:event"):
        html = client.get(reverse(name, args=address(stage))).content.decode()
        assert reverse("public:outlook", args=address(stage)) not in html, name


@pytest.mark.long
def test_a_hidden_event_has_no_page_for_strangers(client, stage):
    stage.event.visibility = Visibility.HIDDEN
    stage.event.save()

    assert client.get(reverse("public:outlook", args=address(stage))).status_code == 404
    assert client.get(f"/api/v1/stages/{stage.pk}/outlook").status_code == 404


@pytest.mark.long
def test_pages_that_are_kept_are_made_again_when_the_outlook_changes(client):
    stage = four_in_the_last_round()
    build(stage)
    standings = reverse("public:standings", args=address(stage))
    assert "Nothing to be said" in page_of(client, stage)
    assert "cannot win" not in text_of(client.get(standings))

    work_out(stage_id=stage.pk, at=NOW, from_scratch=True)

    assert "The last round: First place" in page_of(client, stage)
    assert "cannot win" in text_of(client.get(standings))


@pytest.mark.long
def test_the_standings_mark_what_is_certain_while_the_event_is_played(client, stage):
    standings = reverse("public:standings", args=address(stage))

    assert "cannot win" in text_of(client.get(standings))

    stage.event.state = "finished"
    stage.event.save()
    assert "cannot win" not in text_of(client.get(f"{standings}?round=2"))


def test_open_pages_of_standings_hear_of_new_marks():
    stage = four_in_the_last_round()
    build(stage)
    part = Part(f"standings-{stage.pk}", "en", full_names=False)
    before = render_parts(Followed("event", stage.event_id), frozenset([part]))

    work_out(stage_id=stage.pk, at=NOW, from_scratch=True)

    after = render_parts(Followed("event", stage.event_id), frozenset([part]))
    assert "cannot win" not in before.texts[part]
    assert "cannot win" in after.texts[part]
    assert after.version > before.version


def test_the_open_page_itself_hears_what_can_still_happen(client):
    stage = four_in_the_last_round()
    build(stage)
    part = Part(f"outlook-{stage.pk}", "en", full_names=False)
    before = render_parts(Followed("event", stage.event_id), frozenset([part]))
    work_out(stage_id=stage.pk, at=NOW, from_scratch=True)

    after = render_parts(Followed("event", stage.event_id), frozenset([part]))

    assert "Nothing to be said" in before.texts[part]
    assert "With a win: certain" in after.texts[part]
    assert after.version > before.version
    page = reverse("public:outlook", args=address(stage))
    asked = client.get(page, headers={"HX-Request": "true"}).content.decode()
    assert asked.split() == after.texts[part].split()


@pytest.mark.long
def test_the_page_follows_an_event_that_is_played_and_no_other(client, stage):
    page = reverse("public:outlook", args=address(stage))
    html = client.get(page).content.decode()
    assert f'data-live-event="outlook-{stage.pk}"' in html
    assert "site/live" in html

    stage.event.state = "finished"
    stage.event.finished_at = NOW
    stage.event.save()
    cache.clear()  # no journal says so

    assert "data-live-event" not in client.get(page).content.decode()


def test_a_part_of_a_stage_of_another_event_is_nobodys(stage):
    part = Part(f"outlook-{stage.pk + 1}", "en", full_names=False)

    assert render_parts(Followed("event", stage.event_id), frozenset([part])).texts == {}
