"""Matches with a day: who is told when they are dated, moved and near, and what it reads like."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from django.core import mail
from django.urls import reverse

from league.calendar.match_dates.models import DateState, MatchDate, Venue
from league.foundation.outbox.models import MessageState, OutboxMessage
from league.office.notifications.concerning import a_match_has_another_date, dates_were_published
from league.office.notifications.models import MatchReminder
from league.office.notifications.services.telling import notify
from league.office.notifications.topics import What
from tests.league.office.notifications.club_that_tells import ClubThatTells, choose, turn

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 3, 9, 12, 0, tzinfo=UTC)
TUESDAY = datetime(2026, 3, 17, 19, 0, tzinfo=UTC)


@pytest.fixture
def club(time_machine):
    """A league with two drawn rounds, whose first match is dated at Sailors' Hall."""
    time_machine.move_to(MONDAY, tick=False)
    made = ClubThatTells(MONDAY)
    turn(MONDAY)
    made.hall = Venue.objects.create(
        club=made.club,
        name="Sailors’ Hall",
        address="1 Quay Street",
        map_link="https://maps.example/hall",
        note="Side entrance.",
    )
    made.match = dated(made, number=1, at=TUESDAY)
    mail.outbox.clear()
    return made


def dated(club, *, number, at, state=DateState.PUBLISHED):
    round = club.round
    return MatchDate.objects.create(
        round=round, number=number, begins_at=at, venue=club.hall, home_side=0, state=state
    )


def happened(club, **what):
    """A happening as the subject of dates writes them."""
    known = {
        "pk": 77,
        "at": MONDAY,
        "stage_id": club.round.stage_id,
        "subject_id": club.round.pk,
        "data": {"match_date": club.match.pk},
    }
    return SimpleNamespace(**(known | what))


def tell(club, notices, at=MONDAY):
    for notice in notices:
        notify(notice, club.club.pk, club.event.pk, at)
    return turn(at)


def moved(club, **changed):
    MatchDate.objects.filter(pk=club.match.pk).update(sequence=club.match.sequence + 1, **changed)
    club.match.refresh_from_db()
    return a_match_has_another_date(happened(club))


def letter_to(user):
    return next(one for one in mail.outbox if one.to == [user.email])


@pytest.mark.long
def test_those_who_play_are_told_when_where_and_against_whom(club, settings):
    sent = tell(club, dates_were_published(happened(club)))

    assert sorted(to for to, _subject in sent) == sorted(club.people_at(1))
    letter = letter_to(club.users[0])
    assert letter.subject.startswith("You play on Tuesday, 17 March, 19:00, Sailors’ Hall against ")
    assert letter.subject.endswith("round 1 of Spring cup (Harbour Cards)")
    assert "Ann Lee" not in letter.subject
    assert "Place: Sailors’ Hall, 1 Quay Street, Side entrance" in letter.body
    assert "https://maps.example/hall" in letter.body


@pytest.mark.long
def test_a_line_of_it_can_be_passed_on_as_it_is(club):
    tell(club, dates_were_published(happened(club)))

    lines = letter_to(club.users[0]).body.splitlines()
    (line,) = [one for one in lines if one.startswith("Tuesday, 17 March, 19:00, Sailors’ Hall: ")]
    assert "Ann Lee & Bob Lee" in line
    assert " – " in line
    assert "you" not in line.lower()


@pytest.mark.long
def test_the_mail_has_a_link_to_the_calendar_of_the_person(club, settings):
    tell(club, dates_were_published(happened(club)))

    ann = club.users[0]
    player = ann.players.get()
    calendar = reverse("public:player_calendar", args=[club.club.slug, player.pk])
    letter = letter_to(ann)
    assert f"All your matches in your calendar: {settings.SITE_URL}{calendar}" in letter.body
    assert f'href="{settings.SITE_URL}{calendar}"' in letter.alternatives[0][0]


def test_several_matches_are_one_notice_with_a_line_for_each(club):
    second = club.event.stages.get().rounds.get(number=2)
    for number in (1, 2):
        MatchDate.objects.create(
            round=second,
            number=number,
            begins_at=TUESDAY + timedelta(days=7),
            state=DateState.PUBLISHED,
        )
    tell(club, dates_were_published(happened(club)))

    letter = letter_to(club.users[0])
    assert letter.subject == "The days of your 2 matches in Spring cup are set (Harbour Cards)"
    days = [line for line in letter.body.splitlines() if line.startswith("Tuesday, ")]
    assert [line.split(": ")[0] for line in days] == [
        "Tuesday, 17 March, 19:00, Sailors’ Hall",
        "Tuesday, 24 March, 19:00",
    ]


@pytest.mark.long
def test_what_is_only_planned_is_told_to_nobody(club):
    MatchDate.objects.update(state=DateState.DRAFT)

    assert all(not notice.people for notice in dates_were_published(happened(club)))
    assert a_match_has_another_date(happened(club)) == []


@pytest.mark.long
def test_a_match_that_is_moved_is_told_once_as_it_is_now(club):
    tell(club, moved(club, begins_at=TUESDAY + timedelta(days=1)))
    again = tell(club, a_match_has_another_date(happened(club)))

    assert again == []
    assert len(mail.outbox) == 4
    assert letter_to(club.users[0]).subject.startswith(
        "Changed: you now play on Wednesday, 18 March"
    )


@pytest.mark.long
def test_moved_twice_before_it_is_sent_only_the_last_is_told(club):
    choose(club.users[0], club.club, daily=["matches"])
    notices = moved(club, begins_at=TUESDAY + timedelta(days=1))
    notify(notices[0], club.club.pk, club.event.pk, MONDAY)
    tell(club, moved(club, begins_at=TUESDAY + timedelta(days=2)))
    mail.outbox.clear()

    turn((MONDAY + timedelta(days=1)).replace(hour=8))

    (letter,) = mail.outbox
    assert "Thursday, 19 March" in letter.subject
    assert "Wednesday" not in letter.body


def test_a_postponed_match_has_no_day_for_now(club):
    tell(club, moved(club, begins_at=None, state=DateState.POSTPONED))

    letter = letter_to(club.users[0])
    assert letter.subject.startswith("Postponed: your match against ")
    assert "You are told as soon as a new day is set." in letter.body


@pytest.mark.long
def test_a_round_that_is_opened_says_the_day_of_its_matches(club):
    club.open_round(MONDAY)
    turn(MONDAY)

    bodies = {one.to[0]: one.body for one in mail.outbox}
    with_day = [to for to, body in bodies.items() if "Played on Tuesday, 17 March, 19:00" in body]
    assert sorted(with_day) == sorted(club.people_at(1))


@pytest.mark.long
def test_who_plays_within_a_day_is_reminded_once(club):
    assert turn(TUESDAY - timedelta(hours=25)) == []
    sent = turn(TUESDAY - timedelta(hours=23))
    turn(TUESDAY - timedelta(hours=22))

    assert sorted(to for to, _subject in sent) == sorted(club.people_at(1))
    assert all(subject.startswith("Soon: you play on Tuesday, 17 March") for _to, subject in sent)
    assert len(mail.outbox) == 4
    assert MatchReminder.objects.count() == 1


def test_who_was_just_told_of_the_day_is_not_reminded(club):
    eve = TUESDAY - timedelta(hours=20)
    told = tell(club, moved(club, begins_at=TUESDAY), at=TUESDAY - timedelta(hours=26))
    assert len(told) == 4

    assert turn(eve) == []


def test_a_reminder_that_waits_is_not_sent_when_the_match_was_moved(club):
    choose(club.users[0], club.club, daily=["matches"])
    turn(TUESDAY - timedelta(hours=23))
    mail.outbox.clear()
    MatchDate.objects.update(begins_at=TUESDAY + timedelta(days=7))

    turn(TUESDAY.replace(hour=8))

    assert mail.outbox == []
    waited = OutboxMessage.objects.filter(notification__user=club.users[0])
    assert [row.state for row in waited] == [MessageState.NOT_NEEDED]


@pytest.mark.long
def test_who_wants_none_of_it_gets_none(club):
    choose(club.users[0], club.club, never=["matches"])

    sent = tell(club, dates_were_published(happened(club)))

    assert club.users[0].email not in [to for to, _subject in sent]
    assert len(sent) == 3


def test_a_stage_that_is_gone_tells_nobody():
    gone = SimpleNamespace(pk=1, at=MONDAY, stage_id=0, subject_id=0, data={})

    assert [notice.people for notice in dates_were_published(gone)] == [frozenset()]
    assert a_match_has_another_date(gone) == []
    assert dates_were_published(gone)[0].what is What.DATED
