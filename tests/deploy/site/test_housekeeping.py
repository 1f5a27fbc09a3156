"""What is past its age goes, whatever is younger or a fact stays, and twice does nothing more."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session

from deploy.site import housekeeping
from deploy.site.housekeeping import LEFTOVERS, keep_house
from deploy.site.tasks import keep_house_task
from league.clubs.models import ApiToken, Invitation, Scope, User
from league.foundation.outbox.models import OutboxMessage
from league.office.archives.models import ArchiveFile, Direction
from league.office.imports.models import Upload
from league.office.notifications.models import Notification
from league.office.webhooks.models import Change
from league.play.events.models import Evening
from tests.league.factories import make_club, make_user
from tests.league.office.webhooks.receivers import make_webhook
from tests.recovery.evenings import make_evening

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 7, 23, 0, tzinfo=UTC)
MOMENT = timedelta(minutes=1)
A_DAY = timedelta(days=1)


def user():
    known = User.objects.filter(email="ann@example.org").first()
    return known or User.objects.create_user("ann@example.org", name="Ann")


def session(over):
    return Session.objects.create(session_key=over.isoformat()[:40], expire_date=over)


def noted(model, over, **columns):
    row = model.objects.create(username="ann", path_info="/", http_accept="", **columns)
    model.objects.filter(pk=row.pk).update(attempt_time=over)
    return row


def attempt(over):
    return noted(AccessAttempt, over, failures_since_start=1, user_agent=over.isoformat())


def failure(over):
    return noted(AccessFailureLog, over)


def sign_in(over):
    return noted(AccessLog, over)


def token(over):
    return ApiToken.objects.create(
        user=user(),
        name="x",
        digest=sha256(over.isoformat().encode()).hexdigest(),
        scopes=[Scope.values[0]],
        made_at=over - A_DAY,
        expires_at=over,
    )


def invitation(over, **columns):
    return Invitation.objects.create(
        club=make_club(over.isoformat()),
        email="bob@example.org",
        role="player",
        invited_by=user(),
        invited_at=over - A_DAY,
        **{"expires_at": over, **columns},
    )


def evening(over, club=None):
    return Evening.objects.create(
        club=club or make_club(over.isoformat()),
        day=over.date(),
        variant="pitch",
        preset="standard",
        opened_at=over,
    )


def message(over):
    webhook = make_webhook(make_club(over.isoformat()))
    ended = {"state": "sent", "ended_at": over}
    return OutboxMessage.objects.create(
        way="webhook",
        webhook=webhook,
        kind="table.confirmed",
        body="{}",
        made_at=over,
        due_at=over,
        **ended,
    )


def change(over):
    number = Change.objects.count() + 1
    about = {"kind": "table.confirmed", "club_id": 1, "at": over}
    return Change.objects.create(happening_id=number, position=number, told_at=over, **about)


def archive(over):
    return ArchiveFile.objects.create(
        club=make_club(over.isoformat()),
        direction=Direction.MADE,
        name="harbour.zip",
        size=0,
        sha256="0" * 64,
        stored_at=over - A_DAY,
        stored_by_name="Olive",
        kept_until=over,
    )


def upload(over):
    return Upload.objects.create(
        club=make_club(over.isoformat()),
        made_by=user(),
        kind="players",
        content=b"name\nAnn\n",
        made_at=over - A_DAY,
        kept_until=over,
    )


# one for each kind, which was over at the moment it is given
def notification_over(over):
    club = make_club(f"Club {over}", slug=f"club-{over:%Y%m%d%H%M%S%f}")
    user = make_user(f"Ann {over:%Y%m%d%H%M%S%f}")
    return Notification.objects.create(
        club=club, user=user, what="final", about="event", subject=1, made_at=over
    )


MADE = {
    "sessions that have expired": session,
    "wrong passwords that were counted": attempt,
    "wrong passwords that were noted": failure,
    "who signed in, from where": sign_in,
    "tokens of programs that have expired": token,
    "invitations that nobody accepted": invitation,
    "archives of clubs that were kept for 7 days": archive,
    "uploaded files that nobody finished importing": upload,
    "evenings that never started": evening,
    "messages to webhooks, with their log": message,
    "what people were told, and how": notification_over,
    "changes that programs poll": change,
}


def is_there(row):
    return type(row).objects.filter(pk=row.pk).exists()


def test_every_kind_has_a_row_made_for_it_here():
    assert set(MADE) == {leftover.what for leftover in LEFTOVERS}


@pytest.mark.parametrize("leftover", LEFTOVERS, ids=lambda leftover: leftover.what)
def test_what_is_past_its_age_goes_and_what_is_younger_stays(leftover):
    # an evening is over with its day
    step = A_DAY if leftover.what == "evenings that never started" else MOMENT
    old = MADE[leftover.what](NOW - leftover.retention - step)
    young = MADE[leftover.what](NOW - leftover.retention + step)

    assert keep_house(NOW)[leftover.what] == 1

    assert not is_there(old)
    assert is_there(young)
    assert sum(keep_house(NOW).values()) == 0


def test_invitation_that_was_withdrawn_goes_before_it_expires():
    long_ago = NOW - timedelta(days=91)
    withdrawn = invitation(long_ago, expires_at=NOW + A_DAY, withdrawn_at=long_ago)

    keep_house(NOW)

    assert not is_there(withdrawn)


def test_invitation_that_was_accepted_and_evening_that_started_stay():
    long_ago = NOW - timedelta(days=800)
    accepted = invitation(long_ago, accepted_at=long_ago, accepted_by=user())
    event = make_evening(1).event
    started = evening(long_ago + MOMENT, club=event.club)
    Evening.objects.filter(pk=started.pk).update(event=event)

    keep_house(NOW)

    assert is_there(accepted)
    assert is_there(started)


def test_many_go_batch_by_batch_and_the_rest_the_next_time(monkeypatch):
    monkeypatch.setattr(housekeeping, "BATCH", 2)
    monkeypatch.setattr(housekeeping, "MOST_BATCHES", 2)
    for number in range(5):
        session(NOW - timedelta(hours=1 + number))

    assert keep_house(NOW)["sessions that have expired"] == 4
    assert keep_house(NOW)["sessions that have expired"] == 1


def test_the_beat_keeps_house_by_its_task():
    gone = session(NOW - timedelta(days=2_000))

    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert keep_house_task.name in scheduled
    keep_house_task()

    assert not is_there(gone)
