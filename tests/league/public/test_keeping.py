"""Pages that are kept: rendered once, answered without a query, never to the wrong person."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from league.events.models import Event
from league.public import keeping
from league.standings.stamps import renew_stamps
from tests.league.factories import make_member
from tests.league.standings.factories import (
    add_entry,
    build,
    make_round,
    make_stage,
    play,
    player_named,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage():
    stage = make_stage("Ann", "Bob", "Cy", "Di")
    play(make_round(stage), {"Ann": 300, "Bob": 100})
    build(stage)
    return stage


@pytest.fixture(autouse=True)
def _nothing_kept():
    keeping.forget_all()


def address(stage):
    return reverse("public:standings", args=[stage.event.club.slug, stage.event.slug])


def rebuilt(stage):
    build(stage)
    # after a commit the rebuild does this itself
    renew_stamps([stage.event_id])


@pytest.mark.long
def test_a_kept_page_is_answered_without_a_query(client, stage, django_assert_num_queries):
    first = client.get(address(stage))

    with django_assert_num_queries(0):
        again = client.get(address(stage))

    assert again.content == first.content


@pytest.mark.long
def test_a_page_kept_by_another_process_is_not_rendered_again(
    client, stage, django_assert_num_queries
):
    first = client.get(address(stage))
    keeping.forget_all()

    with django_assert_num_queries(0):
        again = client.get(address(stage))

    assert again.content == first.content


@pytest.mark.long
def test_an_unchanged_page_is_304_without_a_query(client, stage, django_assert_num_queries):
    etag = client.get(address(stage)).headers["ETag"]

    with django_assert_num_queries(0):
        answer = client.get(address(stage), headers={"If-None-Match": etag})

    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["ETag"] == etag


@pytest.mark.long
def test_a_rebuild_that_changed_something_is_seen_at_once(client, stage):
    before = client.get(address(stage))
    play(stage.rounds.get(), {"Cy": 900, "Di": 0})
    rebuilt(stage)

    after = client.get(address(stage), headers={"If-None-Match": before.headers["ETag"]})

    assert after.status_code == 200
    assert after.content != before.content


@pytest.mark.long
def test_a_rebuild_that_changed_nothing_keeps_the_page(client, stage):
    etag = client.get(address(stage)).headers["ETag"]
    rebuilt(stage)

    assert client.get(address(stage)).headers["ETag"] == etag


@pytest.mark.long
def test_the_page_of_an_event_that_is_hidden_now_is_gone_at_once(
    client, stage, django_capture_on_commit_callbacks
):
    assert client.get(address(stage)).status_code == 200
    event = Event.objects.get()
    event.visibility = "hidden"
    with django_capture_on_commit_callbacks(execute=True):
        event.save()

    assert client.get(address(stage)).status_code == 404


@pytest.mark.long
def test_each_language_has_its_own_page(client, stage):
    english = client.get(address(stage), headers={"Accept-Language": "en"})
    japanese = client.get(address(stage), headers={"Accept-Language": "ja"})

    assert english.headers["ETag"] != japanese.headers["ETag"]
    assert b'lang="ja"' in japanese.content
    assert {"Accept-Language", "Cookie", "HX-Request"} <= {
        name.strip() for name in english.headers["Vary"].split(",")
    }


@pytest.mark.long
def test_a_member_never_gets_the_strangers_page_nor_a_stranger_the_members(client, stage):
    add_entry(stage, "Zoe Quinn", public_name="initials")
    play(stage.rounds.get(), {"Zoe Quinn": 50, "Cy": 60})
    rebuilt(stage)
    member = make_member(stage.event.club).user

    first = client.get(address(stage)).content.decode()
    client.force_login(member, "django.contrib.auth.backends.ModelBackend")
    inside = client.get(address(stage))
    client.logout()
    last = client.get(address(stage)).content.decode()

    assert "Zoe Quinn" in inside.content.decode()
    assert inside.headers["Cache-Control"] == "private, no-cache"
    assert first == last
    assert "Quinn" not in first


@pytest.mark.long
def test_a_part_of_the_page_is_not_taken_for_the_whole(client, stage):
    whole = client.get(address(stage)).content.decode()
    part = client.get(address(stage), headers={"HX-Request": "true"}).content.decode()

    assert "<html" in whole
    assert "<html" not in part
    assert "Ann" in part


@pytest.mark.long
def test_stray_names_in_the_address_fill_no_cache(client, stage):
    client.get(address(stage))
    kept = keeping.kept_pages()

    for number in range(20):
        client.get(f"{address(stage)}?utm={number}")

    assert keeping.kept_pages() == kept


@pytest.mark.parametrize("query", ["round=9", "page=2", "stage=2", "round=x", "page=0", "round=١"])
def test_a_round_or_page_that_is_not_there_is_404_and_not_kept(client, stage, query):
    assert client.get(f"{address(stage)}?{query}").status_code == 404
    assert keeping.kept_pages() == 0


@pytest.mark.long
def test_without_a_cache_the_page_is_still_there(client, stage):
    first = client.get(address(stage)).content
    cache.clear()
    keeping.forget_all()

    assert client.get(address(stage)).content == first


@pytest.mark.long
def test_a_player_who_asked_for_initials_disappears_from_kept_pages(client, stage):
    assert "Ann" in client.get(address(stage)).content.decode()
    ann = player_named("Ann")
    ann.public_name = "initials"
    ann.save()
    rebuilt(stage)

    assert "Ann" not in client.get(address(stage)).content.decode()


@pytest.mark.long
@pytest.mark.parametrize("name", ["event", "round"])
def test_other_pages_are_304_when_their_content_is_the_same(client, stage, name):
    base = [stage.event.club.slug, stage.event.slug]
    page = reverse(f"public:{name}", args=base if name == "event" else [*base, 1, 1])
    etag = client.get(page).headers["ETag"]

    assert client.get(page, headers={"If-None-Match": etag}).status_code == 304
    play(stage.rounds.get(), {"Cy": 0, "Di": 900}, state="entered")
    assert client.get(page, headers={"If-None-Match": etag}).status_code == 200
