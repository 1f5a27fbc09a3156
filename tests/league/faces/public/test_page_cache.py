"""Pages that are kept: made once, answered with one query, to nobody else and never too late."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.clubs import services as clubs
from league.clubs.services.players import change_player
from league.faces.public.page_cache import (
    LAST_SHOWN_AT_ONCE,
    VERSION,
    VERSION_OF_SITE,
    version_of,
    version_of_site,
)
from league.foundation.journal.models import ClubVersion
from league.foundation.journal.services import append, deliver_all
from league.office.personal_data.services.forgetting import forget_player
from league.play.events.services.setup import change_event
from tests.league.factories import actor_of, make_member, make_player
from tests.league.office.associations.factories import join, make_association
from tests.league.play.events.factories import DIRECTOR
from tests.league.tables.standings.factories import (
    NOW,
    add_entry,
    build,
    make_round,
    make_stage,
    play,
    player_named,
)

pytestmark = pytest.mark.django_db

ITS_OWN = {"X-Request-ID": ""}
NOON = datetime(2026, 3, 20, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _one_minute():
    """All is asked within the same minute."""
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def stage():
    stage = make_stage("Ann Lee", "Bob Ray", "Cy Fox", "Di Orr")
    play(make_round(stage), {"Ann Lee": 300, "Bob Ray": 100})
    build(stage)
    return stage


def address(stage, name="standings"):
    return reverse(f"public:{name}", args=[stage.event.club.slug, stage.event.slug])


def pages(stage):
    club = stage.event.club
    return [
        *(address(stage, name) for name in ("event", "standings", "progress", "meetings")),
        *(reverse(f"public:{name}", args=[club.slug]) for name in ("club", "club_feed", "archive")),
        reverse("public:home"),
    ]


def test_a_kept_page_takes_one_query(client, stage, django_assert_num_queries):
    for page in pages(stage):
        first = client.get(page)
        with django_assert_num_queries(1):
            again = client.get(page)
        with django_assert_num_queries(1):
            unchanged = client.get(page, headers={"If-None-Match": first["ETag"]})

        assert (again.status_code, again.content) == (200, first.content)
        assert dict(again.headers) | ITS_OWN == dict(first.headers) | ITS_OWN
        assert (unchanged.status_code, unchanged.content) == (304, b"")
        assert unchanged["ETag"] == first["ETag"]


def test_a_game_takes_none(client, django_assert_num_queries):
    page = reverse("public:game", args=["pitch"])
    first = client.get(page)
    with django_assert_num_queries(0):
        again = client.get(page)

    assert again.content == first.content


def test_standings_that_are_built_are_seen_at_once(client, stage):
    before = client.get(address(stage))
    play(stage.rounds.get(), {"Cy Fox": 900, "Di Orr": 0})
    build(stage)

    after = client.get(address(stage), headers={"If-None-Match": before["ETag"]})

    assert after.status_code == 200
    assert after.content != before.content


def hide(stage):
    change_event(event=stage.event, changes={"visibility": "hidden"}, actor=DIRECTOR, at=NOW)


def rename_club(stage):
    clubs.change_club(club=stage.event.club, name="Pier Cards", actor=DIRECTOR, at=NOW)


def show_initials(_stage):
    player = player_named("Ann Lee")
    change_player(player=player, public_name="initials", actor=DIRECTOR, at=NOW)


def forget(_stage):
    owner = make_member(player_named("Ann Lee").club, role="owner").user
    forget_player(player=player_named("Ann Lee"), actor=actor_of(owner), at=timezone.now())


@pytest.mark.parametrize("act", [hide, rename_club, show_initials, forget])
def test_what_is_changed_is_on_no_page_of_the_next_request_though_no_worker_runs(stage, act):
    kept = {page: Client().get(page) for page in pages(stage)}
    act(stage)
    answers = {page: Client().get(page) for page in kept}
    cache.clear()

    for page, answer in answers.items():
        made = Client().get(page)
        assert (answer.status_code, answer.content) == (made.status_code, made.content), page
    assert any(answers[page].content != kept[page].content for page in kept)


def test_a_player_of_a_club_is_renamed_on_the_pages_of_its_association(client):
    association = make_association()
    club = join(association, "Mill Lane")
    make_player(club, "Ann Lee")
    before = version_of(association.club.slug)
    change_player(player=player_named("Ann Lee"), name="Anna Lee", actor=DIRECTOR, at=NOW)

    assert version_of(association.club.slug) != before


def test_what_is_committed_late_under_a_lower_number_changes_the_version(stage):
    club = stage.event.club
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval('journal_happening_id_seq')")
        (early,) = cursor.fetchone()
    append(kind="club.changed", actor=DIRECTOR, at=NOW, club_id=club.pk, subject=club)
    before = version_of(club.slug)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO journal_happening (id, kind, club_id, subject_type, actor_name, via, data)"
            " VALUES (%s, 'club.changed', %s, 'club', 'Dora', 'desk', '{}')",
            [early, club.pk],
        )

    assert version_of(club.slug) != before


def test_what_readers_of_the_journal_write_is_seen(stage):
    club = stage.event.club
    append(kind="club.changed", actor=DIRECTOR, at=NOW, club_id=club.pk, subject=club)
    before = version_of(club.slug)
    deliver_all(at=NOW)

    assert version_of(club.slug) != before
    assert ClubVersion.objects.get(pk=club.pk).number > 0


def test_a_result_makes_one_version_with_its_delivery_and_one_with_the_standings(stage):
    def versions():
        return version_of(stage.event.club.slug), version_of_site()

    deliver_all(at=NOW)
    build(stage)
    before = versions()
    append(
        kind="deal.confirmed",
        actor=DIRECTOR,
        at=NOW,
        club_id=stage.event.club_id,
        event_id=stage.event_id,
        stage_id=stage.pk,
        data={"deal": 1, "table": 1, "round": 1, "event": "Cup"},
    )
    assert versions() == before

    deliver_all(at=NOW)
    delivered = versions()
    assert all(one != other for one, other in zip(delivered, before, strict=True))

    assert not build(stage)
    assert versions() == delivered

    play(stage.rounds.get(), {"Cy Fox": 900, "Di Orr": 0})
    assert build(stage)
    assert all(one != other for one, other in zip(versions(), delivered, strict=True))


@pytest.mark.parametrize(
    ("query", "index"),
    [(VERSION, "shown_at_once_of_club"), (VERSION_OF_SITE, "shown_at_once")],
)
def test_a_version_is_read_from_the_indexes_made_for_it(query, index):
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO journal_happening (kind, club_id, subject_type, actor_name, via, data)"
            " SELECT CASE WHEN n % 20 = 0 THEN 'club.changed' ELSE 'deal.submitted' END,"
            " n % 50, 'club', 'Dora', 'desk', '{}' FROM generate_series(1, 2000) AS n"
        )
        cursor.execute("ANALYZE journal_happening")
        cursor.execute("EXPLAIN " + query, {"club": "hill", **LAST_SHOWN_AT_ONCE})
        plan = "\n".join(row[0] for row in cursor.fetchall())

    assert f"using {index} " in plan, plan


def test_a_page_of_another_minute_is_made_anew(client, stage, django_assert_num_queries):
    client.get(address(stage))
    with django_assert_num_queries(1):
        client.get(address(stage))
    later = time_machine.travel(NOON + timedelta(minutes=1), tick=False)
    with later, CaptureQueriesContext(connection) as queries:
        client.get(address(stage))

    assert len(queries) > 5


def test_each_language_has_its_own_page(client, stage):
    for _again in range(2):
        english = client.get(address(stage), headers={"Accept-Language": "en"})
        japanese = client.get(address(stage), headers={"Accept-Language": "ja"})

        assert b'lang="en"' in english.content
        assert b'lang="ja"' in japanese.content
        assert {"Accept-Language", "Cookie", "HX-Request"} <= {
            name.strip() for name in english["Vary"].split(",")
        }


def test_a_member_never_gets_the_strangers_page_nor_a_stranger_the_members(client, stage):
    add_entry(stage, "Zoe Quinn", public_name="initials")
    play(stage.rounds.get(), {"Zoe Quinn": 50, "Cy Fox": 60})
    build(stage)
    member = make_member(stage.event.club).user

    first = client.get(address(stage)).content.decode()
    client.force_login(member, "django.contrib.auth.backends.ModelBackend")
    inside = client.get(address(stage))
    client.logout()
    last = client.get(address(stage)).content.decode()

    assert "Zoe Quinn" in inside.content.decode()
    assert inside["Cache-Control"] == "private, no-cache"
    assert first == last
    assert "Quinn" not in first


def test_a_part_of_the_page_is_not_taken_for_the_whole(client, stage):
    for _again in range(2):
        whole = client.get(address(stage)).content.decode()
        part = client.get(address(stage), headers={"HX-Request": "true"}).content.decode()

        assert "<html" in whole
        assert "<html" not in part
        assert "Ann" in part


@pytest.mark.parametrize("query", ["utm=1", "q=ann", "week=" + "1" * 60])
def test_an_address_with_anything_else_is_not_kept(client, stage, kept, query):
    assert client.get(f"{address(stage)}?{query}").status_code == 200
    assert kept == []


@pytest.mark.parametrize(
    "query", ["round=9", "page=2", "stage=2", "round=x", "page=0", "round=\u0661"]
)
def test_a_round_or_page_that_is_not_there_is_404_and_not_kept(client, stage, kept, query):
    assert client.get(f"{address(stage)}?{query}").status_code == 404
    assert kept == []


def test_a_page_with_a_form_that_is_signed_for_one_reader_is_not_kept(client, kept):
    answer = client.get(reverse("public:try_deal", args=["pitch"]))

    assert b"csrfmiddlewaretoken" in answer.content
    assert kept == []


@pytest.fixture
def kept(monkeypatch):
    """The pages that are kept from now on."""
    found = []

    def set_(key, value, timeout=None):
        if key.startswith("page:"):
            found.append(value)

    monkeypatch.setattr("league.faces.public.page_cache.cache.set", set_)
    return found
