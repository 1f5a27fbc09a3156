"""Strangers read from a real replica, never from one too far behind, and never mix two of them."""

import time
from contextlib import closing
from http.client import HTTPConnection
from types import SimpleNamespace

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import InternalError
from django.http import HttpResponse
from django.urls import reverse

from deploy import replica as reading
from deploy.replica import INSTEAD_OF, Freshness, ReplicaMiddleware, may_read_replica
from league.events.models import Event
from tests.deploy.metrics.reading_figures import figure
from tests.deploy.replica_server import Replica
from tests.league.public.factories import make_played

OLD, NEW = "Autumn Cup of the harbour", "Winter Cup of the harbour"
TOKEN = {"Authorization": "Bearer figures"}


# --- who may read from a replica -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "headers", "may"),
    [
        ("/", {}, True),
        ("/clubs/pier/", {"cookie": "csrftoken=x; django_language=ja"}, True),
        ("/api/v1/events", {}, True),
        ("/clubs/pier/", {"cookie": "sessionid=x"}, False),
        ("/clubs/pier/", {"cookie": "wrote=1"}, False),
        ("/clubs/pier/", {"cookie": "messages=x"}, False),
        ("/clubs/pier/", {"hx-request": "true"}, False),
        ("/api/v1/events", {"authorization": "Token x"}, False),
        ("/t/abc/", {}, False),
        ("/desk/", {}, False),
        ("/account/sign-in/", {}, False),
        ("/readyz", {}, False),
    ],
)
def test_only_strangers_who_read_are_for_a_replica(rf, path, headers, may):
    assert may_read_replica(rf.get(path, headers=headers)) is may
    assert not may_read_replica(rf.post(path, headers=headers))


# --- how far behind one may be -------------------------------------------------------------------


class Database:
    """A connection that answers how far its log is, which a test moves."""

    def __init__(self, at=0):
        self.at, self.asked, self.connection = at, 0, self

    def cursor(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        return None

    def execute(self, _question):
        self.asked += 1

    def fetchone(self):
        return (self.at,)


@pytest.fixture
def clock():
    class Clock:
        now = 100.0

        def __call__(self):
            return self.now

    return Clock()


def test_one_that_has_replayed_everything_is_not_behind(clock):
    primary, replica, fresh = Database(50), Database(50), Freshness(clock=clock)

    assert fresh.lag(primary, replica, most=5) == 0


def test_one_that_replays_nothing_more_falls_behind_although_nothing_is_written(clock):
    """It may have lost its primary: then it cannot know what is written there."""
    primary, replica, fresh = Database(50), Database(50), Freshness(clock=clock)
    fresh.lag(primary, replica, most=5)
    primary.at = 60
    lags = []
    for _ in range(8):
        clock.now += 1
        lags.append(fresh.lag(primary, replica, most=5))

    assert lags[3:6] == [4, 5, 6]


def test_one_that_has_replayed_part_is_as_old_as_the_newest_moment_it_has_reached(clock):
    primary, replica, fresh = Database(10), Database(0), Freshness(clock=clock)
    for written in (10, 20, 30):
        primary.at = written
        fresh.lag(primary, replica, most=2)
        clock.now += 1
    primary.at, replica.at = 40, 25

    assert fresh.lag(primary, replica, most=2) == 2  # it has what was written at the second moment


def test_a_copy_that_never_followed_is_endlessly_behind(clock):
    assert Freshness(clock=clock).lag(Database(50), Database(-1), most=5) == float("inf")


def test_of_a_crowd_hardly_anybody_asks_how_far_it_is(clock):
    primary, replica, fresh = Database(50), Database(50), Freshness(clock=clock)
    for _ in range(100):
        fresh.lag(primary, replica, most=5)
        clock.now += 0.03

    assert primary.asked == replica.asked == 1


# --- what a replica cannot do, the primary does --------------------------------------------------


def test_a_page_that_would_write_is_asked_of_the_primary(rf, settings, monkeypatch):
    primary, copy = object(), Database()
    copy.close = lambda: None
    known = {"default": copy, "replica": copy}
    monkeypatch.setattr(reading, "connections", known)
    monkeypatch.setitem(settings.DATABASES, "replica", {})
    middleware = ReplicaMiddleware(lambda request: HttpResponse())
    request = rf.get("/clubs/pier/")
    request.META[INSTEAD_OF] = primary

    def view(_request, name):
        assert known["default"] is primary
        return HttpResponse(f"page of {name}")

    request.resolver_match = SimpleNamespace(func=view, args=("pier",), kwargs={})
    refused = InternalError("cannot execute INSERT in a read-only transaction")

    assert middleware.process_exception(request, refused).content == b"page of pier"
    # a second failure is one of the primary's own, and any other error was never ours
    assert middleware.process_exception(request, refused) is None
    request.META[INSTEAD_OF] = primary
    assert middleware.process_exception(request, ValueError()) is None


# --- a real one ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def copy(embedded_servers, django_db_setup, tmp_path_factory):
    replica = Replica(embedded_servers.places, tmp_path_factory.mktemp("replica"))
    yield replica
    replica.stop()


class Site:
    """A web process that reads from the replica; `get` asks as a stranger unless told otherwise."""

    def __init__(self, server):
        self.host = server.url.removeprefix("http://")
        self.asked = 0

    def ask(self, method, path, headers):
        with closing(HTTPConnection(self.host, timeout=30)) as asking:
            asking.request(method, path, headers=headers)
            answer = asking.getresponse()
            return answer, answer.read()

    def get(self, path, **headers):
        # an address that nobody has asked for: no answer in front of the site is given again
        self.asked += 1
        answer, body = self.ask(
            "GET", path, {"Accept-Language": f"en;q=0.{self.asked % 999:03}", **headers}
        )
        assert answer.status == 200, body
        return answer, body.decode()

    def wait_for_replica(self, path):
        """Ask until the replica answers, and until nothing is believed any more of the primary.

        Other tests write into the same servers: a replica that has all until now is not found so
        by a request that comes a moment later.
        """
        give_up_at = time.monotonic() + 60
        while not self.reads("replica"):
            assert time.monotonic() < give_up_at
            self.get(path)
        time.sleep(0.6)

    def reads(self, outcome):
        _answer, text = self.ask("GET", "/metrics", TOKEN)
        return figure(text, "tricktable_replica_reads_total", outcome=outcome) or 0


@pytest.fixture
def start_site(start_site_web, copy):
    def start(lag):
        return Site(
            start_site_web(
                REPLICA_DATABASE_URL=copy.url(),
                REPLICA_LAG_SECONDS=str(lag),
                METRICS_TOKEN="figures",
            )
        )

    yield start
    copy.resume()


@pytest.fixture
def event(transactional_db):
    stage, _table, _deal = make_played()
    Event.objects.filter(pk=stage.event_id).update(name=OLD)
    return Event.objects.select_related("club").get(pk=stage.event_id)


def page_of(event):
    return reverse("public:standings", args=[event.club.slug, event.slug])


def rename(event):
    Event.objects.filter(pk=event.pk).update(name=NEW)


def title(html):
    """Return the one name that the page has of the two."""
    (name,) = {name for name in (OLD, NEW) if name in html}
    return name


def session_of():
    session = SessionStore()
    session["seen"] = True
    session.save()
    return f"sessionid={session.session_key}"


@pytest.mark.long
@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_strangers_read_from_the_replica_and_who_may_have_written_from_the_primary(
    start_site, copy, event
):
    site, page = start_site(lag=600), page_of(event)
    program = reverse("api:event", args=[event.pk])
    who_wrote = {"Cookie": session_of()}
    copy.catch_up()
    site.wait_for_replica(page)
    read, passed_by = site.reads("replica"), site.reads("behind")
    before, html = site.get(page)
    assert title(html) == OLD
    copy.pause()
    rename(event)
    # by turns, and at once: what the primary has said must not be believed of the replica
    for _ in range(3):
        newer, html = site.get(page, **who_wrote)
        assert title(html) == NEW
        assert title(site.get(page, Cookie="wrote=1")[1]) == NEW
        older, html = site.get(page)
        assert title(html) == OLD
        assert OLD in site.get(program)[1]
    assert older.headers["ETag"] == before.headers["ETag"]
    assert newer.headers["ETag"] != before.headers["ETag"]
    assert site.reads("replica") >= read + 7
    assert site.reads("behind") == passed_by
    assert site.reads("away") == 0

    copy.resume()
    copy.catch_up()
    # nothing old was kept under the version of the new
    time.sleep(0.3)  # as long as a process believes a version
    after, html = site.get(page, **{"If-None-Match": older.headers["ETag"]})
    assert title(html) == NEW
    assert after.headers["ETag"] != older.headers["ETag"]
    assert NEW in site.get(program)[1]


@pytest.mark.long
@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_a_replica_too_far_behind_is_not_read_from_until_it_has_caught_up(start_site, copy, event):
    site, page = start_site(lag=2), page_of(event)
    copy.catch_up()
    site.wait_for_replica(page)
    assert title(site.get(page)[1]) == OLD
    passed_by = site.reads("behind")
    copy.pause()
    rename(event)
    time.sleep(2.1)

    assert title(site.get(page)[1]) == NEW
    assert site.reads("behind") == passed_by + 1

    copy.resume()
    copy.catch_up()
    time.sleep(1.1)  # until the primary is asked again
    read = site.reads("replica")
    assert title(site.get(page)[1]) == NEW
    assert site.reads("replica") == read + 1


@pytest.mark.long
@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_whoever_sends_something_without_a_session_reads_from_the_primary_for_a_while(
    start_site, copy
):
    site = start_site(lag=600)
    answer, _body = site.ask("POST", "/language/", {"Content-Length": "0"})

    cookie = next(
        value
        for name, value in answer.getheaders()
        if name.lower() == "set-cookie" and "wrote=1" in value
    )
    assert "Max-Age=605" in cookie
    assert "HttpOnly" in cookie


@pytest.mark.long
@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_a_replica_that_goes_away_is_not_noticed_by_those_who_read(start_site, copy, event):
    site, page = start_site(lag=600), page_of(event)
    copy.catch_up()
    assert title(site.get(page)[1]) == OLD
    copy.child.kill()
    try:
        rename(event)
        assert title(site.get(page)[1]) == NEW
        assert title(site.get(page)[1]) == NEW
        assert site.reads("away") >= 2
    finally:
        copy.child = copy._start()
