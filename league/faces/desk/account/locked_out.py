"""The answer to somebody who tried to sign in too often."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.clubs.services.rate_limits import HOUR

COOL_OFF_SECONDS = int(settings.AXES_COOLOFF_TIME * HOUR)


def page(request: HttpRequest, *_response_and_credentials: Any) -> HttpResponse:
    """Answer after too many wrong passwords; axes asks for it."""
    response = render(request, "errors/locked_out.html", status=429)
    response.headers["Retry-After"] = str(COOL_OFF_SECONDS)
    return response
