"""After a restore into a new cluster: numbers of transactions start lower, nothing is missed."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from league.journal.management.commands.journal_after_restore import rewind_after_restore
from league.journal.models import Happening, Reader
from tests.league.journal.subscribing import KIND, Notebook, deliver_everything, happen, only

pytestmark = pytest.mark.django_db(transaction=True)

OLD_CLUSTER = 4_000_000_000  # far ahead of the transactions of any test


def restored(count):
    """Write rows as a dump of an older cluster holds them."""
    with connection.cursor() as cursor:
        for number in range(count):
            cursor.execute(
                "INSERT INTO journal_happening"
                " (transaction, kind, subject_type, actor_name, via, data)"
                " VALUES (%s, %s, '', 'Bob', 'desk', '{}')",
                [OLD_CLUSTER + number, KIND],
            )
    return list(Happening.objects.order_by("id").values_list("id", flat=True))


def test_without_the_command_new_happenings_would_be_passed_over():
    book = Notebook()
    restored(1)
    Reader.objects.create(name=book.name, transaction=OLD_CLUSTER, happening_id=1_000)

    with only(book.subscriber):
        happen()
        deliver_everything(most=5)  # it is held back for ever

    assert book.ids == []


def test_readers_go_on_where_they_were():
    book = Notebook()
    ids = restored(3)
    Reader.objects.create(name=book.name, transaction=OLD_CLUSTER + 1, happening_id=ids[1])

    out = StringIO()
    call_command("journal_after_restore", stdout=out)
    new = happen().pk
    with only(book.subscriber):
        deliver_everything()

    assert book.ids == [ids[2], new]
    assert "notebook: 1 happenings are still to be delivered" in out.getvalue()


def test_what_was_written_before_the_command_ran_is_not_missed():
    book = Notebook()
    ids = restored(2)
    Reader.objects.create(name=book.name, transaction=OLD_CLUSTER + 1, happening_id=ids[1])
    new = happen().pk

    rewind_after_restore()
    with only(book.subscriber):
        deliver_everything()

    assert book.ids == [new]


def test_run_twice_it_does_nothing_more():
    ids = restored(2)
    Reader.objects.create(name="x", transaction=OLD_CLUSTER + 1, happening_id=ids[1])

    assert rewind_after_restore() == rewind_after_restore() == {"x": 0}


def test_journal_is_final_again_afterwards():
    restored(1)
    rewind_after_restore()

    with connection.cursor() as cursor:
        cursor.execute("SELECT tgenabled FROM pg_trigger WHERE tgname = 'happening_is_final'")
        assert cursor.fetchone() == ("O",)
