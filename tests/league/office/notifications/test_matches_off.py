"""An entry withdraws, or a match is forfeited: all who were to play it learn that, once."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.urls import reverse

from league.calendar.match_dates.models import DateState, MatchDate
from league.calendar.match_dates.services import publish_dates, set_date
from league.foundation.journal.actor import Act
from league.play.events import services as events
from league.play.rounds import services as rounds
from tests.league.factories import actor_of
from tests.league.office.notifications.notifying_club import NotifyingClub, turn

pytestmark = pytest.mark.django_db
MONDAY = datetime(2026, 3, 9, 12, 0, tzinfo=UTC)
TUESDAY = datetime(2026, 3, 17, 19, 0, tzinfo=UTC)
SUNDAY = MONDAY + timedelta(days=6)


@pytest.fixture
def club(time_machine):
    """A league whose first round is open, which everybody was notified of."""
    time_machine.move_to(MONDAY, tick=False)
    made = NotifyingClub(MONDAY, deadline=SUNDAY)
    made.open_round(MONDAY)
    turn(MONDAY)
    mail.outbox.clear()
    return made


def by_dora(club):
    return {"by": Act(actor_of(club.dora), MONDAY)}


def withdraw_first(club):
    entry = club.table(1).placements.order_by("side").first().entry
    entry.event = club.event
    return events.withdraw_entry(entry=entry, **by_dora(club))


def test_an_entry_that_comes_back_in_time_has_its_match_and_nobody_reads_that_it_is_off(club):
    playing = club.people_at(1)
    entry = withdraw_first(club)
    events.reinstate_entry(entry=entry, **by_dora(club))

    sent = turn(MONDAY)

    assert sorted(to for to, _subject in sent) == sorted(playing)
    assert all(subject.startswith("Changed: ") for _to, subject in sent)


def test_whose_match_is_off_reads_it_and_where_the_round_is_found(club):
    playing = club.people_at(1)
    withdraw_first(club)

    sent = turn(MONDAY)

    assert sorted(to for to, _subject in sent) == sorted(playing)
    page = reverse("public:round", args=[club.club.slug, club.event.slug, 1, 1])
    assert page in mail.outbox[0].body


def test_the_days_of_a_stage_are_sent_to_those_who_play_on_them(time_machine):
    time_machine.move_to(MONDAY, tick=False)
    club = NotifyingClub(MONDAY)
    set_date(round=club.round, number=1, begins_at=TUESDAY, state=DateState.DRAFT, **by_dora(club))
    turn(MONDAY)
    publish_dates(stage=club.round.stage, **by_dora(club))

    sent = turn(MONDAY)

    assert sorted(to for to, _subject in sent) == sorted(club.people_at(1))
    assert "Tuesday, 17 March, 19:00" in mail.outbox[-1].body


@pytest.mark.parametrize("again", [False, True])
def test_who_played_a_match_whose_draw_is_discarded_learns_that_its_day_is_off(time_machine, again):
    time_machine.move_to(MONDAY, tick=False)
    club = NotifyingClub(MONDAY)
    playing = club.people_at(1)
    set_date(round=club.round, number=1, begins_at=TUESDAY, state=DateState.RULED, **by_dora(club))
    MatchDate.objects.create(round=club.round, number=2, begins_at=TUESDAY, state=DateState.DRAFT)
    turn(MONDAY)
    mail.outbox.clear()
    if again:
        rounds.redraw_round(round=club.round, seed=7, **by_dora(club))
    else:
        rounds.undo_draw(round=club.round, **by_dora(club))

    sent = turn(MONDAY)

    off = [(to, subject) for to, subject in sent if subject.startswith("Off: ")]
    assert sorted(to for to, _subject in off) == sorted(playing)
    assert sent == off
    assert " in round 1 of Spring cup (Harbour Cards) is not played" in off[0][1]
    assert "It was planned for Tuesday, 17 March, 19:00" in mail.outbox[-1].body
    assert turn(MONDAY + timedelta(hours=1)) == []
