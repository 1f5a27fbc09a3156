"""The big screen of an event, and the time by which its clock goes."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.public.keeping import with_etag
from league.public.live.versions import version_of
from league.public.screen import board
from league.public.visitors import EventPage, for_event


@require_safe
def screen(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The page for a projector or a television: all of it, or the board alone for live.js."""
    return with_etag(request, _screen(request, club, event))


@for_event
def _screen(request: HttpRequest, page: EventPage) -> HttpResponse:
    # the version first: what changes while the board is read comes by the stream
    version = version_of(page.event.pk)
    context = board(page) | {"live_version": version, "language": get_language()}
    is_part = request.headers.get("HX-Request") == "true"
    return render(request, "public/_screen.html" if is_part else "public/screen.html", context)


@require_safe
@never_cache
def server_time(request: HttpRequest) -> HttpResponse:
    """Say what time it is here, in milliseconds since 1970: clocks of devices may be wrong."""
    return JsonResponse({"now": round(timezone.now().timestamp() * 1000)})
