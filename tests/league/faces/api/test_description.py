"""What the description says of each operation is true: who may ask, which types, what stays."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import resolve
from django.utils import timezone

from deploy.api_promise import broken, promises, read_promised
from league.faces.api import deprecations
from league.faces.api.deprecations import DEPRECATED, SHORTEST_MONTHS, Deprecation, say_deprecated
from league.faces.api.description import description
from tests.league.faces.api.factories import V1, client_of, make_night, make_token_of
from tests.permissions.people import EVERYBODY
from tests.permissions.rights import BY_LINK, RIGHTS, SCOPES

# objects that are open on purpose, and why
OPEN = {
    "Copied.method": "a method of scoring",
    "CorrectInputRequest.data": "a deal: its fields are a matter of its game (variants_read)",
    "DealInputRequest.data": "a deal",
    "PreviewInputRequest.data": "a deal",
    "EventDetail.method": "a method of scoring: its names are in docs/scoring-matches.md",
    "Event.method": "a method of scoring",
    "EventInputRequest.method": "a method of scoring",
    "Happening.data": "what a happening notes: each kind something else",
    "PatchedEventChangeInputRequest.method": "a method of scoring",
    "RoundDetail.quality": "what a format says of its draw: each something else (docs/formats.md)",
    "DrawPreview.quality": "what a format says of its draw",
    "Schemas.record": "a JSON Schema",
    "Schemas.summary": "a JSON Schema",
    "SeasonDetail.rules": "the rules of a season: their names are in docs/scoring.md",
    "SettleInputRequest.data": "a deal",
    "Submission.data": "a deal",
    "SubmitInputRequest.data": "a deal",
    "TableDealInputRequest.data": "a deal",
    "WeeklyInputRequest.data": "a deal",
}
TYPED = {"$ref", "type", "oneOf", "anyOf", "allOf", "enum"}


def untyped(shape: Any, place: str) -> Iterator[str]:
    """Yield the places in a shape of which the type is not said."""
    if is_open(shape):
        yield place
        return
    for inner, at in parts_of(shape, place):
        yield from untyped(inner, at)


def is_open(shape: Any) -> bool:
    """Say whether a shape leaves open what it holds."""
    if not TYPED & shape.keys():
        return True
    match shape.get("type"):
        case "object":
            return shape.get("additionalProperties", not shape.get("properties")) in (True, {})
        case "array":
            return not shape.get("items")
    return False


def parts_of(shape: Any, place: str) -> Iterator[tuple[Any, str]]:
    """Yield the shapes that a shape is made of, with their places."""
    yield from ((inner, f"{place}.{name}") for name, inner in shape.get("properties", {}).items())
    for word in ("items", "additionalProperties"):
        if isinstance(shape.get(word), dict):
            yield shape[word], f"{place}.*"
    for word in ("oneOf", "anyOf", "allOf"):
        yield from ((inner, place) for inner in shape.get(word, []))


def test_every_field_has_its_type_but_those_that_are_open_on_purpose():
    found = {
        place
        for name, shape in description("en")["components"]["schemas"].items()
        for place in untyped(shape, name)
    }
    assert found == OPEN.keys()


def operations():
    for path, methods in description("en")["paths"].items():
        address = path
        for name in ("club", "variant", "family", "key"):
            address = address.replace("{" + name + "}", "x")
        while "{" in address:
            address = address[: address.index("{")] + "1" + address[address.index("}") + 1 :]
        for method, operation in methods.items():
            yield resolve(address).view_name, method.upper(), operation


def test_security_is_that_of_the_table_of_rights():
    wrong = []
    for name, method, operation in operations():
        ways = operation["security"]
        # what somebody may do who has not said who he is
        free = RIGHTS[name][method] == EVERYBODY or (name, method) == ("api:prepared_deal", "GET")
        free = free or (name, method) == ("api:deal", "GET")
        by_link = free or (name, method) in BY_LINK
        usual = "read" if method == "GET" else "direct"
        scope = SCOPES.get((name, method), usual)
        expected = {
            "free": free,
            "link": by_link,
            "scope": [] if scope is None else [scope],
        }
        said = {
            "free": {} in ways,
            "link": {"tableLink": []} in ways,
            "scope": next(way["bearerAuth"] for way in ways if "bearerAuth" in way),
        }
        if said != expected:
            wrong.append((name, method, said, expected))
    assert wrong == []


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("word", ["Bearer", "Token", "bearer"])
def test_a_token_is_sent_as_bearer_or_as_before(word):
    night = make_night()
    client = client_of()
    client.credentials(HTTP_AUTHORIZATION=f"{word} {make_token_of(night.users['director'])}")
    answer = client.get(f"{V1}/clubs/{night.club.slug}/journal")
    assert answer.status_code == 200


def test_what_the_last_release_promised_still_holds_or_was_said_to_go():
    gone = broken(read_promised(), promises(description("en")))
    over = {name for name, one in DEPRECATED.items() if one.until <= timezone.localdate()}
    assert [one for one in gone if one.partition(":")[0].partition("?")[0] not in over] == []


def test_what_goes_is_noticed():
    before = {"players_list": "GET /players", "Player.name": "string", "Event.method": "any"}
    now = {"players_list": "GET /people", "Event.method": "object"}
    assert broken(before, now) == [
        "players_list: GET /players before, GET /people now",
        "Player.name: string before, nothing now",
    ]


def test_what_can_be_sent_may_grow_and_what_is_answered_may_not():
    before = {"PlayerRequest.email": "string", "Player.email": "string"}
    now = dict.fromkeys(before, "null|string")
    assert broken(before, now) == ["Player.email: string before, null|string now"]


def test_what_is_deprecated_is_told_long_enough_before_and_names_what_is_there_instead():
    names = {operation["operationId"] for _name, _method, operation in operations()}
    for name, one in DEPRECATED.items():
        assert {name, one.instead} <= names
        months = 12 * (one.until.year - one.since.year) + one.until.month - one.since.month
        assert months >= SHORTEST_MONTHS


@pytest.mark.long
def test_a_deprecated_operation_says_so_in_its_answers(monkeypatch):
    going = Deprecation(since=date(2027, 1, 1), until=date(2028, 1, 1), instead="clubs_read")
    monkeypatch.setattr(deprecations, "DEPRECATED", {"clubs_list": going})
    answer, other = HttpResponse(), HttpResponse()
    say_deprecated(answer, "clubs_list")
    say_deprecated(other, "clubs_read")

    assert answer["Deprecation"] == "@1798761600"
    assert answer["Sunset"] == "Sat, 01 Jan 2028 00:00:00 GMT"
    assert "Deprecation" not in other
