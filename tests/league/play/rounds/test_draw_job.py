"""Draws that take long: requested, made by a worker, who says when they are done."""

import pytest

from league.foundation.jobs import services as jobs
from league.foundation.jobs.services import carry_out
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate
from league.play.events import services as events
from league.play.events.models import Event, Stage
from league.play.rounds import services as rounds
from league.play.rounds.models import Round
from league.play.rounds.services import draw_job
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
    return rounds.request_draw(stage=event.stages.get(), by=Act(DIRECTOR, NOW), **fields)


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
    events.withdraw_entry(entry=event.entries.first(), by=Act(DIRECTOR, NOW))

    refused = carry_out(job_id=waiting.pk, at=NOW)

    assert refused.state == "refused"
    assert "entries have changed" in refused.sentence
    assert not Round.objects.exists()
    with pytest.raises(OutOfDate):
        job(event, expected_version=version)
    event.refresh_from_db()
    once_more = job(event, expected_version=event.entries_version)
    assert carry_out(job_id=once_more.pk, at=NOW).state == "done"


# ------------------------------------------------------------------------------- at the desk


def test_an_open_event_starts_with_its_draw_or_stays_open(monkeypatch):
    event = make_running(4)
    Event.objects.update(state="open")
    stage = Stage.objects.select_related("event").get()
    who = {"stage": stage, "expected_version": -1, "by": Act(DIRECTOR, NOW)}

    def takes_long(**_asked):
        raise rounds.TakesLong("")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(draw_job, "draw_rounds", takes_long)
        with pytest.raises(rounds.TakesLong):
            rounds.start_and_draw(**who, prepared=None)
    event.refresh_from_db()
    assert event.state == "open"

    assert rounds.start_and_draw(**who, prepared=None)
    event.refresh_from_db()
    assert event.state == "running"
