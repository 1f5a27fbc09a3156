"""ETags: what has not changed since it was fetched is answered with 304 and nothing else."""

import re
from collections.abc import Callable, Mapping
from functools import cache as cache_calls
from hashlib import sha256
from typing import Any, TypeVar

import orjson
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.urls import resolve, reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from league.foundation.release import build_id

KEPT_SECONDS = 3_600
Answer = TypeVar("Answer", bound=HttpResponse)
VARY = ("Accept-Language", "Authorization", "Cookie")


def etag_for(request: Request, *version: object) -> str:
    """Return the ETag of this address, in this language, at this version.

    `version` holds everything the answer depends on besides its address and the site's release,
    also who looks.
    """
    # lists name the next page by the host that was asked
    parts = (build_id(), request.get_host(), request.get_full_path(), get_language(), *version)
    return f'W/"{sha256(repr(parts).encode()).hexdigest()[:40]}"'


def kept_answer(request: Request, etag: str, make: Callable[[], Any]) -> HttpResponse:
    """Answer with 304, with what is kept for this ETag, or with what `make` returns as JSON."""
    is_public = not request.COOKIES and "Authorization" not in request.headers
    if asks_for_changes(request, etag):
        return with_etag(HttpResponseNotModified(), etag, is_public=is_public)
    body = cache.get(f"api:{etag}")
    if body is None:
        body = orjson.dumps(make())
        cache.set(f"api:{etag}", body, KEPT_SECONDS)
    answer = HttpResponse(body, content_type="application/json")
    return with_etag(answer, etag, is_public=is_public)


def asks_for_changes(request: Request | HttpRequest, etag: str) -> bool:
    """Return whether the asker holds this version already (a weak comparison)."""
    header = request.headers.get("If-None-Match", "")
    known = {part.strip().removeprefix("W/") for part in header.split(",")}
    return "*" in known or etag.removeprefix("W/") in known


def after_rendering(response: HttpResponse, request: Request) -> HttpResponse | None:
    """Give a rendered answer its digest as ETag; called when the content is there."""
    etag = digest_as_etag(response.content) if is_json(response) else _digest(response.content)
    if asks_for_changes(request, etag):
        limits = {name: value for name, value in response.items() if name.startswith("RateLimit")}
        return with_etag(HttpResponseNotModified(headers=limits), etag)
    with_etag(response, etag)
    return None


def digest_as_etag(content: bytes) -> str:
    """Return the ETag of JSON, whatever order its names have: the database has one of its own.

    What was just written has not been there yet, and gets the ETag that a GET will have.
    """
    return _digest(orjson.dumps(orjson.loads(content or b"null"), option=orjson.OPT_SORT_KEYS))


def _digest(content: bytes) -> str:
    return f'"{sha256(content).hexdigest()[:40]}"'


def is_json(response: HttpResponse) -> bool:
    return response["Content-Type"].startswith("application/json")


def with_etag(response: Answer, etag: str, *, is_public: bool = False) -> Answer:
    """Mark an answer with its version; a public one may be given to anybody who asks the same."""
    response["ETag"] = etag
    response["Cache-Control"] = "public, no-cache" if is_public else "private, no-cache"
    patch_vary_headers(response, VARY)
    return response


# --- What an answer to a write has beside the row: where it is, and the version that a GET has ---
# So the next `If-Match` needs no further read. The version costs nothing: it is the digest of the
# answer itself, where that has the shape that the GET of the same row has.

WRITES_ROWS = ("POST", "PATCH", "PUT")
PLACES = re.compile(r"{\w+}")


def say_where(answer: Response, handler: Any, kwargs: Mapping[str, Any]) -> None:
    """Give the answer the address of what was made, where there is a GET for it."""
    place = getattr(handler, "made_at", "")
    if place:
        answer["Location"] = _root() + place.format_map({**kwargs, **(answer.data or {})})


def say_version(answer: Response) -> None:
    """Give an answer that shows a row as a GET does its ETag, when it is rendered."""
    answer.add_post_render_callback(_digest_answer)


def shows_the_row(view: Any, handler: Any) -> bool:
    """Return whether a write answers with what the GET of its row answers with.

    An act at an address of its own answers with the version only where it is asked by it.
    """
    place = getattr(handler, "made_at", "")
    if hasattr(handler, "url_path") and not place and not getattr(handler, "versioned", False):
        return False
    reader = _reader(place) if place else view.version_of or type(view)
    shape = getattr(handler, "shape", None)
    return shape is not None and shape is reader.read_shape()


@cache_calls
def _reader(place: str) -> Any:
    return resolve("/" + PLACES.sub("1", place), urlconf="league.faces.api.urls").func.cls  # type: ignore[attr-defined]


def _root() -> str:
    return reverse("api:schema").removesuffix("schema/")


def _digest_answer(answer: HttpResponse) -> None:
    answer["ETag"] = digest_as_etag(answer.content)
