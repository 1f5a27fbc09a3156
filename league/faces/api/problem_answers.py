"""Problem documents as answers of views."""

from collections.abc import Mapping
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.faces.api.problems import PROBLEM_JSON, problem


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
