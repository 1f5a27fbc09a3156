"""Addresses below the API that lead nowhere, and those written with or without a slash."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Scope
from league.faces.api.api_view import ApiView


@extend_schema(exclude=True)
class NowhereView(ApiView):
    """Answers 404 in the form of every other error."""

    token_scopes = {"GET": Scope.READ}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404

    def get(self, request: Request) -> Response:
        raise Http404


def elsewhere(request: HttpRequest) -> HttpResponse:
    """Serve an address with a slash too many or too few; nothing sent is lost in a redirect."""
    path = request.path
    other = path[:-1] if path.endswith("/") else f"{path}/"
    try:
        match = resolve(other)
    except Resolver404:
        return NowhereView.as_view()(request)
    if match.func is elsewhere:
        return NowhereView.as_view()(request)
    answer: HttpResponse = match.func(request, *match.args, **match.kwargs)
    return answer


# the views behind it check forged requests themselves, as every view of the API does
elsewhere.csrf_exempt = True  # type: ignore[attr-defined]
