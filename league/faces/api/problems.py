"""Problem documents: what every error over HTTP is (RFC 9457). Needs no settings to be imported."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import JsonResponse

PROBLEM_JSON = "application/problem+json"


def problem(status: int, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document; `body` has its `code`, its `detail` and what else there is to say."""
    phrase = HTTPStatus(status).phrase
    return {"type": "about:blank", "title": phrase, "status": status} | dict(body)


def problem_without_view(status: int, *, code: str, detail: str) -> JsonResponse:
    """Return the problem as an answer where no view answers."""
    document = problem(status, {"code": code, "detail": detail})
    return JsonResponse(document, status=status, content_type=PROBLEM_JSON)
