"""How much, when, by which way: what people choose is kept to."""

from datetime import UTC, datetime, time, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.db import IntegrityError, transaction

from league.office.notifications import services
from league.office.notifications.models import Frequency, Notification, Preference
from league.office.notifications.services.director_messages import Audience
from league.office.notifications.when_due import after_quiet, due_at
from tests.league.factories import make_club, make_user
from tests.league.office.notifications.notifying_club import NotifyingClub, choose, turn

MONDAY = datetime(2026, 3, 9, 12, 0, tzinfo=UTC)
LONDON, TOKYO = "Europe/London", "Asia/Tokyo"


@pytest.fixture
def club(db, time_machine):
    time_machine.move_to(MONDAY, tick=False)
    made = NotifyingClub(MONDAY, deadline=MONDAY + timedelta(days=6))
    turn(MONDAY)
    mail.outbox.clear()
    return made


@pytest.mark.long
def test_never_is_never(club):
    ann = club.users[0]
    choose(ann, club.club, never=["matches"])
    club.open_round(MONDAY)

    assert ann.email not in [to for to, _s in turn(MONDAY)]
    assert not Notification.objects.filter(user=ann).exists()


@pytest.mark.long
def test_once_a_day_is_one_mail_in_the_morning_of_the_club(club):
    ann = club.users[0]
    choose(ann, club.club, daily=["matches", "rulings", "messages"])
    club.open_round(MONDAY)
    assert ann.email not in [to for to, _s in turn(MONDAY)]
    write(club, "Bring a pen")
    assert ann.email not in [to for to, _s in turn(MONDAY + timedelta(hours=1))]
    assert turn(MONDAY + timedelta(hours=19, minutes=59)) == []

    sent = turn(MONDAY + timedelta(hours=20))

    assert sent == [(ann.email, "Harbour Cards: 2 notices")]
    body = mail.outbox[-1].body
    assert "round 1 of Spring cup" in body
    assert "Bring a pen" in body
    assert turn(MONDAY + timedelta(hours=44)) == []


@pytest.mark.long
def test_quiet_hours_put_off_and_lose_nothing(club):
    ann, bob = club.users[:2]
    choose(ann, club.club, quiet_from=time(11), quiet_until=time(13))
    club.open_round(MONDAY)

    first = [to for to, _s in turn(MONDAY)]
    later = [to for to, _s in turn(MONDAY + timedelta(hours=1))]

    assert ann.email not in first
    assert bob.email in first
    assert later == [ann.email]


@pytest.mark.long
def test_an_address_that_was_never_confirmed_is_not_written_to(club):
    ann = club.users[0]
    ann.set_unusable_password()
    ann.address_confirmed_at = None
    ann.save()
    club.open_round(MONDAY)

    assert ann.email not in [to for to, _s in turn(MONDAY)]


def write(club, title):
    """Send a message of the director to everybody in the event."""
    return services.send_message(
        audience=Audience(event=club.event),
        title=title,
        text=f"{title}, please.",
        key=uuid4(),
        **club.who,
    )


@pytest.mark.django_db
def test_the_database_refuses_daily_and_never_at_once():
    user, club = make_user("Ann Lee"), make_club()
    for bad in ({"daily": ["matches"], "never": ["matches"]}, {"daily": ["weather"]}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Preference.objects.create(user=user, club=club, **bad)


@pytest.mark.parametrize(
    ("clock", "quiet", "sent"),
    [
        ("21:59", ("22:00", "07:00"), "21:59"),
        ("22:00", ("22:00", "07:00"), "07:00"),
        ("03:00", ("22:00", "07:00"), "07:00"),
        ("07:00", ("22:00", "07:00"), "07:00"),
        ("12:30", ("12:00", "13:00"), "13:00"),
        ("13:00", ("12:00", "13:00"), "13:00"),
        ("03:00", ("07:00", "07:00"), "03:00"),
    ],
)
def test_quiet_hours_are_of_the_clubs_clock(clock, quiet, sent):
    at = datetime.combine(MONDAY.date(), time.fromisoformat(clock), ZoneInfo(TOKYO))
    begin, end = (time.fromisoformat(one) for one in quiet)

    then = after_quiet(at.astimezone(UTC), begin, end, TOKYO)

    assert then.astimezone(ZoneInfo(TOKYO)).time() == time.fromisoformat(sent)
    assert timedelta(0) <= then - at < timedelta(days=1)


def test_the_morning_comes_once_though_the_clock_is_set_in_the_night():
    before = datetime(2026, 3, 28, 12, 0, tzinfo=UTC)  # London goes on summer time that night

    then = due_at("message", Preference(), Frequency.DAILY, before, LONDON)

    assert then.astimezone(UTC) == datetime(2026, 3, 29, 7, 0, tzinfo=UTC)
