"""What is worked out from scratch: by whom, how it ends, and that nothing entered changes."""

import pytest
from django.urls import reverse

from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import Cancelled
from league.foundation.jobs.models import Job
from league.foundation.jobs.services import carry_out
from league.play.events.models import Season
from tests.league.factories import make_member, make_players
from tests.league.play.events.factories import NOW
from tests.league.tables.ratings.factories import build, make_event, play, stored

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    monkeypatch.setattr(jobs, "queue", lambda _job_id: None)
    monkeypatch.setattr("league.foundation.derived_state.send", lambda _kind, *_owners: None)


@pytest.fixture
def event(club):
    """A night of a season that is played, ranked and rated."""
    season = Season.objects.create(
        club=club, name="Winter", slug="winter", starts_on="2026-01-01", ends_on="2026-12-31"
    )
    event = make_event(club, season=season)
    four = make_players(club, "Ann", "Bob", "Cid", "Dee")
    play(event, [four[:2], four[2:]], [500, 200])
    build(club)
    return event


def sign_in(client, club, role):
    client.force_login(make_member(club, role=role).user)
    return client


def addresses(event):
    club, stage = event.club.slug, event.stages.get().number
    return {
        "ratings": reverse("desk:club_rebuild", args=[club, "ratings"]),
        "statistics": reverse("desk:club_rebuild", args=[club, "statistics"]),
        "season": reverse("desk:season_rebuild", args=[club, "winter"]),
        "standings": reverse("desk:stage_rebuild", args=[club, event.slug, stage]),
    }


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("ratings", "6 ratings recalculated from the first table on."),
        ("statistics", "The deals of 1 stage have been recounted."),
        ("season", "Winter recalculated from all the results of 1 night."),
        ("standings", "have been recalculated from all results."),
    ],
)
def test_an_owner_has_it_worked_out_from_scratch_and_nothing_changes(client, event, what, sentence):
    before = stored(event.club)
    owner = sign_in(client, event.club, "owner")

    answer = owner.post(addresses(event)[what])

    (job,) = Job.objects.all()
    assert answer["Location"] == reverse("desk:job", args=[event.club.slug, job.pk])
    done = carry_out(job_id=job.pk, at=NOW)
    assert done.state == "done"
    assert sentence in done.sentence
    assert done.sentence in owner.get(answer["Location"]).content.decode().replace("&#x27;", "'")
    assert stored(event.club) == before
    again = owner.post(addresses(event)[what])["Location"]
    assert again != answer["Location"]


@pytest.mark.parametrize("what", ["season", "statistics"])
def test_cancelled_on_the_way_it_says_what_is_done_and_stays(client, event, what, monkeypatch):
    for number in (2, 3):
        make_event(event.club, season=event.season, slug=f"more-{number}")
    owner = sign_in(client, event.club, "owner")
    owner.post(addresses(event)[what])
    job, stages = Job.objects.get(), []

    def one_stage(*args, **fields):
        stages.append(fields)
        if len(stages) == 2:
            raise_at_next_step(monkeypatch)

    target = {
        "season": "league.tables.seasons.services.season_job.standings.rebuild_from_scratch",
        "statistics": "league.tables.statistics.services.recount",
    }[what]
    monkeypatch.setattr(target, one_stage)

    sentence = carry_out(job_id=job.pk, at=NOW).sentence

    assert len(stages) == 2
    assert sentence.startswith("Cancelled. 2 of 3 stages had been")
    assert "as it was before" not in sentence


def raise_at_next_step(monkeypatch):
    def unwanted(_progress):
        raise Cancelled("cancelled")

    monkeypatch.setattr("league.foundation.jobs.apart.SharedProgress._look", unwanted)
