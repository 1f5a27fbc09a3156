"""What is passing is deleted when it is old enough; facts and what is still owed stay."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from league.foundation.journal.models import Happening, Undelivered
from league.foundation.journal.services import delete_passed
from tests.league.foundation.journal.subscribing import happen

pytestmark = pytest.mark.django_db

PASSING, FACT, UNKNOWN = "clock.paused", "table.confirmed", "of.another_release"
A_DAY = timedelta(days=1)


@pytest.fixture
def at(settings):
    settings.JOURNAL_DAYS = 400
    return timezone.now()


def delivered(kind, at):
    row = happen(kind, at=at)
    Undelivered.objects.all().delete()
    return row


def test_what_is_old_and_passing_goes_and_all_else_stays(at):
    old, young = at - 401 * A_DAY, at - 399 * A_DAY
    delivered(PASSING, old)
    stays = [delivered(PASSING, young), delivered(FACT, old)]
    Happening.objects.create(kind=UNKNOWN, actor_name="x", via="desk", at=old)
    Undelivered.objects.all().delete()

    assert delete_passed(at) == 1

    assert set(Happening.objects.exclude(kind=UNKNOWN)) == set(stays)
    assert Happening.objects.filter(kind=UNKNOWN).exists()
    assert delete_passed(at) == 0


def test_what_is_still_to_be_delivered_stays_until_then(at):
    happen(PASSING, at=at - 401 * A_DAY)

    assert delete_passed(at) == 0
    Undelivered.objects.all().delete()
    assert delete_passed(at) == 1


@pytest.mark.parametrize(
    ("age", "setting"), [(28 * A_DAY, "passed"), (500 * A_DAY, "words"), (500 * A_DAY, "")]
)
def test_the_database_lets_nothing_else_go(at, age, setting):
    delivered(PASSING, at - age)
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('tricktable.erasing', %s, true)", [setting])

    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Happening.objects.all().delete()


def test_a_clock_that_has_jumped_ahead_deletes_nothing_of_this_month(at):
    delivered(PASSING, at)

    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        delete_passed(at + 500 * A_DAY)
