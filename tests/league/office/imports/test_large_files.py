"""Large files: read by a job, in a process of their own with bounds, then imported as any."""

import pytest

from league.clubs.services import Fate
from league.foundation.jobs import services as jobs
from league.foundation.jobs.apart import SILENT, Limits
from league.foundation.jobs.models import Job, JobState
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused
from league.office.imports import services
from league.office.imports.choices import Choices
from league.office.imports.models import Upload
from league.office.imports.reading.bounds import BoundMet
from league.office.imports.reading_apart import read_apart
from league.office.imports.services import NotReadYet
from tests.league.factories import NOW, actor_of, make_club, make_member, make_user

LINES = 2_500
LIST = "name,number\n" + "".join(f"Zoë {number},{number}\n" for number in range(1, LINES))


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def owner(club):
    return make_member(club, make_user("Olive"), role="owner").user


def taken(club, owner, content, kind="players"):
    return services.keep_upload(
        club=club, user=owner, kind=kind, content=content, by=Act(actor_of(owner), NOW)
    )


def read(upload):
    job = Job.objects.get(kind=services.READING.name, subject_id=upload.pk, state=JobState.WAITING)
    ended = jobs.carry_out(job_id=job.pk, at=NOW)
    return ended, Upload.objects.filter(pk=upload.pk).first()


@pytest.mark.long
@pytest.mark.django_db
def test_a_large_list_is_read_by_a_job_as_it_was_chosen(club, owner, no_broker):
    upload = taken(club, owner, LIST.encode("cp1252"), kind="tabbycat_people")
    with pytest.raises(NotReadYet):
        services.plan_of(upload)

    ended, upload = read(upload)
    assert (ended.state, ended.sentence) == (JobState.DONE, f"The file is read: {LINES} lines.")
    assert [row.title for row in services.plan_of(upload).rows[:2]] == ["Zoë 1", "Zoë 2"]
    assert services.read_upload(upload).grid.encoding == "cp1252"

    # a choice about columns needs no second reading, one about what stands between them does
    chosen = Choices(columns={0: "name", 1: ""}, has_headings=True)
    by = Act(actor_of(owner), NOW)
    services.choose_readable(upload=upload, choices=chosen, by=by)
    assert services.is_read(upload)
    assert not services.is_ready(upload)
    services.choose_readable(upload=upload, choices=Choices(delimiter=";"), by=by)
    assert not services.is_read(upload)

    ended, upload = read(upload)
    assert ended.state == JobState.REFUSED
    assert ended.sentence.startswith("This is no file of teams or speakers from Tabbycat")
    # it is read as it seems to be, as it was at first
    assert services.choices_of(upload).delimiter == ""
    assert services.read_upload(upload).rows[0].get("name") == "Zoë 1"


@pytest.mark.long
@pytest.mark.django_db
def test_the_plan_of_a_large_file_is_made_by_the_job_and_kept(club, owner, no_broker):
    bad = "".join(f"{number},1\n" for number in range(300))
    upload = taken(club, owner, (LIST + bad).encode())
    _ended, upload = read(upload)
    plan = services.plan_of(upload)
    counts = (plan.count(Fate.ADD), plan.count(Fate.BAD), plan.total)
    assert counts == (LINES - 1, 300, LINES + 299)
    assert len(plan.rows) == 400
    assert plan.is_possible

    # what refuses the plan is kept as well, and is said
    upload = taken(club, owner, LIST.replace("number", "rating").encode(), kind="ratings")
    _ended, upload = read(upload)
    with pytest.raises(Refused, match="Choose the games whose ratings these are"):
        services.plan_of(upload)


@pytest.mark.django_db
def test_a_large_file_that_meets_a_bound_is_discarded_and_says_which(club, owner, no_broker):
    upload = taken(club, owner, b"name\n" + b"Ann\n" * 50_001)
    ended, upload = read(upload)
    assert ended.state == JobState.REFUSED
    assert ended.sentence.startswith("The file has more than 50000 lines;")
    assert upload is None


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        (Limits(seconds=0.01), "took longer than 0 seconds and was stopped"),
        pytest.param(
            Limits(memory=200_000_000),
            "took more than 200 MB of memory and was stopped",
            marks=pytest.mark.long,
        ),
    ],
)
def test_a_reader_that_takes_too_much_is_ended(limits, sentence):
    content = b"name\n" + b"Ann Lee,1234567,ann@example.org\n" * 40_000
    with pytest.raises(BoundMet, match=sentence):
        read_apart("players", content, Choices(), SILENT, limits)
