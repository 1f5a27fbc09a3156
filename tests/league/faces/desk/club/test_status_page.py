"""The status of a club and of its site: what is true, in sentences, for whom it concerns."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from league.clubs.models.accounts import INVITATION
from league.foundation import release
from league.foundation.club_limits.services import EVENTS, count
from league.foundation.jobs.models import Worker
from league.foundation.outbox.models import OutboxMessage
from league.tables.ratings.models import ClubRatings
from tests.league.factories import make_club, make_user

pytestmark = pytest.mark.django_db

ALL_COUNTED = "Every result is counted: standings, statistics and ratings follow."


@pytest.fixture
def club(owner):
    return make_club(owner=owner)


def page(client, club):
    answer = client.get(reverse("desk:club_status", args=[club.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def is_behind(club, since):
    ClubRatings.objects.create(club=club, wanted=1, built=0, wanted_at=since)


def owe_mail(club, since):
    OutboxMessage.objects.create(
        way="mail", kind=INVITATION, club=club, made_at=since, due_at=since
    )


def test_where_all_is_well_every_sentence_says_so(client, club, owner, embedded_servers):
    Worker.objects.create(name="workers", heard_at=timezone.now())
    count(EVENTS, club.pk, timezone.now(), more=3)
    client.force_login(owner)
    html = page(client, club)

    for sentence in (
        ALL_COUNTED,
        "Every e-mail has been sent.",
        "No long task is waiting or in progress.",
        "The database answers.",
        "The queue of tasks answers.",
        "The workers that count results and send e-mails are running.",
        "3 of 200",
        "This is Tricktable ",
    ):
        assert sentence in html
    assert 'class="notice bad"' not in html
    assert "All clubs of the site" not in html


def test_what_waits_in_the_club_is_counted_and_what_waits_in_another_is_not(client, club, owner):
    other = make_club("Hill Cards", owner=owner)
    is_behind(club, timezone.now() - timedelta(minutes=10))
    owe_mail(other, timezone.now() - timedelta(hours=1))
    client.force_login(owner)
    own, others = page(client, club), page(client, other)

    assert ", the ratings of 1 club are being recalculated." in own
    assert 'class="notice warn"' in own  # ten minutes are late
    assert ALL_COUNTED not in own
    assert "Every e-mail has been sent." in own
    assert ALL_COUNTED in others
    assert ", 1 e-mail has been waiting to be sent." in others


def test_staff_of_the_site_see_what_waits_in_all_clubs(client, club):
    is_behind(make_club("Hill Cards"), timezone.now())
    staff = make_user("Stan Staff")
    staff.is_staff = True
    staff.save()
    client.force_login(staff)
    html = page(client, club)

    assert "All clubs of the site" in html
    assert (
        ", the ratings of 1 club are being recalculated." in html.split("All clubs of the site")[1]
    )


@pytest.mark.parametrize(
    ("heard", "sentence"),
    [
        (None, "No worker has started yet."),
        (timedelta(minutes=5), ", no worker has been heard of."),
    ],
)
def test_silent_workers_and_a_broker_that_is_away_are_shown(
    client, club, owner, heard, sentence, no_broker, monkeypatch
):
    monkeypatch.setattr(release, "started_at", timezone.now() - timedelta(minutes=3))
    if heard:
        Worker.objects.create(name="workers", heard_at=timezone.now() - heard)
    client.force_login(owner)
    html = page(client, club)

    assert sentence in html
    assert "The queue of tasks does not answer." in html
    assert html.count('class="notice bad"') == 2
