"""What is worked out from scratch: by whom, how it ends, and that nothing entered changes."""

import pytest
from django.urls import reverse

from league.foundation import site_start
from league.foundation.jobs import services as jobs
from league.foundation.jobs.kinds import kind_named
from league.foundation.jobs.models import Job, Worker
from league.foundation.jobs.progress import Cancelled
from league.foundation.jobs.services import carry_out, shown
from league.play.events.models import Season
from league.tables.standings.models import Snapshot, StageStandings
from tests.league.factories import make_club, make_member, make_players
from tests.league.play.events.factories import NOW
from tests.league.tables.ratings.factories import build, make_event, play, stored

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    monkeypatch.setattr(jobs, "queue", lambda _job_id: None)
    monkeypatch.setattr("league.foundation.following.send", lambda _kind, *_owners: None)


@pytest.fixture
def club():
    return make_club()


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


def test_standings_from_scratch_rank_what_was_ranked_before(client, event):
    owner = sign_in(client, event.club, "owner")
    for version in (1, 2):
        owner.post(addresses(event)["standings"])
        carry_out(job_id=Job.objects.latest("pk").pk, at=NOW)
        assert StageStandings.objects.get().version == version
        assert Snapshot.objects.get().rows.count() == 4


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("what", ["ratings", "statistics", "season", "standings"])
@pytest.mark.parametrize("role", ["director", "scorer", "player"])
def test_others_may_not(client, event, what, role):
    is_theirs = role == "director" and what in ("season", "standings")

    answer = sign_in(client, event.club, role).post(addresses(event)[what])

    assert answer.status_code == (302 if is_theirs else 403)
    assert Job.objects.exists() == is_theirs


@pytest.mark.long
def test_there_is_nothing_else_to_work_out(client, event):
    owner = sign_in(client, event.club, "owner")
    assert (
        owner.post(reverse("desk:club_rebuild", args=[event.club.slug, "cards"])).status_code == 404
    )
    assert owner.get(addresses(event)["ratings"]).status_code == 405


@pytest.mark.long
def test_the_buttons_stand_where_they_are_looked_for(client, event):
    owner = sign_in(client, event.club, "owner")
    at = [event.club.slug]
    for page, what in [
        (reverse("desk:club_settings", args=at), "ratings"),
        (reverse("desk:season", args=[*at, "winter"]), "season"),
        (reverse("desk:stage", args=[*at, event.slug, 1]), "standings"),
    ]:
        text = owner.get(page).content.decode()
        assert (f'action="{addresses(event)[what]}"' in text) == (what != "season")


@pytest.mark.long
def test_what_goes_on_is_seen_at_the_overview_and_at_the_event(client, event, monkeypatch):
    director = sign_in(client, event.club, "director")
    director.post(addresses(event)["standings"])
    home = reverse("desk:club", args=[event.club.slug])
    here = reverse("desk:event", args=[event.club.slug, event.slug])
    job = Job.objects.get()
    link = reverse("desk:job", args=[event.club.slug, job.pk])
    assert link in director.get(home).content.decode()
    assert link in director.get(here).content.decode()
    carry_out(job_id=job.pk, at=NOW)
    assert link not in director.get(home).content.decode()
    kind, stage = kind_named("standings"), event.stages.get()
    with shown(kind, club_id=event.club_id, subject_id=stage.pk, at=NOW):
        assert "<progress" in director.get(here).content.decode()
    assert "<progress" not in director.get(here).content.decode()


@pytest.mark.long
def test_a_worker_that_fell_silent_has_a_whole_sentence(client, event, monkeypatch):
    monkeypatch.setattr(site_start, "started_at", NOW)
    director = sign_in(client, event.club, "director")
    home = reverse("desk:club", args=[event.club.slug])
    assert "have not been running" not in director.get(home).content.decode()

    Worker.objects.create(name="workers", heard_at=NOW)

    assert "background jobs have not been running" in director.get(home).content.decode()


def test_what_goes_on_says_what_it_is_about_and_links_where_one_may_look(client, event):
    sign_in(client, event.club, "owner").post(addresses(event)["ratings"])
    client.post(addresses(event)["season"])
    ratings, season = Job.objects.order_by("pk")
    home = reverse("desk:club", args=[event.club.slug])
    owner_sees = client.get(home).content.decode()
    director_sees = sign_in(client, event.club, "director").get(home).content.decode()

    for text in (owner_sees, director_sees):
        assert "The ratings" in text
        assert "The season</a> · Winter" in text
        assert "It waits for its turn." in text
    link = reverse("desk:job", args=[event.club.slug, ratings.pk])
    assert link in owner_sees
    assert link not in director_sees
    page = reverse("desk:job", args=[event.club.slug, season.pk])
    assert '<p class="over">Winter</p>' in client.get(page).content.decode()


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
        "statistics": "league.tables.statistics.services.statistics_job.recount",
    }[what]
    monkeypatch.setattr(target, one_stage)

    sentence = carry_out(job_id=job.pk, at=NOW).sentence

    assert len(stages) == 2
    assert sentence.startswith("Cancelled. 2 of 3 stages had been")
    assert "as it was before" not in sentence


def raise_at_next_step(monkeypatch):
    def unwanted(_progress):
        raise Cancelled("cancelled")

    monkeypatch.setattr("league.foundation.jobs.progress.SharedProgress._look", unwanted)
