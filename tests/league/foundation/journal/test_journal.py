"""The journal: written with its fact, final, and handed to every reader."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from structlog.testing import capture_logs

from deploy.site.sweeping import sweep
from league.foundation.journal import kinds
from league.foundation.journal.actor import SYSTEM, Act
from league.foundation.journal.models import Happening, Reader, Undelivered
from league.foundation.journal.services import (
    NotInATransaction,
    UnknownKind,
    append,
    deliver_all,
)
from league.foundation.journal.tasks import deliver_task
from tests.emptied import keep_the_journal_from_being_emptied
from tests.league.factories import NOW
from tests.league.foundation.journal.subscribing import (
    KIND,
    OTHER_KIND,
    Notebook,
    happen,
    only,
)

HOUR = timedelta(hours=1)


class TestWriting:
    @pytest.mark.django_db(transaction=True)
    def test_nothing_is_written_outside_a_transaction(self):
        with pytest.raises(NotInATransaction):
            append(kind=KIND, by=Act(SYSTEM, NOW))

        assert not Happening.objects.exists()

    @pytest.mark.django_db
    def test_kind_without_a_sentence_is_not_written(self):
        with pytest.raises(UnknownKind):
            happen("deal.eaten")

    @pytest.mark.django_db
    def test_fact_that_is_taken_back_leaves_no_trace(self):
        with transaction.atomic():
            append(kind=KIND, by=Act(SYSTEM, NOW))
            transaction.set_rollback(True)

        assert not Happening.objects.exists()

    @pytest.mark.django_db
    def test_whole_transaction_asks_for_one_delivery(self, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks() as callbacks, transaction.atomic():
            for _ in range(3):
                append(kind=KIND, by=Act(SYSTEM, NOW))

        assert len(callbacks) == 1


class TestFinal:
    pytestmark = pytest.mark.django_db

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE journal_happening SET actor_name = 'somebody else'",
            "UPDATE journal_happening SET data = '{}'",
            "DELETE FROM journal_happening",
            "TRUNCATE journal_happening",
        ],
    )
    def test_database_refuses_to_change_what_happened(self, statement):
        happen(data={"a": 1})
        # switched off for all tests, so that they can empty their tables
        with connection.cursor() as cursor:
            keep_the_journal_from_being_emptied(cursor)

        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            connection.cursor().execute(statement)

        assert Happening.objects.get().data == {"a": 1}

    @pytest.mark.parametrize(
        ("column", "value", "name"),
        [("via", "window", "happening_via_a_known_face"), ("kind", "", "happening_has_a_kind")],
    )
    def test_the_database_refuses_invalid_rows(self, column, value, name):
        row = {"kind": KIND, "subject_type": "", "actor_name": "x", "via": "desk", "data": {}}
        with pytest.raises(IntegrityError) as refused, transaction.atomic():
            Happening.objects.create(**(row | {column: value}))

        assert refused.value.__cause__.diag.constraint_name == name


@pytest.mark.django_db(transaction=True)
class TestDelivery:
    """What is delivered is committed, so each test commits for real."""

    @pytest.mark.long
    def test_each_reader_is_handed_everything_once_and_in_order(self):
        one, other = Notebook("one"), Notebook("other")
        ids = [happen().pk for _ in range(3)]

        with only(one.subscriber, other.subscriber):
            deliver_all()
            deliver_all()

        assert (one.batches, other.batches) == ([ids], [ids])

    @pytest.mark.long
    @pytest.mark.parametrize("kinds", [frozenset({OTHER_KIND}), OTHER_KIND.__eq__])
    def test_reader_is_handed_the_kinds_it_asked_for_and_moves_over_the_rest(self, kinds):
        book = Notebook(wanted=kinds)
        happen()
        wanted = happen(OTHER_KIND)
        happen()

        with only(book.subscriber):
            deliver_all()

        assert book.ids == [wanted.pk]
        assert not Undelivered.objects.exists()

    @pytest.mark.long
    def test_lost_message_is_made_good_by_the_sweep(self):
        book = Notebook()
        happening = happen()  # nobody runs what it queued

        with only(book.subscriber):
            sweep(at=timezone.now())

        assert book.ids == [happening.pk]

    def test_message_delivered_twice_hands_over_once(self):
        book = Notebook()
        happening = happen()

        with only(book.subscriber):
            deliver_task()
            deliver_task()

        assert book.ids == [happening.pk]

    @pytest.mark.long
    def test_failing_reader_keeps_what_it_failed_on_and_the_others_go_on(self):
        bad, good = Notebook("bad"), Notebook("good")
        bad.fails = True
        ids = [happen().pk, happen().pk]

        with only(bad.subscriber, good.subscriber), capture_logs() as logs:
            deliver_all()

        assert (bad.ids, good.ids) == ([], ids)
        assert {
            (log["event"], log["subscriber"]) for log in logs if log["log_level"] == "error"
        } == {("journal_subscriber_failed", "bad")}

        bad.fails = False
        with only(bad.subscriber, good.subscriber):
            deliver_all(at=timezone.now() + HOUR)
        assert (bad.ids, good.ids) == (ids, ids)

    @pytest.mark.long
    def test_one_happening_that_cannot_be_handled_holds_no_other_one_up(self):
        book = Notebook()
        ids = [happen().pk for _ in range(4)]
        book.refuses = {ids[1]}

        with only(book.subscriber), capture_logs():
            deliver_all()
            at_once = list(book.ids)
            book.refuses = set()
            deliver_all(at=timezone.now() + HOUR)

        assert (at_once, book.ids[3:]) == ([ids[0], ids[2], ids[3]], [ids[1]])

    @pytest.mark.long
    def test_what_a_failing_reader_wrote_is_taken_back(self):
        def handle(_happenings):
            Reader.objects.create(name="trace")
            raise RuntimeError

        happen()
        with only(Notebook("half").subscriber._replace(handle=handle)), capture_logs():
            deliver_all()

        assert not Reader.objects.filter(name="trace").exists()


class TestSentences:
    def test_row_of_another_release_is_shown_as_it_is(self):
        assert kinds.sentence_of("moon.landed", actor="Ann", data={}) == "Ann: moon.landed"

    def test_codes_are_put_into_words_when_they_are_read(self):
        sentence = kinds.sentence_of(
            "member.role_changed",
            actor="Ann",
            data={"member": "Bob", "before": "player", "role": "scorer"},
        )

        assert sentence == "Ann changed the role of Bob from player to scorer"
