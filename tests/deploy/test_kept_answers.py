"""Public answers are given again for half a second, to nobody whom they are not for."""

import io
import json
import logging
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import RequestFactory
from django.urls import reverse

from deploy import kept_answers
from deploy.kept_answers import KeptAnswers
from deploy.logs import configure_logs
from league.events.models import Event
from tests.league.factories import make_member
from tests.league.standings.factories import build, make_round, make_stage, play

PUBLIC = {
    "Cache-Control": "public, no-cache",
    "ETag": '"one"',
    "Vary": "Cookie, Accept-Language, HX-Request",
    "Content-Type": "text/html",
    "Content-Length": "4",
    "Content-Security-Policy": "default-src 'none'",
}


class Site:
    """A site that counts how often it is asked, and says each time how often that was."""

    def __init__(self, status="200 OK", **headers):
        self.status, self.headers = status, PUBLIC | headers
        self.asked = self.closed = 0

    def __call__(self, environ, start_response):
        self.asked += 1
        start_response(self.status, [pair for pair in self.headers.items() if pair[1] is not None])
        return Parts(self)


class Parts(list):
    def __init__(self, site):
        super().__init__([b"no ", str(site.asked).encode()])
        self.site = site

    def close(self):
        self.site.closed += 1


class Time:
    now = 100.0

    def __call__(self):
        return self.now


def get(site, path="/a/?b=c", headers=None, **extra):
    """Return the status, the headers and the body that a WSGI application answers with."""
    begun = []
    environ = RequestFactory().get(path, headers=headers, **extra).META
    # the factory has cookies of its own, of which there are none
    if not environ.get("HTTP_COOKIE"):
        environ.pop("HTTP_COOKIE", None)
    parts = site(environ, lambda status, headers, *_error: begun.append((status, dict(headers))))
    body = b"".join(parts)
    if hasattr(parts, "close"):
        parts.close()
    ((status, found),) = begun
    return int(status[:3]), found, body


def test_the_same_question_is_answered_from_memory_for_half_a_second_and_no_longer():
    clock, site = Time(), Site()
    front = KeptAnswers(site, clock=clock)

    first = get(front)
    clock.now += 0.49
    again = get(front)
    clock.now += 0.02
    later = get(front)

    assert [answer[2] for answer in (first, again, later)] == [b"no 1", b"no 1", b"no 2"]
    assert (site.asked, site.closed) == (2, 2)
    assert {**again[1], "X-Request-ID": None} == {**first[1], "X-Request-ID": None}


def test_half_a_second_is_counted_from_before_the_site_was_asked():
    clock = Time()
    slow = Site()

    def site(environ, start_response):
        answer = slow(environ, start_response)
        clock.now += 0.6
        return answer

    front = KeptAnswers(site, clock=clock)
    get(front)
    get(front)

    assert slow.asked == 2


def test_one_asks_again_for_all_who_ask_at_the_same_moment():
    clock, site = Time(), Site()
    goes_on, asks = threading.Event(), threading.Event()

    def slow(environ, start_response):
        if site.asked:
            asks.set()
            assert goes_on.wait(10)
        return site(environ, start_response)

    front = KeptAnswers(slow, clock=clock)
    get(front)
    clock.now += 1
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(get, front)
        assert asks.wait(10)
        second = threads.submit(get, front)
        goes_on.set()

        assert first.result()[2] == second.result()[2] == b"no 2"
    assert site.asked == 2


def test_a_site_that_hangs_is_not_waited_for():
    clock, site = Time(), Site()
    front = KeptAnswers(site, clock=clock)
    get(front)
    clock.now += 1
    (kept,) = front._kept.values()

    with kept.turn:
        assert get(front)[2] == b"no 2"
    assert not kept.turn.locked()


@pytest.mark.parametrize(
    "other",
    [
        {"path": "/other/?b=c"},
        {"path": "/a/?b=d"},
        {"headers": {"Accept-Language": "ja"}},
        {"headers": {"Accept-Encoding": "gzip"}},
        {"headers": {"Accept": "image/png"}},
        {"headers": {"Host": "other.example"}},
        {"headers": {"X-Forwarded-Proto": "https"}},
        {"secure": True},
        {"headers": {"HX-Request": "true"}},
        {"headers": {"Cookie": "sessionid=x"}},
        {"headers": {"Cookie": "django_language=ja"}},
        {"headers": {"Authorization": "Token x"}},
        {"headers": {"Range": "bytes=0-1"}},
        {"headers": {"Transfer-Encoding": "chunked"}},
        {"REQUEST_METHOD": "HEAD"},
        {"REQUEST_METHOD": "POST"},
        {"CONTENT_LENGTH": "2"},
    ],
)
def test_another_question_is_the_sites(other):
    site = Site()
    front = KeptAnswers(site, clock=Time())
    get(front)

    assert get(front, **other)[2] == b"no 2"
    assert get(front)[2] == b"no 1"


@pytest.mark.parametrize(
    "answer",
    [
        {"status": "404 Not Found"},
        {"status": "302 Found"},
        {"Cache-Control": "private, no-cache"},
        {"Cache-Control": "public, max-age=60"},
        {"Cache-Control": None},
        {"ETag": None},
        {"Set-Cookie": "csrftoken=x"},
        {"Vary": "Cookie, User-Agent"},
        {"Vary": "*"},
    ],
)
def test_an_answer_that_is_not_for_everybody_is_not_kept(answer):
    site = Site(**answer)
    front = KeptAnswers(site, clock=Time())
    get(front)

    assert get(front)[2] == b"no 2"
    assert len(front) == 0


def test_who_has_it_already_is_told_so_and_nothing_else():
    front = KeptAnswers(Site(), clock=Time())
    get(front)

    for known in ('"one"', 'W/"one"', '"zero", "one"', "*"):
        status, headers, body = get(front, headers={"If-None-Match": known})
        assert (status, body, headers["ETag"]) == (304, b"", '"one"')
        assert "Content-Length" not in headers
        assert headers["Content-Security-Policy"] == PUBLIC["Content-Security-Policy"]
    assert get(front, headers={"If-None-Match": '"zero"'})[:1] == (200,)


def test_what_the_site_called_unchanged_is_said_again_to_who_has_it_and_to_no_other():
    site = Site(status="304 Not Modified")
    front = KeptAnswers(site, clock=Time())
    get(front, headers={"If-None-Match": '"one"'})
    assert get(front, headers={"If-None-Match": '"one"'})[0] == 304
    assert site.asked == 1

    get(front)
    assert site.asked == 2


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(kept_answers, "MOST_ANSWERS", 8)
    clock = Time()
    front = KeptAnswers(Site(), clock=clock)
    for number in range(100):
        get(front, f"/{number}/")
        assert len(front) <= 8
    monkeypatch.setattr(kept_answers, "LARGEST", 3)
    front = KeptAnswers(Site(), clock=clock)
    get(front)

    assert len(front) == 0


def test_bytes_are_bounded_too(monkeypatch):
    monkeypatch.setattr(kept_answers, "MOST_BYTES", 20)
    front = KeptAnswers(Site(), clock=Time())
    for number in range(100):
        get(front, f"/{number}/")
        assert len(front) <= 5


@pytest.mark.parametrize(
    "long",
    [{"path": "/a/?" + "b" * 5_000}, {"headers": {"Accept": "b" * 5_000}}],
    ids=["address", "header"],
)
def test_a_question_that_is_longer_than_any_page_needs_is_not_kept(long):
    site = Site()
    front = KeptAnswers(site, clock=Time())

    assert [get(front, **long)[2] for _ in range(2)] == [b"no 1", b"no 2"]
    assert len(front) == 0


@pytest.fixture
def lines(settings):
    configure_logs("json", "INFO")
    stream = io.StringIO()
    logging.getLogger().handlers[0].setStream(stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    configure_logs(settings.LOG_FORMAT, settings.LOG_LEVEL)


# --- with the real site behind it


@pytest.fixture
def stage(db):
    stage = make_stage("Ann", "Bob")
    play(make_round(stage), {"Ann": 300, "Bob": 100})
    build(stage)
    return stage


@pytest.fixture
def front(settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    # the connection is the test's, and open until its end
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield KeptAnswers(WSGIHandler(), clock=Time())
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def standings(stage):
    return reverse("public:standings", args=[stage.event.club.slug, stage.event.slug])


def test_a_public_page_comes_from_memory_with_all_its_headers(front, stage, monkeypatch):
    first = get(front, standings(stage))
    monkeypatch.setattr(front, "site", None)
    again = get(front, standings(stage))

    assert again[0] == 200
    assert again[2] == first[2]
    assert again[1].pop("X-Request-ID") != first[1].pop("X-Request-ID")
    assert again[1] == first[1]
    assert "default-src 'none'" in again[1]["Content-Security-Policy"]
    assert "camera=()" in again[1]["Permissions-Policy"]
    assert again[1]["X-Frame-Options"] == "DENY"


def test_an_answer_from_memory_has_its_line_and_is_counted(front, stage, lines):
    get(front, standings(stage))
    get(front, standings(stage), headers={"X-Request-ID": "proxy-0123456789"})

    first, again = (line for line in lines() if line["event"] == "request")
    assert again["request_id"] == "proxy-0123456789"
    for name in ("method", "route", "status"):
        assert again[name] == first[name]
    assert first["route"].endswith("/standings/")


def test_answers_from_memory_are_in_the_figures(front, stage):
    def answered():
        figures = kept_answers.Metrics.get_instance().responses_by_status_view_method
        return figures.labels(status="200", view="public:standings", method="GET")._value.get()

    before = answered()
    get(front, standings(stage))
    get(front, standings(stage))

    assert answered() == before + 2


def test_an_event_that_is_hidden_is_gone_after_half_a_second(front, stage):
    assert get(front, standings(stage))[0] == 200
    Event.objects.update(visibility="hidden")
    front.clock.now += 0.5

    page = reverse("public:event", args=[stage.event.club.slug, stage.event.slug])
    assert get(front, page)[0] == 404
    assert len(front) == 1  # the standings of before, which nobody gets any more


def test_pages_that_ask_for_a_person_or_a_form_are_never_kept(front, stage):
    for path in ("/account/sign-in/", "/desk/", "/games/double-deck-pinochle/try/"):
        get(front, path)

    assert len(front) == 0


def test_who_is_signed_in_sees_their_own_page(front, stage, client):
    get(front, standings(stage))
    member = make_member(stage.event.club).user
    client.force_login(member, "django.contrib.auth.backends.ModelBackend")
    cookie = f"sessionid={client.cookies['sessionid'].value}"

    page = get(front, standings(stage), headers={"Cookie": cookie})

    assert page[1]["Cache-Control"] == "private, no-cache"
    assert len(front) == 1


def test_a_list_of_the_api_is_kept_for_programs_that_do_not_say_who_they_are(front, stage):
    tables = reverse("api:tables", args=[stage.rounds.get().pk])
    first = get(front, tables)
    assert len(front) == 1

    tag = first[1]["ETag"]
    assert get(front, tables, headers={"If-None-Match": tag})[0] == 304
    wrong = get(front, tables, headers={"Authorization": "Token x"})
    assert wrong[0] == 401
