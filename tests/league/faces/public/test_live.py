"""The live streams of a real web server, on the test's own database."""

import asyncio
import re
import socket
from queue import Queue
from threading import Thread

import pytest
import uvicorn
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.utils import timezone

from league.clubs.models import Role
from league.faces.public.club.home_live import (
    present_version,
)
from league.faces.public.live import listening
from league.faces.public.live.admission import Followed, admit, wish_of
from league.faces.public.live.listening import NOTHING_HEARD, find_listening_fault
from league.faces.public.live.streams import LiveStreams
from league.faces.public.live_versions import version_of_club
from league.play.events.models import Event
from league.tables.standings.live_channel import CHANNEL, announce
from tests.league.faces.public.live_reader import LiveReader
from tests.league.factories import make_club, make_member, make_user
from tests.league.tables.standings.factories import (
    add_entry,
    build,
    make_round,
    make_stage,
    play,
)
from tests.recovery.truth import wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.processes]


@pytest.fixture
def streams(monkeypatch):
    """The live streams, and `streams.heard`: a queue of the events of which they hear."""
    streams, heard = LiveStreams(), Queue()
    connected, change = streams._connected, streams._heard
    monkeypatch.setattr(streams, "_connected", lambda: (connected(), heard.put("connected")))
    monkeypatch.setattr(streams, "_heard", lambda event: (change(event), heard.put(event)))
    streams.heard = heard
    return streams


@pytest.fixture
def live(streams, shared_web):
    """The address of a real server of the live streams, in a thread of this process."""
    shared_web.stop()  # it would listen as well
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(streams, log_config=None, lifespan="off"))

    def run():
        with asyncio.Runner() as runner:
            loops.append(runner.get_loop())
            runner.run(server.serve(sockets=[listening]))

    loops = []
    thread = Thread(target=run)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    loops[0].call_soon_threadsafe(streams.stop)
    thread.join(10)
    listening.close()


@pytest.fixture
def all_heard(live, streams):
    """Wait until the streams have heard of all that was committed: what they remember stays."""
    LiveReader(f"{live}/live/events/1/").close()  # who asks first has them listen
    assert streams.heard.get(timeout=30) == "connected"

    def wait():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, '{"topic": "event:0"}'])
        while streams.heard.get(timeout=30) != Followed("event", 0):
            pass

    return wait


@pytest.fixture
def follow(live):
    """Open a stream of parts of an event: follow(event, "standings-3", after=4)."""
    readers = []

    def open_one(event, *parts, user=None, language="en", headers=None, address=live, **query):
        only = "&".join(f"only={part}" for part in parts)
        more = "".join(f"&{name}={value}" for name, value in query.items())
        url = f"{address}/live/events/{event.pk}/?language={language}&{only}{more}"
        cookies = {"Cookie": f"sessionid={session_of(user)}"} if user else {}
        reader = LiveReader(url, {**(headers or {}), **cookies})
        readers.append(reader)
        return reader

    yield open_one
    for reader in readers:
        reader.close()


def session_of(user):
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return session.session_key


def make_built(**fields):
    stage = make_stage("Ann", "Bob", "Cy", "Di", **fields)
    round_ = make_round(stage)
    play(round_, {"Ann": 300, "Bob": 100})
    build(stage)
    return stage, round_


def event_where(reader, shows, seconds=60):
    """Return the first event whose data shows it, or None.

    One may come before: when something is wanted, and again when it is built.
    """
    while (event := reader.next_event(seconds)) and not shows(event[2]):
        pass
    return event


def led_by(name):
    others = {"Ann", "Bob", "Cy", "Di"} - {name}

    def is_first(html):
        rows = html.partition("<tbody>")[2] or html
        return rows.index(name) < min(rows.index(other) for other in others)

    return is_first


def version(stage):
    stage.standings.refresh_from_db()
    return stage.standings.live_version


def test_an_open_page_gets_the_new_table_when_the_standings_are_rebuilt(follow):
    stage, round_ = make_built()
    before = version(stage)
    reader = follow(stage.event, f"standings-{stage.pk}", after=before)

    play(round_, {"Cy": 500, "Di": 100})
    build(stage)

    number, name, _ = event_where(reader, led_by("Cy"))
    assert before < number <= version(stage)
    assert name == f"standings-{stage.pk}"


def test_what_changes_while_a_reader_is_let_in_is_not_lost(follow, monkeypatch):
    stage, round_ = make_built()
    before = version(stage)
    part = f"standings-{stage.pk}"
    first = follow(stage.event, part, after=before)

    def admit_meanwhile(followed, *asked):
        admission = admit(followed, *asked)
        play(round_, {"Cy": 500, "Di": 100})
        build(stage)
        assert event_where(first, led_by("Cy"))
        return admission

    monkeypatch.setattr("league.faces.public.live.streams.admit", admit_meanwhile)
    monkeypatch.setattr("league.faces.public.live.rooms.REMEMBERED_S", 0)
    second = follow(stage.event, part, after=before)

    assert event_where(second, led_by("Cy"), 20)


def test_who_has_seen_the_present_version_is_sent_nothing(follow):
    stage, _ = make_built()

    reader = follow(stage.event, f"standings-{stage.pk}", after=version(stage))

    assert reader.next_event(1) is None


def test_who_missed_a_version_is_caught_up_at_once(follow):
    stage, _ = make_built()

    late = follow(stage.event, f"standings-{stage.pk}", after=1)
    again = follow(stage.event, f"standings-{stage.pk}", after=0, headers={"Last-Event-ID": "1"})

    assert late.next_event()[0] == again.next_event()[0] == version(stage)


def test_what_a_stranger_may_not_see_he_cannot_follow(follow):
    club = make_club()
    stages = [
        make_stage(club=club, slug="hidden", visibility="hidden"),
        make_stage(club=club, slug="members", visibility="members"),
        make_stage(club=club, slug="draft", state="draft"),
    ]

    statuses = [follow(stage.event, f"standings-{stage.pk}").status for stage in stages]

    assert statuses == [404, 404, 404]


def test_a_hidden_event_is_followed_by_those_who_run_it_only(follow):
    stage, _ = make_built(visibility="hidden")
    club = stage.event.club
    director = make_member(club, role=Role.DIRECTOR).user
    player = make_member(club).user

    assert follow(stage.event, f"standings-{stage.pk}", user=director).status == 200
    assert follow(stage.event, f"standings-{stage.pk}", user=player).status == 404
    assert follow(stage.event, f"standings-{stage.pk}", user=make_user("Eve")).status == 404


def test_streams_end_when_the_event_is_hidden(follow):
    stage, _ = make_built()
    reader = follow(stage.event, f"standings-{stage.pk}", after=version(stage))

    Event.objects.update(visibility="hidden")
    build(stage)
    announce([stage.event_id])

    assert reader.next_event() is None
    assert reader.ended


@pytest.fixture
def asked(monkeypatch):
    """For whose readers the database was asked; what it said is believed for long."""
    all_asked = []

    def counted(followed, *question):
        all_asked.append(followed)
        return admit(followed, *question)

    monkeypatch.setattr("league.faces.public.live.streams.admit", counted)
    monkeypatch.setattr("league.faces.public.live.rooms.REMEMBERED_S", 600)
    return all_asked


def test_what_is_remembered_of_strangers_is_nothing_for_people_with_a_session(
    follow, asked, all_heard
):
    stage, round_ = make_built()
    add_entry(stage, "Zoe Quinn", public_name="initials")
    play(round_, {"Zoe Quinn": 900, "Cy": 100})
    member = make_member(stage.event.club).user
    build(stage)
    all_heard()
    part = f"standings-{stage.pk}"

    strangers = [follow(stage.event, part, after=1) for _ in range(3)]
    inside = follow(stage.event, part, after=1, user=member)
    late = follow(stage.event, part, after=1)

    assert len(asked) == 3
    assert "Zoe Quinn" in inside.next_event()[2]
    assert not any("Quinn" in reader.next_event()[2] for reader in (*strangers, late))


@pytest.mark.parametrize(
    "cookies",
    [["sessionid={}", "theme=dark"], ["theme=dark; sessionid ={}"]],
    ids=["in two headers", "with a space"],
)
def test_whoever_may_have_a_session_is_no_stranger(cookies):
    lines = [(b"cookie", cooky.format("abc").encode()) for cooky in cookies]
    scope = {"query_string": b"only=standings-1&language=en", "headers": lines}

    assert not wish_of(scope).is_stranger
    assert wish_of({**scope, "headers": [(b"cookie", b"theme=dark")]}).is_stranger


def test_a_part_of_another_event_ends_the_stream(follow):
    stage, _ = make_built()
    other = make_stage(club=stage.event.club, slug="other")

    for part in (f"standings-{other.pk}", f"screen-{other.event_id}"):
        reader = follow(stage.event, part, after=0)

        assert reader.next_event() is None
        assert reader.ended


TOTAL = {"name": "total_points"}
FRONT_PARTS = "only=front-0&only=clubs-0&language=en"


def club_address(club, **query):
    more = "".join(f"&{name}={value}" for name, value in query.items())
    return f"/live/clubs/{club.pk}/?only=club-{club.pk}&language=en{more}"


def test_the_home_of_a_club_follows_what_happens_in_its_events(live):
    stage, round_ = make_built(starts_on=timezone.localdate())
    club = stage.event.club
    other, _ = make_built(club=make_club("Elsewhere"))
    now = version_of_club(club.pk)
    reader = LiveReader(live + club_address(club, after=now))
    assert reader.next_event(1) is None

    play(round_, {"Cy": 577, "Di": 100})
    build(stage)
    build(other)

    number, name, _ = event_where(reader, lambda html: 'leader-name">Cy' in html)
    reader.close()
    assert number > now
    assert name == f"club-{club.pk}"


def test_the_start_page_follows_what_happens_in_every_club(live):
    stage, round_ = make_built(name="Long night", method=TOTAL, starts_on=timezone.localdate())
    make_built(club=make_club("Elsewhere"), name="Secret night", visibility="members")
    now = present_version()
    readers = [LiveReader(live + f"/live/front/?{FRONT_PARTS}&after={now}") for _ in range(2)]
    assert readers[0].next_event(1) is None

    play(round_, {"Cy": 577, "Di": 100})
    build(stage)

    seen = [event_where(reader, lambda html: "577" in html) for reader in readers]
    # what changed once more without being shown is sent to nobody who has it
    readers.append(LiveReader(live + f"/live/front/?{FRONT_PARTS}"))
    opened_now = event_where(readers[-1], lambda html: "577" in html)
    for reader in readers:
        reader.close()
    number, name, html = seen[0]
    assert name == "front-0"
    assert seen[1] == seen[0]
    assert opened_now[1:] == (name, html)
    assert number != now != present_version()
    assert "Long night" in html
    assert "Secret night" not in html


def test_strangers_follow_the_public_events_of_a_club_and_members_theirs_too(follow, live):
    club = make_club()
    make_built(club=club, slug="a", name="Open night", starts_on=timezone.localdate())
    make_built(club=club, slug="b", name="Members night", visibility="members")
    cookie = {"Cookie": f"sessionid={session_of(make_member(club).user)}"}

    stranger = LiveReader(live + club_address(club, after=1))
    inside = LiveReader(live + club_address(club, after=1), cookie)

    seen, all_seen = stranger.next_event()[2], inside.next_event()[2]
    stranger.close()
    inside.close()
    assert "Open night" in seen
    assert "Members night" not in seen
    assert {"Open night", "Members night"} <= set(re.findall(r"\w+ night", all_seen))


def test_the_version_of_a_club_does_not_fall_when_an_event_ends():
    stage, _ = make_built()
    before = version_of_club(stage.event.club_id)

    Event.objects.filter(pk=stage.event_id).update(state="finished", finished_at=timezone.now())

    assert version_of_club(stage.event.club_id) > before > 0


def test_streams_go_on_after_the_listening_connection_was_lost(follow):
    stage, round_ = make_built()
    reader = follow(stage.event, f"standings-{stage.pk}", after=version(stage))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'tricktable live' AND datname = current_database()"
        )

    play(round_, {"Cy": 500, "Di": 100})
    build(stage)

    assert event_where(reader, led_by("Cy"))


@pytest.fixture
def deaf(monkeypatch):
    """The listener listens, and nothing ever comes: as behind a pool. It connects once."""
    monkeypatch.setattr(listening, "LISTEN", "LISTEN nothing_comes_here")
    monkeypatch.setattr(listening, "ANSWER_S", 0.2)
    monkeypatch.setattr(listening, "FIRST_PAUSE_S", 3_600)
    monkeypatch.setattr("league.faces.public.live.streams.POLL_S", 0.1)


def test_open_pages_move_though_nothing_is_heard_and_the_log_says_what_to_set(deaf, follow, caplog):
    stage, round_ = make_built()
    reader = follow(stage.event, f"standings-{stage.pk}", after=version(stage))
    wait_for(lambda: "live_nothing_heard" in caplog.text, what="the log says nothing")

    play(round_, {"Cy": 500, "Di": 100})
    build(stage)

    assert event_where(reader, led_by("Cy"))
    assert "LIVE_DATABASE_URL" in caplog.text


def test_whether_changes_are_heard_of_can_be_asked(monkeypatch, settings):
    assert find_listening_fault() is None

    with monkeypatch.context() as patched:
        patched.setattr(listening, "LISTEN", "LISTEN nothing_comes_here")
        assert find_listening_fault(0.2) == NOTHING_HEARD
    settings.LIVE_DATABASE = {"host": "127.0.0.1", "port": "1", "dbname": "none"}
    assert "Live pages cannot listen" in find_listening_fault()
