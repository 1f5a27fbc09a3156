"""Requests that are sent twice, fields that nobody reads, versions that are not the newest."""

import pytest

from league.clubs.models import Player
from league.faces.api.urls import urlpatterns
from tests.league.faces.api.factories import V1, Night, keyed, make_night

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    return make_night()


@pytest.mark.long
def test_the_key_of_one_account_means_nothing_for_another(night):
    key = keyed()
    address = f"{V1}/clubs/{night.club.slug}/players"
    assert night.client("owner").post(address, {"name": "Ada"}, **key).status_code == 201
    assert night.client("director").post(address, {"name": "Bo"}, **key).status_code == 201


@pytest.mark.parametrize("key", ["1", "order-7", "~" * 255])
def test_a_key_may_be_any_word_and_says_that_it_was_used(night, key):
    client, address = night.client("owner"), f"{V1}/clubs/{night.club.slug}/players"
    first = client.post(address, {"name": "Ada"}, HTTP_IDEMPOTENCY_KEY=key)
    again = client.post(address, {"name": "Ada"}, HTTP_IDEMPOTENCY_KEY=key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert ("Idempotency-Replayed" in first, again["Idempotency-Replayed"]) == (False, "true")
    assert (again.json(), again["Location"], again["ETag"]) == (
        first.json(),
        first["Location"],
        first["ETag"],
    )
    assert Player.objects.filter(name="Ada").count() == 1


@pytest.mark.parametrize("key", ["a b", "~" * 256, "\x7f", "é"])
def test_what_is_no_key_is_refused_wherever_it_is_sent(night, key):
    client = night.client("owner")
    answer = client.post(
        f"{V1}/clubs/{night.club.slug}/players", {"name": "Ada"}, HTTP_IDEMPOTENCY_KEY=key
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "idempotency_key_invalid")
    assert not Player.objects.filter(name="Ada").exists()


def test_every_write_that_is_answered_with_201_takes_a_key():
    """But an uploaded file: the same one is kept twice, and does nothing by itself."""
    from league.faces.api.description import description

    for address, operations in description("en")["paths"].items():
        made = operations.get("post")
        content = made.get("requestBody", {}).get("content", {}) if made else {}
        files = content.keys() - {"application/json"}
        if made and "201" in made["responses"] and not files:
            names = [one.get("name") for one in made.get("parameters", [])]
            assert "Idempotency-Key" in names, address


@pytest.mark.long
def test_no_address_reads_a_parameter_that_its_description_does_not_name(night):
    known = {
        "club": night.club.slug,
        "event": night.event.pk,
        "stage": night.stage.pk,
        "round": night.round.pk,
        "table": night.table.pk,
        "entry": night.event.entries.order_by("pk")[0].pk,
        "player": night.club.players.order_by("pk")[0].pk,
    }
    client, asked = night.client("owner"), 0
    for pattern in (one for subject in urlpatterns for one in getattr(subject, "url_patterns", ())):
        names = set(pattern.pattern.regex.groupindex)
        view = getattr(pattern.callback, "cls", None)
        if view is None or not hasattr(view, "get") or not names <= known.keys():
            continue
        address = "/api/v1/" + pattern.pattern._route
        for name in names:
            for kind in ("int", "slug"):
                address = address.replace(f"<{kind}:{name}>", str(known[name]))
        asked += 1
        answer = client.get(address + "?nobody_reads_this=1")
        assert answer.status_code == 400, address
        assert answer.json()["field"] == "nobody_reads_this"
    assert asked > 20


def test_a_body_is_refused_where_none_is_read(night):
    entry = night.event.entries.order_by("pk")[0]
    answer = night.client("owner").post(f"{V1}/entries/{entry.pk}/accept", {"reason": "x"})
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_field")


def test_a_change_of_an_older_version_is_refused_and_says_who_was_quicker(night):
    mine, others = night.client("owner"), night.client("director")
    player = night.club.players.order_by("pk")[0]
    address = f"{V1}/clubs/{night.club.slug}/players/{player.pk}"
    etag = mine.get(address)["ETag"]
    assert others.patch(address, {"name": "Anna"}, HTTP_IF_MATCH=etag).status_code == 200
    late = mine.patch(address, {"name": "Ann"}, HTTP_IF_MATCH=etag)
    error = late.json()
    assert (late.status_code, error["code"]) == (412, "changed_meanwhile")
    assert str(night.users["director"]) in error["detail"]
    player.refresh_from_db()
    assert player.name == "Anna"
    fresh = mine.get(address)["ETag"]
    assert mine.patch(address, {"name": "Ann"}, HTTP_IF_MATCH=fresh).status_code == 200
    # who does not say what was read changes it as before
    assert mine.patch(address, {"name": "Anne"}).status_code == 200
