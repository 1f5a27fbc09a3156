"""Requests that are sent twice, fields that nobody reads, versions that are not the newest."""

import pytest

from games import services as games
from league.clubs.models import Player
from league.faces.api.urls import urlpatterns
from league.foundation.once.models import KeyedRequest
from league.play.events.models import Event, Stage
from league.play.results.models import Submission
from tests.league.faces.api.factories import V1, Night, client_with_link, keyed, make_night
from tests.league.play.results.factories import pinochle

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    return make_night()


EVENT = {
    "name": "Friday",
    "starts_on": "2026-03-14",
    "variant": "pitch",
    "entry_kind": "individual",
    "stage": {"format": "individual_tables", "rounds_planned": 3},
}


@pytest.mark.long
def test_an_event_sent_twice_under_a_key_is_made_once_and_answered_the_same(night):
    client, key = night.client("owner"), keyed()
    first = client.post(f"{V1}/clubs/{night.club.slug}/events", EVENT, **key)
    again = client.post(f"{V1}/clubs/{night.club.slug}/events", EVENT, **key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert Event.objects.filter(name="Friday").count() == 1


@pytest.mark.long
def test_another_content_under_the_same_key_is_refused(night):
    client, key = night.client("owner"), keyed()
    address = f"{V1}/clubs/{night.club.slug}/players"
    assert client.post(address, {"name": "Ada"}, **key).status_code == 201
    other = client.post(address, {"name": "Bo"}, **key)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")
    assert not Player.objects.filter(name="Bo").exists()


@pytest.mark.long
def test_what_was_refused_may_be_sent_again_under_its_key(night):
    client, key = night.client("owner"), keyed()
    address = f"{V1}/clubs/{night.club.slug}/players"
    assert client.post(address, {"name": ""}, **key).status_code == 400
    assert client.post(address, {"name": "Ada"}, **key).status_code == 201


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


@pytest.mark.long
def test_another_deal_under_the_key_of_a_first_is_refused_by_the_table(night):
    client, key = client_with_link(night.table), keyed()
    address = f"{V1}/tables/{night.table.pk}/submit"
    assert client.post(address, {"side": 0, "data": pinochle()}, **key).status_code == 201
    # forgotten by the day's end: the deal itself still knows its key
    KeyedRequest.objects.all().delete()
    other = pinochle(melds=(20, 20))
    answer = client.post(address, {"side": 0, "data": other}, **key)
    assert (answer.status_code, answer.json()["code"]) == (409, "idempotency_key_reused")
    again = client.post(address, {"side": 0, "data": pinochle()}, **key)
    assert again.status_code == 201
    assert Submission.objects.count() == 1


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
def test_unknown_fields_are_refused_by_name_with_what_is_near(night):
    client = night.client("owner")
    answer = client.post(f"{V1}/clubs/{night.club.slug}/players", {"name": "Ada", "emial": "x"})
    error = answer.json()
    assert (answer.status_code, error["field"], error["code"]) == (400, "emial", "unknown_field")
    assert "email" in error["detail"]
    nested = EVENT | {"stage": {"format": "swiss", "round_planned": 3}}
    answer = client.post(f"{V1}/clubs/{night.club.slug}/events", nested)
    assert answer.json()["field"] == "stage.round_planned"
    assert "rounds_planned" in answer.json()["detail"]


@pytest.mark.long
def test_unknown_filters_are_refused_by_name_on_every_list_and_known_ones_are_read(night):
    client = night.client("owner")
    answer = client.get(f"{V1}/events?sate=open")
    error = answer.json()
    assert (answer.status_code, error["field"]) == (400, "sate")
    assert "state" in error["detail"]
    assert client.get(f"{V1}/events?state=running&page_size=3&page=1").status_code == 200


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


def test_a_deal_that_was_corrected_since_is_not_corrected_again_unseen(night):
    client = night.client("director")
    made = client.post(f"{V1}/tables/{night.table.pk}/enter", {"data": pinochle()}, **keyed())
    deal = made.json()["id"]
    etag = client.get(f"{V1}/deals/{deal}")["ETag"]
    other = pinochle(melds=(20, 20))
    body = {"data": other, "reason": "The melds were wrong."}
    address = f"{V1}/deals/{deal}/correct"
    assert client.post(address, body, HTTP_IF_MATCH=etag).status_code == 200
    assert client.post(address, body, HTTP_IF_MATCH=etag).status_code == 412


def test_what_was_made_can_be_found_and_changed_without_a_further_read(night):
    client = night.client("owner")
    made = client.post(f"{V1}/clubs/{night.club.slug}/players", {"name": "Ada"})
    place = made["Location"]
    assert place == f"{V1}/clubs/{night.club.slug}/players/{made.json()['id']}"
    assert made["ETag"] == client.get(place)["ETag"]
    first = client.patch(place, {"name": "Adah"}, HTTP_IF_MATCH=made["ETag"])
    assert first.status_code == 200
    assert client.patch(place, {"name": "A"}, HTTP_IF_MATCH=made["ETag"]).status_code == 412
    assert client.patch(place, {"name": "A"}, HTTP_IF_MATCH=first["ETag"]).status_code == 200


@pytest.mark.long
def test_a_stage_sent_twice_under_a_key_is_one(night):
    client, key = night.client("owner"), keyed()
    address = f"{V1}/events/{night.event.pk}/stages"
    body = {"format": "knockout", "takes": "top", "places": 4, "name": "Finals"}
    before = Stage.objects.count()
    for _time in range(2):
        client.post(address, body, **key)
    assert Stage.objects.count() == before + 1


@pytest.mark.long
def test_without_a_preset_the_games_usual_one_is_played(night):
    body = EVENT | {"variant": "fifty-six", "least_seats": 4, "most_seats": 4}
    answer = night.client("owner").post(f"{V1}/clubs/{night.club.slug}/events", body)
    assert answer.status_code == 201, answer.json()
    known = games.variant_named("fifty-six")
    assert known is not None
    assert Event.objects.get(pk=answer.json()["id"]).preset == known.default_preset


@pytest.mark.long
def test_a_scoring_that_cannot_be_is_refused_when_it_is_set(night):
    client = night.client("owner")
    address = f"{V1}/clubs/{night.club.slug}/events"
    made = client.post(address, EVENT | {"method": {"name": "no_such_scoring"}})
    assert (made.status_code, made.json()["field"]) == (400, "method")
    event = client.post(address, EVENT).json()["id"]
    changed = client.patch(f"{V1}/events/{event}", {"method": {"name": "no_such_scoring"}})
    assert changed.status_code == 400
    assert Event.objects.get(pk=event).method["name"] != "no_such_scoring"
