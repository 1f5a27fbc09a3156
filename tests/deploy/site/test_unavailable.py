"""A database that is away, or stops a statement: 503 on every face, and nothing asks it again."""

import threading
from html import unescape
from uuid import uuid4

import pytest
from celery import Celery
from celery.app.trace import build_tracer
from django.contrib.messages import get_messages
from django.db import (
    DataError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
    connection,
    connections,
    transaction,
)
from django.http import HttpResponse
from django.test import Client, RequestFactory
from structlog.testing import capture_logs

from deploy.site import unavailable
from deploy.site.unavailable import Trouble, sentence_of, trouble_of
from league.play.results.models import Submission
from league.play.rounds.links import link_of
from tests.league.factories import make_club, make_user
from tests.recovery.evenings import make_evening, typed

pytestmark = pytest.mark.django_db(transaction=True)


def execute(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)


def failing(statement):
    """Return the error of a statement, in a transaction of its own."""
    with pytest.raises(Exception) as failed, transaction.atomic():  # noqa: PT011 - it is returned
        execute(statement)
    return failed.value


def raising(condition):
    return f"DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '{condition}'; END $$"


@pytest.fixture
def disk_full():
    """Whoever submits a deal learns from PostgreSQL that there is no room for it."""
    execute(
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;"
        "CREATE TRIGGER no_room BEFORE INSERT ON results_submission"
        " FOR EACH ROW EXECUTE FUNCTION no_room()"
    )
    yield
    connection.rollback()
    execute("DROP TRIGGER no_room ON results_submission; DROP FUNCTION no_room")


@pytest.fixture
def database_away(monkeypatch):
    """Nobody answers at the database's address."""
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "HOST", "/nowhere")
    yield
    connection.close()
    monkeypatch.undo()


def asking(user=None):
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


class TestTrouble:
    def test_statement_that_lasts_too_long(self):
        with transaction.atomic():
            execute("SET LOCAL statement_timeout = '10ms'")
            error = failing("SELECT pg_sleep(5)")

        assert trouble_of(error) is Trouble.TOO_LONG

    def test_lock_that_is_waited_for_too_long(self):
        other = connections.create_connection("default")
        other.set_autocommit(False)
        try:
            with other.cursor() as cursor:
                cursor.execute("LOCK TABLE journal_asked")
            with transaction.atomic():
                execute("SET LOCAL lock_timeout = '10ms'")
                error = failing("SELECT * FROM journal_asked")
        finally:
            other.rollback()
            other.close()

        assert trouble_of(error) is Trouble.IN_USE

    def test_connection_that_is_ended_in_the_middle(self):
        with pytest.raises((OperationalError, InterfaceError)) as ended, transaction.atomic():
            execute("SELECT pg_terminate_backend(pg_backend_pid())")
        connection.close()

        assert trouble_of(ended.value) is Trouble.AWAY

    def test_transaction_that_was_left_lying(self):
        def leave_lying():
            with transaction.atomic():
                execute("SET LOCAL idle_in_transaction_session_timeout = '10ms'")
                threading.Event().wait(0.2)
                execute("SELECT 1")

        with pytest.raises(InternalError) as ended:
            leave_lying()
        connection.close()

        assert trouble_of(ended.value) is Trouble.TOO_LONG

    def test_connection_on_which_came_what_was_not_asked_for(self):
        """As a pooler says when the server behind it was ended in between."""
        error = InternalError("received 2 results from command 'BEGIN'")

        assert trouble_of(error) is Trouble.AWAY

    @pytest.mark.usefixtures("database_away")
    def test_nobody_at_its_address(self):
        with pytest.raises(OperationalError) as away:
            execute("SELECT 1")

        assert trouble_of(away.value) is Trouble.AWAY

    def test_standby_that_takes_no_writes(self):
        with transaction.atomic():
            execute("SET TRANSACTION READ ONLY")
            error = failing("DELETE FROM journal_asked")

        assert trouble_of(error) is Trouble.AWAY

    @pytest.mark.parametrize("condition", ["disk_full", "io_error", "out_of_memory"])
    def test_database_without_room(self, condition):
        error = failing(raising(condition))

        assert trouble_of(error) is Trouble.AWAY

    @pytest.mark.parametrize(
        ("statement", "kind"),
        [
            ("SELECT * FROM nowhere", ProgrammingError),
            ("SELECT 1 / 0", DataError),
            ("INSERT INTO journal_reader (name) VALUES (NULL)", IntegrityError),
        ],
    )
    def test_a_fault_of_ours_is_none(self, statement, kind):
        error = failing(statement)

        assert isinstance(error, kind)
        assert trouble_of(error) is None
        assert trouble_of(RuntimeError("nobody foresaw this")) is None


class TestFaces:
    @pytest.mark.parametrize(
        "path", ["/", "/clubs/harbour/", "/desk/", "/account/", "/clubs/harbour/calendar.ics"]
    )
    def test_people_get_a_page_and_the_log_one_line(self, path, database_away, caplog):
        client = asking()
        client.cookies["sessionid"] = "x" * 32
        with capture_logs() as logs:
            answer = client.get(path, headers={"accept-language": "en"})

        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert "no-store" in answer["Cache-Control"]
        assert sentence_of(Trouble.AWAY) in unescape(answer.content.decode())
        assert [log["event"] for log in logs if log["log_level"] != "info"] == [
            "database_unavailable"
        ]
        assert not [record for record in caplog.records if record.name == "django.request"]

    def test_programs_get_the_form_of_every_other_error(self, database_away):
        answer = asking().get("/api/v1/clubs")

        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.json() == {
            "type": "about:blank",
            "title": "Service Unavailable",
            "status": 503,
            "detail": sentence_of(Trouble.AWAY),
            "code": "database_away",
        }

    def test_what_was_typed_is_offered_to_be_sent_again(self, database_away):
        typed = {"name": 'Ann "the Ace" <b>', "notes": "two\nlines", "key": str(uuid4())}
        client = asking()
        client.cookies["sessionid"] = "x" * 32
        answer = client.post("/desk/new/", typed)

        html = answer.content.decode()
        assert answer.status_code == 503
        assert 'value="Ann &quot;the Ace&quot; &lt;b&gt;"' in html
        assert 'action="/desk/new/"' in html

    def test_a_deal_for_which_there_is_no_room_is_offered_to_be_sent_again(self, disk_full):
        table = make_evening(1).tables[0]
        address = f"/t/{link_of(table)}/"
        client = asking()
        client.post(f"{address}seat/", {"seat": 0})
        key = str(uuid4())
        answer = client.post(
            f"{address}deals/", {**typed(27), "key": key, "number": 1, "do": "send"}
        )

        html = answer.content.decode()
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert sentence_of(Trouble.AWAY) in unescape(html)
        for name, value in {"points-0": "27", "bid": "60", "key": key}.items():
            assert f'name="{name}" value="{value}"' in html
        assert not Submission.objects.exists()

    def test_a_password_is_never_repeated(self, database_away):
        answer = asking().post(
            "/account/sign-in/", {"username": "ann@example.org", "password": "hunter2hunter2"}
        )

        assert answer.status_code == 503
        assert "hunter2" not in answer.content.decode()

    def test_the_first_request_afterwards_is_answered(self, monkeypatch):
        make_club(slug="harbour")
        client = asking()
        with monkeypatch.context() as away:
            connection.close()
            away.setitem(connection.settings_dict, "HOST", "/nowhere")
            assert client.get("/clubs/harbour/").status_code == 503
        assert client.get("/clubs/harbour/").status_code == 200


def test_what_was_undone_leaves_no_message_and_no_session():
    request = RequestFactory().get("/desk/")
    client = asking(make_user())
    request.session = client.session
    request.session["kept"] = True
    request._messages = get_messages(request)

    answer = unavailable.answer(request, OperationalError("stopped"), Trouble.TOO_LONG)

    assert isinstance(answer, HttpResponse)
    assert (request.session.modified, hasattr(request, "_messages")) == (False, False)


class TestTasks:
    """A task that meets a database that is away: a line in the log, and no traceback."""

    @staticmethod
    def run(error):
        app = Celery("alone", set_as_current=False)

        @app.task(name="a.task")
        def work(_name):
            raise error

        build_tracer(work.name, work, app=app)("an-id", ("Ann Lee",), {}, {"id": "an-id"})

    def test_it_is_one_line(self, caplog):
        with capture_logs() as logs:
            self.run(OperationalError("connection to server failed\nIs it running?"))

        assert [(log["event"], log["trouble"], log["reason"]) for log in logs] == [
            ("database_unavailable", "database_away", "connection to server failed")
        ]
        assert [record for record in caplog.records if record.name == "celery.app.trace"] == []
