"""Rows that are loaded from a dump one by one are delivered as if they were written now."""

import pytest
from django.db import connection

from league.foundation.journal.models import Undelivered
from league.foundation.journal.services import deliver_all
from tests.league.foundation.journal.subscribing import KIND, Notebook, only

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def test_what_a_dump_brings_row_by_row_is_delivered_once():
    """The row of what waits is there before the trigger would write it."""
    book = Notebook()
    with only(book.subscriber), connection.cursor() as cursor:
        deliver_all()
        cursor.execute("INSERT INTO journal_undelivered (happening_id) VALUES (7)")
        cursor.execute(
            "INSERT INTO journal_happening (id, kind, subject_type, actor_name, via, data)"
            " VALUES (7, %s, '', 'Bob', 'desk', '{}')",
            [KIND],
        )
        waiting = Undelivered.objects.count()
        deliver_all()

    assert (waiting, book.ids) == (1, [7])
