"""Checking in by phone, without an account: pick the own name, confirm; until play begins."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.faces.public.events import check_in
from league.foundation.journal.models import Happening
from league.play.events import services as events
from league.play.events.evening_links import link_of
from league.play.events.evenings import present
from league.play.events.models import Attendance, Evening
from tests.league.factories import make_club, make_double, make_player
from tests.league.play.events.factories import DIRECTOR, make_event, make_people
from tests.league.reading import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_noon")]


@pytest.fixture
def club():
    return make_club(time_zone="Asia/Tokyo")


@pytest.fixture
def evening(club):
    day = timezone.localdate(timezone=ZoneInfo(club.time_zone))
    return events.open_evening(club=club, day=day, actor=DIRECTOR, at=timezone.now())


def listed(evening):
    return reverse("public:check_in", args=[link_of(evening)])


def of(evening, player):
    return reverse("public:check_in_confirm", args=[link_of(evening), player.pk])


@pytest.mark.long
def test_a_player_picks_the_own_name_confirms_and_is_in(client, evening, club):
    ann, bob = make_people(club, 2)

    page = client.get(listed(evening))
    assert [row["name"] for row in page.context["rows"]] == ["Ann Lee", "Bob Lee"]
    assert "Are you Ann Lee?" in text_of(client.get(of(evening, ann)))
    assert not Attendance.objects.exists()
    for _time in range(2):
        answer = client.post(of(evening, ann))
        assert answer.status_code == 303
    assert "You are checked in, Ann Lee" in text_of(client.get(answer["Location"]))

    (row,) = present(evening)
    assert (row.player, row.by_phone) == (ann, True)
    happening = Happening.objects.get(kind="presence.by_phone")
    assert (happening.actor_user_id, happening.actor_name, happening.via) == (
        None,
        "Ann Lee",
        "public",
    )
    assert [row["is_here"] for row in client.get(listed(evening)).context["rows"]] == [True, False]
    assert bob.name in text_of(client.get(listed(evening)))


@pytest.mark.long
def test_what_the_organiser_took_back_can_be_confirmed_again(client, evening, club):
    (ann,) = make_people(club, 1)
    client.post(of(evening, ann))
    events.take_back(evening=evening, player=ann, actor=DIRECTOR, at=timezone.now())

    assert "Are you Ann Lee?" in text_of(client.get(of(evening, ann)))
    client.post(of(evening, ann))

    assert present(evening).get().player == ann


def test_the_list_shows_what_the_public_may_see(client, evening, club):
    make_player(club, "Nora Beckett", public_name="initials", member_number="5")
    make_player(club, "Ned Brown", public_name="initials", member_number="6")
    make_player(club, "Ida Gone", is_active=False)
    make_double(make_player(club, "Ann Lee", member_number="9"))

    page = client.get(listed(evening))

    assert [row["name"] for row in page.context["rows"]] == ["Ann Lee", "N. B. (6)", "N. B. (5)"]
    assert "Beckett" not in page.content.decode()


def test_the_list_can_be_searched_without_a_script(client, evening, club):
    make_people(club, 12)

    page = client.get(listed(evening), {"q": "JO lee\x00"})

    assert [row["name"] for row in page.context["rows"]] == ["Jo Lee"]


@pytest.mark.long
def test_only_players_of_the_list_can_be_confirmed(client, evening, club):
    double = make_double(make_player(club, "Ann Lee"))
    gone = make_player(club, "Ida Gone", is_active=False)
    stranger = make_player(make_club("Elsewhere"))

    for player in (double, gone, stranger):
        assert client.post(of(evening, player)).status_code == 404
    assert not Attendance.objects.exists()


@pytest.mark.long
@pytest.mark.parametrize(
    ("make", "status", "words"),
    [
        (lambda e: link_of(e)[:-2], 404, "not complete"),
        (lambda e: _renewed(e), 410, "replaced by a newer one"),
        (lambda e: _moved(e, -1), 410, "another day"),
        (lambda e: _moved(e, 1), 410, "another day"),
        (lambda e: _started(e), 409, "Play has begun"),
    ],
)
def test_a_link_that_is_over_says_why_and_writes_nothing(
    client, evening, club, make, status, words
):
    (ann,) = make_people(club, 1)
    token = make(evening)

    for name, args in (("check_in", [token]), ("check_in_confirm", [token, ann.pk])):
        page = client.get(reverse(f"public:{name}", args=args))
        assert (page.status_code, words in text_of(page)) == (status, True)
    client.post(reverse("public:check_in_confirm", args=[token, ann.pk]))

    assert not Attendance.objects.exists()


def _renewed(evening):
    before = link_of(evening)
    events.renew_link(evening=evening, actor=DIRECTOR, at=timezone.now())
    return before


def _moved(evening, days):
    Evening.objects.filter(pk=evening.pk).update(day=evening.day + timedelta(days=days))
    return link_of(evening)


def _started(evening):
    Evening.objects.filter(pk=evening.pk).update(event=make_event(evening.club))
    return link_of(evening)


def test_nothing_of_the_address_is_kept_or_told(client, evening):
    for url in (listed(evening), listed(evening)[:-3] + "/"):
        page = client.get(url)
        assert page["Referrer-Policy"] == "same-origin"
        assert page["X-Robots-Tag"] == "noindex, nofollow"
        assert "no-store" in page["Cache-Control"]


def test_a_form_of_another_site_checks_nobody_in(evening, club):
    (ann,) = make_people(club, 1)

    assert Client(enforce_csrf_checks=True).post(of(evening, ann)).status_code == 403
    assert not Attendance.objects.exists()


def test_a_link_writes_only_so_often_a_minute(client, evening, club, monkeypatch):
    monkeypatch.setattr(check_in, "WRITES_A_MINUTE", 2)
    cache.clear()
    statuses = [client.post(of(evening, one)).status_code for one in make_people(club, 4)]

    assert set(statuses[-2:]) <= {303, 429}
    assert 429 in statuses


@pytest.mark.long
def test_as_many_queries_for_many_as_for_few(client, evening, club):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert client.get(listed(evening)).status_code == 200
        return len(captured)

    make_people(club, 2)
    few = queries()
    for player in make_people(club, 30, 2):
        client.post(of(evening, player))

    assert queries() == few
