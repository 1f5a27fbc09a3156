"""Problem documents: what every error over HTTP is (RFC 9457). Needs no settings to be imported."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import JsonResponse
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

PROBLEM_JSON = "application/problem+json"


def problem(status: int, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document; `body` has its `code`, its `detail` and what else there is to say."""
    phrase = HTTPStatus(status).phrase
    return {"type": "about:blank", "title": phrase, "status": status} | dict(body)


def problem_without_view(status: int, *, code: str, detail: str) -> JsonResponse:
    """Return the problem as an answer where no view answers."""
    document = problem(status, {"code": code, "detail": detail})
    return JsonResponse(document, status=status, content_type=PROBLEM_JSON)


# --- Problem documents as answers of views ---


class ProblemRenderer(JSONRenderer):
    media_type = PROBLEM_JSON


class Negotiation(DefaultContentNegotiation):
    """Takes who names only problem documents in `Accept` for somebody who reads JSON."""

    def get_accept_list(self, request: Request) -> list[str]:
        accepted: list[str] = super().get_accept_list(request)
        return [one.replace(PROBLEM_JSON, JSONRenderer.media_type) for one in accepted]


def problem_answer(
    status: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None
) -> Response:
    """Return the problem as the answer of a view."""
    # `ApiView` renders what is marked as an exception as a problem document
    return Response(problem(status, body), status=status, headers=headers, exception=True)
