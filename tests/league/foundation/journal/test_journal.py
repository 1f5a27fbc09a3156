"""The journal: written with its fact, final, and handed to every reader."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from structlog.testing import capture_logs

from deploy.sweeping import sweep
from league.foundation.journal import kinds, services
from league.foundation.journal.actor import SYSTEM, Actor
from league.foundation.journal.models import Happening, Reader, Undelivered
from league.foundation.journal.selectors import Waiting, waiting
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
            append(kind=KIND, actor=SYSTEM, at=NOW)

        assert not Happening.objects.exists()

    @pytest.mark.django_db
    def test_kind_without_a_sentence_is_not_written(self):
        with pytest.raises(UnknownKind):
            happen("deal.eaten")

    @pytest.mark.django_db
    def test_row_says_who_what_when_and_about_what(self):
        reader = Reader.objects.create(name="x")
        actor = Actor(user_id=7, name="Ann", via="desk")
        with transaction.atomic():
            append(
                kind=KIND,
                actor=actor,
                at=NOW,
                club_id=1,
                event_id=2,
                stage_id=3,
                data={"a": 1},
            )

        row = Happening.objects.get()
        assert (row.kind, row.at, row.club_id, row.event_id, row.stage_id) == (KIND, NOW, 1, 2, 3)
        assert (row.actor_user_id, row.actor_name, row.via, row.data) == (
            7,
            "Ann",
            "desk",
            {"a": 1},
        )
        assert (row.subject_type, row.subject_id) == ("", None)
        assert str(reader) == "reader x"

    @pytest.mark.django_db
    def test_fact_that_is_taken_back_leaves_no_trace(self):
        with transaction.atomic():
            append(kind=KIND, actor=SYSTEM, at=NOW)
            transaction.set_rollback(True)

        assert not Happening.objects.exists()

    def test_actor_comes_through_a_known_face(self):
        with pytest.raises(ValueError, match="unknown face"):
            Actor(name="Ann", via="window")

    @pytest.mark.django_db
    def test_whole_transaction_asks_for_one_delivery(self, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks() as callbacks, transaction.atomic():
            for _ in range(3):
                append(kind=KIND, actor=SYSTEM, at=NOW)

        assert len(callbacks) == 1

    @pytest.mark.long
    @pytest.mark.django_db(transaction=True)
    def test_broker_that_is_away_does_not_take_the_fact_with_it(self, no_broker):
        with capture_logs():
            happen()

        assert Happening.objects.count() == 1


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
    def test_what_failed_is_tried_again_later_and_later(self):
        book, began = Notebook(), timezone.now()
        book.refuses = {happen().pk}

        waits = []
        with only(book.subscriber), capture_logs():
            for passed in (0, 15, 45, 3_600):
                at = began + timedelta(seconds=passed)
                deliver_all(at=at)
                deliver_all(at=at)
                row = Undelivered.objects.get()
                waits.append((row.tries, (row.due_at - at).total_seconds()))

        assert waits == [(1, 15), (2, 30), (3, 45), (4, 60)]

    def test_what_waits_is_counted_with_the_age_of_the_oldest(self):
        bad, good = Notebook("bad"), Notebook("good")
        before = waiting(timezone.now())
        first, _second = happen(), happen()
        bad.refuses = {first.pk}
        soon = waiting(timezone.now() + HOUR)
        with only(bad.subscriber, good.subscriber), capture_logs():
            deliver_all()
        later = waiting(timezone.now() + 2 * HOUR)

        assert before == Waiting(happenings=0, oldest_s=0.0, failed=0)
        assert (soon.happenings, soon.failed, soon.oldest_s >= 3_600) == (2, 0, True)
        assert (later.happenings, later.failed, later.oldest_s >= 7_200) == (1, 1, True)

    @pytest.mark.long
    def test_delivering_goes_by_the_index_however_long_the_journal_is(self):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO journal_happening (kind, subject_type, actor_name, via, data)"
                " SELECT %s, '', 'Bob', 'desk', '{}' FROM generate_series(1, 20000)",
                [KIND],
            )
            cursor.execute("DELETE FROM journal_undelivered WHERE happening_id % 1000 <> 0")
            cursor.execute("ANALYZE journal_happening, journal_undelivered")
            with CaptureQueriesContext(connection) as queries:
                rows = services._take(
                    Undelivered.objects.filter(reader="").order_by("happening_id"), services.AT_ONCE
                )
            cursor.execute(f"EXPLAIN {queries[0]['sql']}")
            plan = str(cursor.fetchall())
            transaction.set_rollback(True)

        assert len(rows) == 20
        assert "Index Scan using journal_happening_pkey" in plan
        assert "Seq Scan on journal_happening_from_0" not in plan

    @pytest.mark.long
    def test_many_readers_take_no_more_queries_than_one(self, django_assert_num_queries):
        books = [Notebook(f"book {number}", frozenset({OTHER_KIND})) for number in range(7)]
        with only(*[book.subscriber for book in books]):
            happen()
            deliver_all()
            happen()

            # the mark, the readers, BEGIN, what waits, its end, the limit for locks,
            # other readers, COMMIT, what failed
            with django_assert_num_queries(9):
                deliver_all()

    @pytest.mark.long
    def test_what_a_failing_reader_wrote_is_taken_back(self):
        def handle(_happenings):
            Reader.objects.create(name="trace")
            raise RuntimeError

        happen()
        with only(Notebook("half").subscriber._replace(handle=handle)), capture_logs():
            deliver_all()

        assert not Reader.objects.filter(name="trace").exists()

    @pytest.mark.long
    def test_long_journal_is_handed_over_in_batches(self, monkeypatch):
        monkeypatch.setattr(services, "AT_ONCE", 2)
        book = Notebook()
        ids = [happen().pk for _ in range(5)]

        with only(book.subscriber):
            assert deliver_all() == 5

        # from both ends by turns: what came just now does not wait for all of the rest
        assert book.batches == [ids[3:], ids[:2], [ids[2]]]

    @pytest.mark.long
    def test_number_of_queries_does_not_grow_with_the_happenings(self, django_assert_num_queries):
        book = Notebook()
        with only(book.subscriber):
            happen()
            deliver_all()
            for _ in range(30):
                happen()

            with django_assert_num_queries(11):  # as above, and a savepoint
                deliver_all()

        assert len(book.ids) == 31


class TestSentences:
    def test_sentence_names_the_actor_and_what_the_data_holds(self):
        sentence = kinds.sentence_of("player.added", actor="Ann", data={"player": "Bob Ray"})

        assert sentence == "Ann added the player Bob Ray"

    def test_old_row_without_a_name_gets_a_dash(self):
        assert kinds.sentence_of("player.added", actor="Ann", data={}) == "Ann added the player –"

    def test_old_row_without_a_number_gets_a_dash(self):
        sentence = kinds.sentence_of("players.imported", actor="Ann", data={"added": 3})

        assert sentence == "Ann imported a list of players: 3 added, – changed"

    def test_row_of_another_release_is_shown_as_it_is(self):
        assert kinds.sentence_of("moon.landed", actor="Ann", data={}) == "Ann: moon.landed"

    def test_codes_are_put_into_words_when_they_are_read(self):
        sentence = kinds.sentence_of(
            "member.role_changed",
            actor="Ann",
            data={"member": "Bob", "before": "player", "role": "scorer"},
        )

        assert sentence == "Ann changed the role of Bob from player to scorer"

    def test_kind_is_registered_once(self):
        with pytest.raises(ValueError, match="registered twice"):
            kinds.register("player.added", "another sentence", is_fact=True)
