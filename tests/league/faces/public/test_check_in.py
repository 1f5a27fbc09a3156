"""Checking in by phone, without an account: pick the own name, confirm; until play begins."""

from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from league.faces.public.events import sign_up
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.journal.selectors import with_names
from league.play.events import services as events
from league.play.events.evenings import link_of, present
from league.play.events.models import Attendance
from tests.league.factories import make_club, make_double, make_player
from tests.league.play.events.factories import DIRECTOR, make_people
from tests.league.reading import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_noon")]


@pytest.fixture
def club():
    return make_club(time_zone="Asia/Tokyo")


@pytest.fixture
def evening(club):
    day = timezone.localdate(timezone=ZoneInfo(club.time_zone))
    return events.open_evening(club=club, day=day, by=Act(DIRECTOR, timezone.now()))


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
    (happening,) = with_names(Happening.objects.filter(kind="presence.by_phone"))
    assert (happening.actor_user_id, happening.actor, happening.via) == (
        None,
        "Ann Lee",
        "public",
    )
    assert [row["is_here"] for row in client.get(listed(evening)).context["rows"]] == [True, False]
    assert bob.name in text_of(client.get(listed(evening)))


def test_the_list_shows_what_the_public_may_see(client, evening, club):
    make_player(club, "Nora Beckett", public_name="initials", member_number="5")
    make_player(club, "Ned Brown", public_name="initials", member_number="6")
    make_player(club, "Ida Gone", is_active=False)
    make_double(make_player(club, "Ann Lee", member_number="9"))

    page = client.get(listed(evening))

    assert [row["name"] for row in page.context["rows"]] == ["Ann Lee", "N. B. (6)", "N. B. (5)"]
    assert "Beckett" not in page.content.decode()


def test_a_link_writes_only_so_often_a_minute(client, evening, club, monkeypatch):
    monkeypatch.setattr(sign_up, "WRITES_A_MINUTE", 2)
    cache.clear()
    statuses = [client.post(of(evening, person)).status_code for person in make_people(club, 4)]

    assert set(statuses[-2:]) <= {303, 429}
    assert 429 in statuses
