"""The one cache of public pages: a page whole, under its address, its language and its version.

The version, of the club or, for pages of no club, of the site, is made of the numbers of the last
happenings, which are written in the transaction of the fact itself, and of a count of what was
delivered and worked out of them (`league/foundation/journal/versions.py`). It is asked for with
each request, so what was hidden, renamed or forgotten is on no page that is given from then on.
Results that come in are seen with their delivery, when open pages are notified. What a page
says of the time of day is that of the minute: it stands in the key.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from league.foundation.journal.kinds import COMING_IN
from league.foundation.release import build_id

# --- ETags for the pages of all visitors, and who is nobody in particular ---

FOR_ALL, FOR_ONE = "public, no-cache", "private, no-cache"
VARY = ("Cookie", "Accept-Language", "HX-Request")


def is_stranger(request: HttpRequest) -> bool:
    """Return whether nothing in the request can make its page differ from anybody else's."""
    return settings.SESSION_COOKIE_NAME not in request.COOKIES and "messages" not in request.COOKIES


def add_etag(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Give the rendered answer the digest of its content as ETag.

    Browsers and proxies keep it and ask again each time (`page_cache.py` answers them).
    """
    if response.status_code != 200:
        return response
    response["ETag"] = f'"{sha256(response.content).hexdigest()[:32]}"'
    response["Cache-Control"] = FOR_ALL if is_stranger(request) else FOR_ONE
    patch_vary_headers(response, VARY)
    return response


MINUTE = 60
CACHED_SECONDS = 2 * MINUTE
LARGEST = 512 * 1024
GAMES = "/games/"  # these pages hang on the code alone
OF_SITE = frozenset({"home", "deal"})  # pages of more than one club, or of one that is not named
# what pages read of the query: an address with anything else is not kept, nor one that is long, so
# that nobody fills the cache with copies of one page
QUERY = frozenset(
    {"stage", "round", "page", "part", "season", "year", "week"}
    | {"entry", "player", "players", "paper"}
)
LONGEST_QUERY = 60
HEADERS = ("Content-Type", "Content-Disposition", "ETag", "Cache-Control", "Vary")

# of the club of an address, of those of the association that it is and of the associations that it
# is in, whose pages name each other's players
VERSION = """
WITH own AS (SELECT id FROM clubs_club WHERE slug = %(club)s),
shown AS (
  SELECT id, true AS is_own FROM own
  UNION ALL SELECT member.club_id, false FROM associations_associatedclub member
    JOIN associations_association association ON association.id = member.association_id
    WHERE association.club_id IN (SELECT id FROM own)
  UNION ALL SELECT association.club_id, false FROM associations_associatedclub member
    JOIN associations_association association ON association.id = member.association_id
    WHERE member.club_id IN (SELECT id FROM own)
)
SELECT shown.id, version.number, CASE WHEN is_own
  THEN ARRAY(
    SELECT id FROM journal_happening WHERE club_id = shown.id AND kind <> ALL(%(coming_in)s)
    ORDER BY id DESC LIMIT %(last)s
  )
  ELSE ARRAY(
    SELECT max(id) FROM journal_happening
    WHERE club_id = shown.id AND kind <> ALL(%(coming_in)s)
  ) END
FROM shown LEFT JOIN journal_clubversion version ON version.club_id = shown.id
ORDER BY shown.id
"""
VERSION_OF_SITE = """
SELECT (SELECT sum(number) FROM journal_siteversion),
  ARRAY(
    SELECT id FROM journal_happening WHERE kind <> ALL(%(coming_in)s)
    ORDER BY id DESC LIMIT %(last)s
  )
"""
# several happenings, since one may be committed behind one with a higher number; the kinds as the
# indexes of the journal have them
LAST_SHOWN_AT_ONCE: dict[str, int | list[str]] = {"last": 20, "coming_in": sorted(COMING_IN)}


class PageCacheMiddleware:
    """Answers a stranger who asks for a public page with the one that is kept, if there is one.

    It is the last but for those that call the view: what the others see to is done for both.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        key = getattr(request, "page_key", "")
        if key and isinstance(response, HttpResponse) and may_be_cached(request, response):
            headers = {name: response[name] for name in HEADERS if name in response}
            cache.set(key, (response.content, headers), CACHED_SECONDS)
        return unless_known(request, response)

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, arguments: dict[str, Any]
    ) -> HttpResponse | None:
        if not is_asked_by_anybody(request):
            return None
        minute = int(timezone.now().timestamp()) // MINUTE
        if request.path.startswith(GAMES):
            key = key_of(request)
        elif isinstance(slug := arguments.get("club"), str):
            key = key_of(request, version_of(slug), minute)
        elif getattr(request.resolver_match, "url_name", "") in OF_SITE:
            key = key_of(request, version_of_site(), minute)
        else:
            return None
        kept = cache.get(key)
        if kept is None:
            # a page that is made now may be of a later version: it is kept under the earlier one
            request.page_key = key  # type: ignore[attr-defined]
            return None
        content, headers = kept
        return HttpResponse(content, headers=headers)


def is_asked_by_anybody(request: HttpRequest) -> bool:
    """Say whether the request may be answered with what another one was, and names a page."""
    return (
        request.method in ("GET", "HEAD")
        and request.resolver_match is not None
        and request.resolver_match.namespace == "public"
        and is_stranger(request)
        and request.GET.keys() <= QUERY
        and len(request.META.get("QUERY_STRING", "")) <= LONGEST_QUERY
    )


def may_be_cached(request: HttpRequest, response: HttpResponse) -> bool:
    """Say whether the answer is the same for everybody: it says so, and no form of it is signed."""
    return (
        request.method == "GET"
        and response.status_code == 200
        and "ETag" in response
        and response.get("Cache-Control") == FOR_ALL
        and not response.cookies
        and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META
        and len(response.content) <= LARGEST
    )


def key_of(request: HttpRequest, *state: object) -> str:
    """Return what the page is kept under; `state` is what it shows beside what is in the code."""
    parts = (
        build_id(),
        state,
        request.get_host(),
        request.get_full_path(),
        get_language(),
        request.headers.get("HX-Request") == "true",
    )
    return "page:" + sha256(repr(parts).encode()).hexdigest()[:40]


def version_of(slug: str) -> list[tuple[Any, ...]]:
    """Return what the pages of a club are made of: another value whenever any of it changes."""
    with connection.cursor() as cursor:
        cursor.execute(VERSION, {"club": slug, **LAST_SHOWN_AT_ONCE})
        return list(cursor.fetchall())


def version_of_site() -> list[tuple[Any, ...]]:
    """Return what pages of no club in particular are made of, as `version_of` does."""
    with connection.cursor() as cursor:
        cursor.execute(VERSION_OF_SITE, LAST_SHOWN_AT_ONCE)
        return list(cursor.fetchall())


def unless_known(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Return the answer, or 304 in its place where the browser has it already."""
    known = request.headers.get("If-None-Match", "")
    etags = {part.strip().removeprefix("W/") for part in known.split(",")}
    is_page = response.status_code == 200 and response.get("Cache-Control") in (FOR_ALL, FOR_ONE)
    if not is_page or not etags & {"*", response.get("ETag")}:
        return response
    unchanged = HttpResponseNotModified()
    unchanged.cookies = response.cookies
    for name in ("ETag", "Cache-Control", "Vary"):
        if name in response:
            unchanged[name] = response[name]
    return unchanged
