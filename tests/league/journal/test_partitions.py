"""The journal in partitions: made ahead, never missing, and as final as one table was."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import IntegrityError, OperationalError, connection, transaction
from psycopg.errors import LockNotAvailable
from structlog.testing import capture_logs

from league.journal import partitions
from league.journal.models import Happening, Undelivered
from league.journal.partitions import Partition, make_ahead, width
from league.journal.services import deliver_all
from tests.emptied import keep_the_journal_from_being_emptied, let_the_journal_be_emptied
from tests.league.factories import NOW
from tests.league.journal.subscribing import KIND, Notebook, happen, only

FIRST = "journal_happening_from_0"
A_MONTH = timedelta(days=30)


def ask(question, *values):
    with connection.cursor() as cursor:
        cursor.execute(question, values)
        return cursor.fetchall()


def do(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)


def place_of(happening):
    """Return the table in which the happening lies."""
    ((table,),) = ask(
        "SELECT tableoid::regclass::text FROM journal_happening WHERE id = %s", happening.pk
    )
    return table


def go_on_from(number):
    ask("SELECT setval(pg_get_serial_sequence('journal_happening', 'id'), %s, false)", number)


def start_of_last():
    return partitions.partitions()[-1].first


@pytest.fixture
def numbers(db):
    """Count on from where it was: no transaction takes the numbers back that a test gives out."""
    ((before,),) = ask("SELECT last_value FROM journal_happening_id_seq")
    yield
    go_on_from(before + 1)


class TestWidth:
    @pytest.mark.parametrize(
        ("happenings", "days", "expected"),
        [
            (0, 400.0, 1_000_000),
            (5_000, 0.0, 1_000_000),
            (1_000_000, 91.0, 1_000_000),
            (1_000_001, 91.0, 2_000_000),
            (40_000_000, 365.0, 10_000_000),
            (10**12, 1.0, 50_000_000),
        ],
    )
    def test_a_partition_is_for_about_a_quarter_in_whole_millions(self, happenings, days, expected):
        assert width(happenings, days) == expected


class TestAhead:
    pytestmark = pytest.mark.usefixtures("numbers")

    def test_a_new_site_has_a_partition_in_use_and_one_without_an_end(self):
        first, last = partitions.partitions()

        assert (first.name, last.name) == (FIRST, f"journal_happening_from_{first.end}")
        assert (last.first, last.end) == (first.end, None)

    def test_one_is_made_when_the_one_before_it_is_in_use(self):
        begin = start_of_last()

        made = make_ahead(NOW)

        assert made == Partition(begin, begin + 1_000_000)
        assert partitions.partitions()[-2:] == [made, Partition(made.end, None)]
        assert make_ahead(NOW) is None

    def test_what_is_written_goes_there_when_its_turn_comes(self):
        made = make_ahead(NOW)
        before = happen()
        go_on_from(made.first)
        after = happen()

        assert (place_of(before), place_of(after)) == (FIRST, made.name)
        assert make_ahead(NOW).first == made.end

    def test_where_much_happens_the_next_one_is_wider(self):
        make_ahead(NOW)
        happen()
        go_on_from(2_900_000)

        made = make_ahead(NOW + A_MONTH)

        assert made.end - made.first == 9_000_000

    def test_nothing_fails_for_want_of_one(self):
        begin = start_of_last()
        go_on_from(begin + 2_500_000)
        rows = [happen(), happen()]

        made = make_ahead(NOW)

        assert {place_of(row) for row in rows} == {made.name}
        assert made == Partition(begin, begin + 3_000_000)
        assert place_of(happen()) == made.name
        assert make_ahead(NOW) == Partition(made.end, made.end + 1_000_000)
        assert make_ahead(NOW) is None

    def test_ids_that_are_above_the_sequence_find_their_place(self):
        Happening.objects.create(id=77_777_777, at=NOW, kind=KIND, actor_name="x", via="desk")

        assert make_ahead(NOW).end == 78_000_000
        assert Happening.objects.get().pk == 77_777_777

    def test_late_row_is_the_newest_whatever_its_time_says(self):
        made = make_ahead(NOW)
        go_on_from(made.first)

        late = happen(at=NOW - timedelta(days=900))

        assert place_of(late) == made.name
        assert Happening.objects.order_by("-id").first() == late

    def test_where_the_table_is_held_the_next_hour_tries_again(self, monkeypatch):
        def held(*_args):
            raise OperationalError from LockNotAvailable()

        before = partitions.partitions()
        monkeypatch.setattr(partitions, "_give_its_end", held)
        with capture_logs() as logs:
            assert make_ahead(NOW) is None

        assert [log["event"] for log in logs] == ["no_partition_made"]
        assert partitions.partitions() == before


class TestEachPartition:
    pytestmark = pytest.mark.usefixtures("numbers")

    @pytest.fixture(params=["first", "made ahead", "last", "last that got its end"])
    def place(self, request):
        """A partition with a happening in it."""
        match request.param:
            case "made ahead":
                go_on_from(make_ahead(NOW).first)
            case "last" | "last that got its end":
                go_on_from(start_of_last())
        row = happen(data={"a": 1})
        if request.param == "last that got its end":
            make_ahead(NOW)
        with connection.cursor() as cursor:
            keep_the_journal_from_being_emptied(cursor)
        yield place_of(row)
        assert Happening.objects.get().data == {"a": 1}

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE {} SET actor_name = 'somebody else'",
            "UPDATE journal_happening SET id = id + 1",
            "DELETE FROM {}",
            "DELETE FROM journal_happening",
            "TRUNCATE {}",
            "TRUNCATE journal_happening",
        ],
    )
    def test_it_is_append_only(self, place, statement):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            do(statement.format(place))

    def test_what_is_written_waits_for_delivery(self, place):
        assert Undelivered.objects.filter(happening=Happening.objects.get()).count() == 1

    def test_the_same_number_is_refused(self, place):
        row = Happening.objects.get()
        with pytest.raises(IntegrityError, match="duplicate key"), transaction.atomic():
            Happening.objects.create(id=row.pk, at=NOW, kind=KIND, actor_name="x", via="desk")


@pytest.mark.usefixtures("numbers")
def test_the_newest_of_a_club_are_read_from_the_newest_partition():
    """However many there are: the order of the list is that of the partitions."""
    for _quarter in range(4):
        do(
            "INSERT INTO journal_happening (kind, club_id, subject_type, actor_name, via, data)"
            " SELECT 'club.changed', n % 3, '', 'x', 'desk', '{}' FROM generate_series(1, 600) n"
        )
        go_on_from(start_of_last())
        make_ahead(NOW)
    do("ANALYZE journal_happening")

    newest = Happening.objects.filter(club_id=1).order_by("-id")[:50]
    plan = newest.explain(analyze=True)

    assert len(newest) == 50
    assert "Sort" not in plan
    assert plan.count("(never executed)") >= 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
class TestMigrating:
    @pytest.fixture(autouse=True)
    def former_release(self):
        """The table as the release before has it, whatever numbers were given out so far."""
        call_command("migrate", "journal", "0005", verbosity=0)
        go_on_from(1)
        yield
        call_command("migrate", verbosity=0)  # and what depends on the journal
        with connection.cursor() as cursor:
            let_the_journal_be_emptied(cursor)

    def test_a_site_keeps_its_journal_its_numbers_and_what_waits(self):
        before = [happen(data={"n": n}) for n in range(3)]
        place = ask("SELECT 'journal_happening'::regclass::oid::text")

        call_command("migrate", "journal", verbosity=0)
        after = happen()

        assert list(Happening.objects.order_by("id")) == [*before, after]
        assert after.pk == before[-1].pk + 1
        # no row was copied: the table that was is the partition
        assert ask(f"SELECT '{FIRST}'::regclass::oid::text") == place
        book = Notebook()
        with only(book.subscriber):
            deliver_all()
        assert sorted(book.ids) == [row.pk for row in (*before, after)]

    def test_rights_on_the_table_hold_for_the_new_one(self):
        do("GRANT SELECT ON journal_happening TO PUBLIC")

        call_command("migrate", "journal", verbosity=0)

        ((rights,),) = ask(
            "SELECT relacl::text FROM pg_class WHERE oid = 'journal_happening'::regclass"
        )
        assert "=r/" in rights

    def test_one_that_was_cut_off_is_done_the_next_time(self):
        happen()
        do(
            "ALTER TABLE journal_happening ADD CONSTRAINT happening_of_first_partition"
            " CHECK (id < 2000000000) NOT VALID"
        )

        call_command("migrate", "journal", verbosity=0)

        assert partitions.partitions()[0].end == 2_000_000

    def test_going_back_keeps_what_several_partitions_hold(self):
        call_command("migrate", "journal", verbosity=0)
        rows = [happen()]
        go_on_from(make_ahead(NOW).end - 1)
        rows += [happen(), happen()]
        call_command("migrate", "journal", "0005", verbosity=0)

        rows.append(happen())
        assert list(Happening.objects.order_by("id")) == rows
        tables = "SELECT relname FROM pg_class WHERE relname LIKE 'journal_happening%%' AND relkind"
        assert ask(f"{tables} IN ('r', 'p')") == [("journal_happening",)]
