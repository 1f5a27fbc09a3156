"""Whatever is sent, the answer is a clean one, and every error has the one form."""

from http import HTTPStatus
from typing import Any

import pytest
from django.conf import settings
from rest_framework.throttling import ScopedRateThrottle

from tests.league.faces.api.factories import V1, client_of, client_with_link, keyed, make_night

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


def test_a_body_that_is_too_large_is_refused() -> None:
    body = b'{"x": "' + b"x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE + b'"}'
    error_of(client_of().post(f"{V1}/score", body, content_type=JSON), 413, "body_too_large")


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


def test_what_is_refused_counts_for_the_limits():
    answer = client_of().get(f"{V1}/clubs/{make_night().club.slug}/members")
    assert (answer.status_code, '"anon";r=' in answer["RateLimit"]) == (401, True)


def test_a_fault_of_ours_has_the_one_form_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_given: object) -> None:
        raise RuntimeError("nobody foresaw this")

    monkeypatch.setattr("league.faces.api.resources.club_at", broken)
    client = client_of()
    client.raise_request_exception = False
    error_of(client.get(f"{V1}/clubs/anywhere"), 500, "server_error")
