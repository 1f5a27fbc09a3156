"""Whatever is sent, the answer is a clean one, and every error has the one form."""

from http import HTTPStatus
from typing import Any

import pytest
from django.conf import settings
from rest_framework.throttling import ScopedRateThrottle

from tests.league.faces.api.factories import V1, client_of, client_with_link, keyed, make_night
from tests.league.play.results.factories import pinochle, submit

pytestmark = pytest.mark.django_db
JSON = "application/json"


def error_of(answer: Any, status: int, code: str) -> dict[str, Any]:
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    error: dict[str, Any] = answer.json()
    assert (error["type"], error["title"]) == ("about:blank", HTTPStatus(status).phrase)
    assert (error["status"], error["code"]) == (status, code)
    assert error["detail"]
    return error


BODIES = {
    "no JSON": (b"{", "malformed_json"),
    "nothing": (b"", "required"),
    "not UTF-8": (b'"\xff"', "malformed_json"),
    "NaN": (b'{"data": NaN}', "malformed_json"),
    "infinity": (b'{"data": 1e999}', "malformed_json"),
    "a huge number": (b'{"data": 123456789012345678901234567890}', "number_too_large"),
    "a number of 10,000 digits": (b"9" * 10_000, "malformed_json"),
    "NUL": (b'{"data": "a\\u0000b"}', "not_text"),
    "NUL in a name": (b'{"a\\u0000b": 1}', "not_text"),
    "half a character": (b'{"data": "\\ud800"}', "not_text"),
    "deep": (b"[" * 60 + b"]" * 60, "nested_too_deeply"),
    "bottomless": (b"[" * 200_000 + b"]" * 200_000, "nested_too_deeply"),
    "an array": (b"[]", "invalid"),
    "text": (b'"x"', "invalid"),
    "null": (b"null", "null"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("body", BODIES)
def test_what_is_no_proper_json_is_refused_in_words(body: str) -> None:
    night = make_night(entries=2)
    data, code = BODIES[body]
    phone, at = client_with_link(night.table), f"{V1}/tables/{night.table.pk}/submit"
    error_of(phone.post(at, data, content_type=JSON, **keyed()), 400, code)


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "no side": ({"data": pinochle()}, "side"),
    "a side that is text": ({"side": "north", "data": pinochle()}, "side"),
    "a side far away": ({"side": 10**15, "data": pinochle()}, "side"),
    "no data": ({"side": 0}, "data"),
    "data that is a list": ({"side": 0, "data": [1]}, "data"),
    "a deal numbered 0": ({"side": 0, "number": 0, "data": pinochle()}, "number"),
}


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("what", WRONG)
def test_a_field_that_is_wrong_is_named(what: str) -> None:
    night = make_night(entries=2)
    body, field = WRONG[what]
    phone, at = client_with_link(night.table), f"{V1}/tables/{night.table.pk}/submit"
    answer = phone.post(at, body, **keyed())
    error = error_of(answer, 400, answer.json()["code"])
    assert error["field"] == field
    assert error["fields"][field]


def test_a_body_that_is_too_large_is_refused() -> None:
    body = b'{"x": "' + b"x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE + b'"}'
    error_of(client_of().post(f"{V1}/score", body, content_type=JSON), 413, "body_too_large")


@pytest.mark.long
def test_the_engines_refusal_comes_with_its_rule_and_the_names_at_the_table() -> None:
    night = make_night(entries=2)
    phone, at = client_with_link(night.table), f"{V1}/tables/{night.table.pk}/submit"
    wrong = {"side": 0, "data": pinochle(points=(30, 18))}
    error = error_of(phone.post(at, wrong, **keyed()), 422, "deal_refused")
    assert (error["rule"], error["phase"]) == ("points_total", "summary")
    assert "48" in error["detail"]
    assert "50" in error["detail"]


def test_what_makes_no_sense_now_is_a_conflict() -> None:
    night = make_night(entries=2)
    phone, at = client_with_link(night.table), f"{V1}/tables/{night.table.pk}"
    error_of(phone.post(f"{at}/take-back", {"side": 0}), 409, "cannot_take_back")
    data = {"side": 0, "number": 3, "data": pinochle()}
    error_of(phone.post(f"{at}/submit", data, **keyed()), 409, "deal_missing")


def test_a_side_that_the_table_does_not_have_is_named() -> None:
    night = make_night(entries=2)
    phone, at = client_with_link(night.table), f"{V1}/tables/{night.table.pk}"
    data = {"side": 7, "data": pinochle()}
    error_of(phone.post(f"{at}/submit", data, **keyed()), 400, "no_such_side")


@pytest.mark.long
def test_a_write_that_counts_needs_its_key() -> None:
    night = make_night(entries=2)
    phone, at = client_with_link(night.table), f"{V1}/tables/{night.table.pk}/submit"
    answer = phone.post(at, {"side": 0, "data": pinochle()})
    assert error_of(answer, 400, "idempotency_key_missing")["field"] == "Idempotency-Key"


@pytest.mark.parametrize(
    "address",
    [
        "nowhere",
        "events/1/nowhere",
        "events/999999",
        "events/" + "9" * 40,
        "clubs/none",
        "rounds/0",
    ],
)
def test_what_is_not_there_is_not_found(address: str) -> None:
    error_of(client_of().get(f"{V1}/{address}"), 404, "not_found")
    error_of(client_of().get(f"{V1}/{address}/"), 404, "not_found")


def test_an_address_works_with_and_without_the_slash() -> None:
    for address in ("variants", "variants/", "schema", "schema/"):
        assert client_of().get(f"{V1}/{address}").status_code == 200
    assert client_of().post(f"{V1}/score/", {"call": 1}).status_code in (400, 422)


def test_a_method_an_address_does_not_have() -> None:
    answer = client_of().get(f"{V1}/score")
    error_of(answer, 405, "method_not_allowed")
    assert "POST" in answer["Allow"]


def test_another_format_than_json() -> None:
    answer = client_of().post(f"{V1}/score", b"x=1", content_type="text/plain")
    error_of(answer, 415, "unsupported_media_type")
    answer = client_of().get(f"{V1}/variants", HTTP_ACCEPT="image/png")
    error_of(answer, 406, "not_acceptable")


def test_who_takes_only_problem_documents_is_answered_as_everybody() -> None:
    headers = {"HTTP_ACCEPT": "application/problem+json"}
    answer = client_of().get(f"{V1}/variants", **headers)
    assert (answer.status_code, answer["Content-Type"]) == (200, JSON)
    error_of(client_of().get(f"{V1}/nowhere", **headers), 404, "not_found")


def test_too_many_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", {"score": "2/min"})
    client = client_of()
    for left in (1, 0):
        answer = client.get(f"{V1}/variants")
        assert answer.status_code == 200
        assert '"score";q=2;w=60' in answer["RateLimit-Policy"]
        assert f'"score";r={left};t=' in answer["RateLimit"]
    answer = client.get(f"{V1}/variants")
    error_of(answer, 429, "throttled")
    assert 0 < int(answer["Retry-After"]) <= 60
    assert '"score";r=0;t=' in answer["RateLimit"]


def test_every_answer_says_how_many_requests_are_left() -> None:
    answer = client_of().get(f"{V1}/clubs")
    assert answer["RateLimit-Policy"].startswith('"anon";q=')
    assert answer["RateLimit"].startswith('"anon";r=')
    known = client_of().get(f"{V1}/clubs", HTTP_IF_NONE_MATCH=answer["ETag"])
    assert (known.status_code, "RateLimit" in known) == (304, True)


def test_a_wrong_token() -> None:
    client = client_of()
    client.credentials(HTTP_AUTHORIZATION="Token abc")
    answer = client.get(f"{V1}/clubs")
    error_of(answer, 401, "authentication_failed")
    assert answer["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "query",
    ["state=lost", "state=%00", "page_size=x&page=0", "page=99", "page=" + "9" * 30, "club=%00"],
)
def test_a_query_that_makes_no_sense_is_refused(query: str) -> None:
    assert client_of().get(f"{V1}/events?{query}").status_code in (400, 404)


@pytest.mark.long
@pytest.mark.parametrize("query", ["round=0", "round=x", "page=-1", "round=99999999999"])
def test_standings_of_no_round_are_refused(query: str) -> None:
    night = make_night(entries=2)
    at = f"{V1}/stages/{night.stage.pk}/standings?{query}"
    error_of(client_of().get(at), 400, "invalid")


def test_messages_are_in_the_language_asked_for() -> None:
    english = client_of().get(f"{V1}/nowhere").json()
    japanese = client_of().get(f"{V1}/nowhere", HTTP_ACCEPT_LANGUAGE="ja").json()
    assert japanese["code"] == english["code"]
    assert japanese["detail"] != english["detail"]


def test_a_deal_submitted_twice_with_other_numbers_by_one_side() -> None:
    night = make_night(entries=2)
    submit(night.table, side=0)
    phone, at = client_with_link(night.table), f"{V1}/tables/{night.table.pk}/submit"
    data = {"side": 0, "number": 1, "data": pinochle(points=(28, 22))}
    error_of(phone.post(at, data, **keyed()), 409, "conflicting_submission")


def test_a_fault_of_ours_has_the_one_form_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_given: object) -> None:
        raise RuntimeError("nobody foresaw this")

    monkeypatch.setattr("league.faces.api.club.views.club_at", broken)
    client = client_of()
    client.raise_request_exception = False
    error_of(client.get(f"{V1}/clubs/anywhere"), 500, "server_error")
