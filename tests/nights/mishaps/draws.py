"""Draws asked for twice, too early, for a field that has changed, or by way of a worker."""

from league.foundation.jobs.models import Job
from league.foundation.jobs.services import carry_out
from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.rounds import services as rounds
from league.play.rounds.models import RoundState
from league.play.rounds.rooms import draws_all_rounds
from league.play.rounds.selectors import unfinished_tables
from tests.nights.mishaps.people import comes_late
from tests.nights.night import Night

DRAWN, OPEN = RoundState.DRAWN, RoundState.OPEN


def draws_at_the_wrong_time(night: Night) -> None:
    """Ask for a round that is there: it is the same one; for one that cannot come yet: a no."""
    found = night.rounds()
    before = [round.pk for round in found]
    asked = {"stage": night.stage}
    if found and not draws_all_rounds(night.stage):
        number = night.rng.choice(found).number
        again = night.do("draw asked for twice", rounds.draw_rounds, number=number, **asked)
        assert [one.number for one in again] == [number]
        night.do("draw far ahead", rounds.draw_rounds, number=found[-1].number + 2, **asked)
        assert night.refusal is not None or night.rounds()[-1].state == DRAWN
        assert [round.pk for round in night.rounds()] == before
    elif found and found[-1].state == DRAWN:
        again = night.do("draw asked for twice", rounds.draw_rounds, **asked)
        assert [one.pk for one in again] == before


def draws_what_is_stale(night: Night) -> None:
    """Somebody enters between the look at a draw and the draw: it is offered again."""
    version = night.event.entries_version
    comes_late(night)
    if night.refusal is None and not night.rounds(DRAWN):
        night.do("stale draw", rounds.draw_rounds, stage=night.stage, expected_version=version)
        assert night.refusal is not None, "a draw was made for entries that had changed"


def draws_by_a_job(night: Night) -> None:
    """A draw made by a worker; asked for twice it is one, and a changed field is refused."""
    if night.rounds(DRAWN):
        return
    job = night.do("draw requested", rounds.request_draw, stage=night.stage)
    if job is None:
        return
    again = night.do("draw requested twice", rounds.request_draw, stage=night.stage)
    assert again == job
    changed = night.chance(0.3)
    if changed:
        comes_late(night)
        changed = night.refusal is None
    before = len(night.rounds())
    done = night.do("draw carried out", _carry_out, job=job)
    assert done.state in ("done", "refused")
    assert (done.state == "done") == (len(night.rounds()) > before)
    assert not changed or done.state == "refused"
    if done.state == "refused":
        night.tally.refused("Job", done.sentence)
    assert night.do("draw carried out twice", _carry_out, job=job) is None


def _carry_out(*, job: Job, by: Act) -> Job | None:
    return carry_out(job_id=job.pk, at=by.at)


def finishes_too_early(night: Night) -> None:
    """Try to finish: refused while a table plays, asked about before; else taken back at once."""
    is_open = any(unfinished_tables(round) for round in night.rounds(OPEN))
    night.do("finished too early", events.finish_event, event=night.event)
    assert isinstance(night.refusal, events.NotReady) == is_open
    if isinstance(night.refusal, events.Unsettled):
        night.do("finished anyway", events.finish_event, event=night.event, anyway=True)
    assert (night.refusal is not None) == is_open
    if not is_open:
        comes_late(night)
        assert night.refusal is not None
        night.do("draw after the end", rounds.draw_rounds, stage=night.stage)
        night.do("resumed", events.resume_event, event=night.event)
