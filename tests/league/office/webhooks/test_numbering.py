"""Cursors miss nothing, although happenings commit in another order than they are written."""

from random import Random

import pytest
from django.db import connection, transaction

from deploy.site.restored import put_right
from league.foundation.journal.services import deliver_all
from league.office.webhooks.models import RETENTION, Change
from league.office.webhooks.selectors import (
    Cursor,
    CursorNotGood,
    CursorTooOld,
    changes_after,
    cursor_from,
)
from league.office.webhooks.services import number_changes
from league.play.events.models import Event
from tests.league.factories import NOW, make_club
from tests.league.foundation.journal.second_person import another_connection
from tests.league.office.webhooks.receivers import happen


def read(club, cursor, **asked):
    usual = {"events": Event.objects.none(), "event": None, "sees_all": True, "most": 100}
    return changes_after(cursor, club=club, at=NOW, **(usual | asked))


def write_through(other, club):
    """Write a happening on another connection, and leave it uncommitted."""
    with other.cursor() as cursor:
        cursor.execute(
            "INSERT INTO journal_happening"
            " (kind, subject_type, actor_name, via, data, club_id, at)"
            " VALUES ('table.confirmed', '', 'Bob', 'desk', '{}', %s, %s) RETURNING id",
            [club.pk, NOW],
        )
        return cursor.fetchone()[0]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_what_is_committed_late_with_a_low_number_comes_behind_what_was_read(time_machine):
    time_machine.move_to(NOW, tick=False)
    club = make_club()
    begin = read(club, None).cursor
    with another_connection() as slow:
        early = write_through(slow, club)
        late = happen(club).pk
        deliver_all(at=NOW)
        first = read(club, begin)
        slow.commit()
        deliver_all(at=NOW)
    second = read(club, first.cursor)

    assert early < late
    assert [change["sequence"] for change in first.results] == [late]
    assert [change["sequence"] for change in second.results] == [early]
    assert read(club, second.cursor).results == []


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_position_that_is_being_given_is_waited_for_by_the_next(time_machine):
    """Two that number at once would commit the higher position first."""
    time_machine.move_to(NOW, tick=False)
    club = make_club()
    Change.objects.create(happening_id=1, at=NOW, kind="table.confirmed", club_id=club.pk)
    with another_connection() as slow, slow.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('number changes'))")
        with transaction.atomic(), connection.cursor() as ours:
            ours.execute("SET LOCAL lock_timeout = '100ms'")
            with pytest.raises(Exception, match="lock timeout"), transaction.atomic():
                number_changes()
        slow.rollback()

    assert number_changes() == 1


@pytest.mark.long
@pytest.mark.django_db
def test_pages_go_through_everything_once():
    club = make_club()
    numbers = list(range(1, 251))
    Random(7).shuffle(numbers)
    for number in numbers:
        Change.objects.create(happening_id=number, at=NOW, kind="club.changed", club_id=club.pk)
        if number % 10 == 0:
            number_changes()
    number_changes()

    cursor, seen, answers = cursor_from("start", NOW), [], 0
    is_more = True
    while is_more:
        page = read(club, cursor, most=40)
        seen += [change["sequence"] for change in page.results]
        cursor, is_more, answers = page.cursor, page.is_more, answers + 1

    assert sorted(seen) == sorted(numbers)
    assert answers == 7


@pytest.mark.django_db
def test_a_cursor_is_good_for_its_time_and_no_longer():
    today = (NOW.date() - NOW.date().replace(1970, 1, 1)).days

    assert cursor_from("", NOW) is None
    assert cursor_from(f"5.{today - RETENTION.days}", NOW) == Cursor(
        position=5, day=today - RETENTION.days
    )
    with pytest.raises(CursorTooOld, match="30 days"):
        cursor_from(f"5.{today - RETENTION.days - 1}", NOW)
    for wrong in ("5", "x.y", f"5.{today + 1}", "5.6.7", "-1.1", "\u0665.1"):
        with pytest.raises(CursorNotGood):
            cursor_from(wrong, NOW)


@pytest.mark.django_db
def test_after_a_restore_cursors_from_before_find_what_happens_next():
    club = make_club()
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval('webhooks_change_position')")
        given = cursor.fetchone()[0]
    # a program read a hundred changes that the backup does not have
    lost = Cursor(position=given + 100, day=0)
    put_right(NOW)
    Change.objects.create(happening_id=9, at=NOW, kind="club.changed", club_id=club.pk)
    number_changes()

    assert [change["sequence"] for change in read(club, lost).results] == [9]
