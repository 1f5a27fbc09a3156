"""Draws that take long: requested, made by a worker, who says when they are done."""

import pytest
from django.urls import reverse

from league.foundation.jobs import services as jobs
from league.foundation.jobs.models import Job
from league.foundation.jobs.services import carry_out
from league.foundation.refusal import OutOfDate
from league.play.events import services as events
from league.play.events.models import Event, Stage
from league.play.rounds import services as rounds
from league.play.rounds.models import Round
from league.play.rounds.services import draw_job
from tests.league.factories import make_member
from tests.league.play.events.factories import DIRECTOR, NOW, make_running

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def sent(monkeypatch):
    """Large is five, and messages are kept here instead of going to a broker."""
    messages = []
    monkeypatch.setattr(draw_job, "LARGE_FIELD", 4)
    monkeypatch.setattr(jobs, "queue", messages.append)
    return messages


def job(event, **fields):
    return rounds.request_draw(stage=event.stages.get(), actor=DIRECTOR, at=NOW, **fields)


@pytest.mark.long
def test_a_job_is_sent_after_the_commit_and_drawn_by_the_worker(
    sent, django_capture_on_commit_callbacks
):
    event = make_running(6)
    with django_capture_on_commit_callbacks(execute=True):
        waiting = job(event, expected_version=event.entries_version)

    assert sent == [waiting.pk]
    assert not Round.objects.exists()
    done = carry_out(job_id=waiting.pk, at=NOW)

    assert (done.state, done.result["rounds"]) == ("done", [1, 2, 3, 4, 5])
    assert Round.objects.count() == 5


def test_asked_for_twice_it_is_drawn_once():
    event = make_running(6, format="swiss")

    first, second = job(event, number=1), job(event, number=1)

    assert first == second
    carry_out(job_id=first.pk, at=NOW)
    assert carry_out(job_id=first.pk, at=NOW) is None
    again = job(event, number=1)
    assert carry_out(job_id=again.pk, at=NOW).result["rounds"] == [1]
    assert Round.objects.count() == 1


def test_an_event_that_changed_meanwhile_is_refused_and_can_be_requested_again():
    event = make_running(6)
    version = event.entries_version
    waiting = job(event, expected_version=version)
    events.withdraw_entry(entry=event.entries.first(), actor=DIRECTOR, at=NOW)

    refused = carry_out(job_id=waiting.pk, at=NOW)

    assert refused.state == "refused"
    assert "entries have changed" in refused.sentence
    assert not Round.objects.exists()
    with pytest.raises(OutOfDate):
        job(event, expected_version=version)
    event.refresh_from_db()
    once_more = job(event, expected_version=event.entries_version)
    assert carry_out(job_id=once_more.pk, at=NOW).state == "done"


@pytest.mark.long
def test_a_change_while_the_draw_is_worked_out_is_noticed(monkeypatch):
    event = make_running(6)
    waiting = job(event)
    draw = draw_job.preview_draw

    def slowly(**fields):
        preview = draw(**fields)
        events.withdraw_entry(entry=event.entries.first(), actor=DIRECTOR, at=NOW)
        return preview

    monkeypatch.setattr(draw_job, "preview_draw", slowly)

    assert carry_out(job_id=waiting.pk, at=NOW).state == "refused"
    assert not Round.objects.exists()


@pytest.mark.long
def test_what_breaks_while_drawing_is_said_and_the_next_job_works(monkeypatch):
    event = make_running(6)
    waiting = job(event)
    monkeypatch.setattr(draw_job, "preview_draw", lambda **_fields: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        carry_out(job_id=waiting.pk, at=NOW)

    waiting.refresh_from_db()
    assert waiting.state == "refused"
    assert "try again" in waiting.sentence


@pytest.mark.long
def test_a_round_is_drawn_again_by_a_job():
    event = make_running(6, format="swiss", stage_options={"first_round": "lot"})
    carry_out(job_id=job(event).pk, at=NOW)

    again = carry_out(job_id=job(event, number=1, redraw_with=77).pk, at=NOW)

    assert again.state == "done"
    assert event.stages.get().seed == 77


# ------------------------------------------------------------------------------- at the desk


def at_desk(client, club, role="director"):
    client.force_login(make_member(club, role=role).user)
    return client


@pytest.mark.long
def test_the_page_answers_at_once_shows_progress_and_then_the_result(client):
    event = make_running(6)
    desk = at_desk(client, event.club)
    draw = reverse("desk:draw", args=[event.club.slug, event.slug])
    page = desk.get(draw)
    assert page.context["preview"] == []

    asked = desk.post(draw, {"version": event.entries_version})

    progress = asked["Location"]
    waits = desk.get(progress).content.decode()
    assert "It waits for its turn." in waits
    assert f'href="{progress}">Look again</a></p></noscript>' in waits
    assert progress in desk.get(draw).content.decode()
    carry_out(job_id=Job.objects.get().pk, at=NOW)
    part = desk.get(progress, headers={"HX-Request": "true"}).content.decode()
    assert "Rounds 1–5 are drawn." in part
    assert "every 2s" not in part


def test_a_refused_job_says_why_and_leads_back(client):
    event = make_running(6)
    desk = at_desk(client, event.club)
    waiting = job(event)
    events.withdraw_entry(entry=event.entries.first(), actor=DIRECTOR, at=NOW)
    carry_out(job_id=waiting.pk, at=NOW)

    page = desk.get(reverse("desk:job", args=[event.club.slug, waiting.pk]))

    assert "The entries have changed in the meantime. Check" in page.content.decode()
    assert "Back to the draw" in page.content.decode()


@pytest.mark.long
@pytest.mark.parametrize(
    ("role", "status"), [("owner", 200), ("director", 200), ("scorer", 403), ("player", 403)]
)
def test_only_those_who_draw_see_how_far_it_is(client, role, status):
    event = make_running(6)
    address = reverse("desk:job", args=[event.club.slug, job(event).pk])

    assert client.get(address).status_code == 302
    assert at_desk(client, event.club, role).get(address).status_code == status


@pytest.mark.long
def test_many_tables_of_few_entries_are_stored_by_a_worker(client, monkeypatch):
    monkeypatch.setattr(draw_job, "LARGE_FIELD", 300)
    monkeypatch.setattr(draw_job, "MANY_TABLES", 14)
    small, many = make_running(5), make_running(6)

    for event, takes_long in [(small, False), (many, True)]:
        desk = at_desk(client, event.club)
        draw = reverse("desk:draw", args=[event.club.slug, event.slug])
        assert desk.get(draw).context["preview"]
        desk.post(draw, {"version": event.entries_version})
        assert Round.objects.filter(stage__event=event).exists() != takes_long

    done = carry_out(job_id=Job.objects.get().pk, at=NOW)
    assert done.result["rounds"] == [1, 2, 3, 4, 5]
    first = many.stages.get().rounds.get(number=1)
    desk.post(reverse("desk:redraw", args=[many.club.slug, many.slug, 1, 1]), {})
    assert Job.objects.filter(subject_id=first.stage_id, state="waiting").count() == 1


def test_matchings_that_take_long_are_made_in_the_background(client, monkeypatch):
    """What a Swiss round costs shows only while it is worked out: the page then offers a job."""
    monkeypatch.setattr(draw_job, "LARGE_FIELD", 300)
    monkeypatch.setattr(draw_job, "MOST_WORK", 10)
    event = make_running(6, format="swiss")
    desk = at_desk(client, event.club)
    with pytest.raises(rounds.TakesLong):
        rounds.preview_at_once(event.stages.get())

    draw = reverse("desk:draw", args=[event.club.slug, event.slug])
    page = desk.get(draw)
    assert "draw takes a moment" in page.content.decode()
    desk.post(draw, {"version": event.entries_version, "number": 1})

    assert Job.objects.count() == 1
    assert not Round.objects.exists()


def test_a_draw_again_that_takes_long_is_made_in_the_background(client, monkeypatch):
    monkeypatch.setattr(draw_job, "LARGE_FIELD", 300)
    event = make_running(6, format="swiss")
    stage = event.stages.get()
    (drawn,) = rounds.draw_rounds(stage=stage, actor=DIRECTOR, at=NOW)
    monkeypatch.setattr(draw_job, "MOST_WORK", 10)

    with pytest.raises(rounds.TakesLong):
        rounds.redraw_at_once(round=drawn, seed=7, actor=DIRECTOR, at=NOW)
    redraw = reverse("desk:redraw", args=[event.club.slug, event.slug, 1, 1])
    asked = at_desk(client, event.club).post(redraw, {})

    waiting = Job.objects.get()
    assert asked["Location"] == reverse("desk:job", args=[event.club.slug, waiting.pk])
    assert Round.objects.get() == drawn
    carry_out(job_id=waiting.pk, at=NOW)
    stage.refresh_from_db()
    assert stage.seed == waiting.data["redraw_with"]


def test_a_draw_that_takes_long_since_it_was_looked_at_is_made_in_the_background(
    client, monkeypatch
):
    monkeypatch.setattr(draw_job, "LARGE_FIELD", 300)
    event = make_running(6, format="swiss")

    def others_were_quicker(**_asked):
        raise rounds.TakesLong("")

    monkeypatch.setattr(rounds, "draw_and_start", others_were_quicker)
    draw = reverse("desk:draw", args=[event.club.slug, event.slug])
    at_desk(client, event.club).post(draw, {"version": event.entries_version, "number": 1})

    assert Job.objects.count() == 1
    assert not Round.objects.exists()


def test_an_open_event_starts_with_its_draw_or_stays_open(monkeypatch):
    event = make_running(4)
    Event.objects.update(state="open")
    stage = Stage.objects.select_related("event").get()
    who = {"stage": stage, "expected_version": -1, "actor": DIRECTOR, "at": NOW}

    def takes_long(**_asked):
        raise rounds.TakesLong("")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(draw_job, "draw_rounds", takes_long)
        with pytest.raises(rounds.TakesLong):
            rounds.draw_and_start(**who, prepared=None)
    event.refresh_from_db()
    assert event.state == "open"

    assert rounds.draw_and_start(**who, prepared=None)
    event.refresh_from_db()
    assert event.state == "running"
