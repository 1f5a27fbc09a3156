"""Pages that are kept: made once, answered with one query, to nobody else and never too late."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.clubs import services as clubs
from league.clubs.services.players import change_player
from league.faces.public.page_cache import (
    version_of,
)
from league.foundation.journal.actor import Act
from league.foundation.journal.services import append
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


def hide(stage):
    change_event(event=stage.event, changes={"visibility": "hidden"}, by=Act(DIRECTOR, NOW))


def rename_club(stage):
    clubs.change_club(club=stage.event.club, name="Pier Cards", by=Act(DIRECTOR, NOW))


def show_initials(_stage):
    player = player_named("Ann Lee")
    change_player(player=player, public_name="initials", by=Act(DIRECTOR, NOW))


def forget(_stage):
    owner = make_member(player_named("Ann Lee").club, role="owner").user
    forget_player(player=player_named("Ann Lee"), by=Act(actor_of(owner), timezone.now()))


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
    change_player(player=player_named("Ann Lee"), name="Anna Lee", by=Act(DIRECTOR, NOW))

    assert version_of(association.club.slug) != before


def test_what_is_committed_late_under_a_lower_number_changes_the_version(stage):
    club = stage.event.club
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval('journal_happening_id_seq')")
        (early,) = cursor.fetchone()
    append(kind="club.changed", by=Act(DIRECTOR, NOW), club_id=club.pk, subject=club)
    before = version_of(club.slug)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO journal_happening (id, kind, club_id, subject_type, actor_name, via, data)"
            " VALUES (%s, 'club.changed', %s, 'club', 'Dora', 'desk', '{}')",
            [early, club.pk],
        )

    assert version_of(club.slug) != before


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
