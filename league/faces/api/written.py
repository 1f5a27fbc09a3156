"""What an answer to a write has beside the row: where it is, and the version that a GET has.

So the next `If-Match` needs no further read. The version costs nothing: it is the digest of the
answer itself, where that has the shape that the GET of the same row has.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.urls import resolve, reverse
from rest_framework.response import Response

from league.faces.api.conditional import digest_as_etag

WRITES_ROWS = ("POST", "PATCH", "PUT")
PLACES = re.compile(r"{\w+}")


def say_where(answer: Response, handler: Any, kwargs: Mapping[str, Any]) -> None:
    """Give the answer the address of what was made, where there is a GET for it."""
    place = getattr(handler, "made_at", "")
    if place:
        answer["Location"] = _root() + place.format_map({**kwargs, **(answer.data or {})})


def say_version(answer: Response) -> None:
    """Give an answer that shows a row as a GET does its ETag, when it is rendered."""
    answer.add_post_render_callback(_digest)


def shows_the_row(view: Any, handler: Any) -> bool:
    """Return whether a write answers with what the GET of its row answers with."""
    place = getattr(handler, "made_at", "")
    reader = _reader(place) if place else view.version_of or type(view)
    shape = getattr(handler, "shape", None)
    return shape is not None and shape is getattr(getattr(reader, "get", None), "shape", None)


@cache
def _reader(place: str) -> Any:
    return resolve("/" + PLACES.sub("1", place), urlconf="league.faces.api.urls").func.cls  # type: ignore[attr-defined]


def _root() -> str:
    return reverse("api:schema").removesuffix("schema/")


def _digest(answer: HttpResponse) -> None:
    answer["ETag"] = digest_as_etag(answer.content)
