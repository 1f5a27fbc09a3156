"""Who may follow an event's live updates: exactly those who may see its pages."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.core.handlers.asgi import ASGIRequest
from django.utils import translation

from league.events.models import Event
from league.limits import LARGEST_ID, number_of
from league.public.live.messages import KINDS, Part
from league.public.live_versions import access_of, version_of
from league.public.visitors import Visitor, may_see

MOST_PARTS = 8


@dataclass(frozen=True, slots=True)
class Admission:
    """What a reader follows, from which version on, and when its right to read is checked again."""

    parts: frozenset[Part]
    after: int | None
    version: int
    access: str
    is_restricted: bool


def admit(event_id: int, scope: dict[str, Any]) -> Admission | None:
    """Return what the reader behind an ASGI scope may follow, or None for nothing at all.

    An event one may not see and one that does not exist are the same from outside.
    """
    request = _request_of(scope)
    event = Event.objects.select_related("club").filter(pk=event_id).first()
    if event is None or not may_see(request.user, event):
        return None
    names = request.GET.getlist("only")[:MOST_PARTS]
    if not names or not all(map(_is_part_name, names)):
        return None
    visitor = Visitor.of(request.user, event.club)
    language = _language_of(request)
    return Admission(
        parts=frozenset(Part(name, language, visitor.sees_full_names) for name in names),
        after=_after(request),
        version=version_of(event_id),
        access=access_of(event),
        is_restricted=visitor.sees_full_names,
    )


def _request_of(scope: dict[str, Any]) -> ASGIRequest:
    request = ASGIRequest(scope, BytesIO())
    # read only: what a stream would change in the session is nobody's wish
    request.session = SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    request.user = get_user(request)
    return request


def _is_part_name(name: str) -> bool:
    kind, _, number = name.partition("-")
    return kind in KINDS and number_of(number, most=LARGEST_ID) is not None


def _language_of(request: ASGIRequest) -> str:
    try:
        return translation.get_supported_language_variant(request.GET.get("language", ""))
    except LookupError:
        return translation.get_language_from_request(request)


def _after(request: ASGIRequest) -> int | None:
    # a reconnect names what it saw last in the header, which is newer than the page's address
    for text in (request.headers.get("Last-Event-ID"), request.GET.get("after")):
        if (number := number_of(text, most=LARGEST_ID)) is not None:
            return number
    return None
