"""Lists come in pages: 50 rows unless asked otherwise, 100 at most."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any

from django.core.paginator import Paginator
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import CursorPagination, PageNumberPagination
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from league.foundation.limits import parse_int

PAGE_SIZE = "page_size"
USUAL_ROWS, MOST_ROWS = 50, 100


def page_size_in(request: Request, *, usual: int = USUAL_ROWS, most: int = MOST_ROWS) -> int:
    """Return how many rows a page of the answer has. Raises ValidationError for no such number."""
    text = request.query_params.get(PAGE_SIZE)
    if text is None:
        return usual
    size = parse_int(text, most=most, least=1)
    if size is None:
        sentence = _("Give a whole number from 1 to %(most)d.") % {"most": most}
        raise ValidationError({PAGE_SIZE: sentence}, code="invalid")
    return size


class PageShape(serializers.Serializer[Any]):
    """What every list has beside its `results`."""

    count = serializers.IntegerField(help_text="Of all pages.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


def as_page(
    request: Request, rows: Sequence[Any], *, count: int, number: int = 1, pages: int = 1
) -> dict[str, Any]:
    """Return a page of a list that is not cut by `Pages`, in the form of those that are."""
    here = request.build_absolute_uri()
    before = replace_query_param(here, "page", number - 1)
    return {
        "count": count,
        "next": replace_query_param(here, "page", number + 1) if number < pages else None,
        "previous": before if number > 1 else None,
        "results": rows,
    }


def _described(rows: dict[str, Any], **parts: dict[str, Any]) -> dict[str, Any]:
    address = {"type": ["string", "null"], "format": "uri"}
    parts |= {"next": address, "previous": address, "results": rows}
    return {"type": "object", "required": [*parts], "properties": parts}


class Pages(PageNumberPagination):
    page_size = USUAL_ROWS
    page_size_query_param = PAGE_SIZE
    max_page_size = MOST_ROWS

    def get_page_size(self, request: Request) -> int:
        return page_size_in(request)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return _described(schema, count={"type": "integer"})


class Counted(Paginator):  # type: ignore[type-arg]
    """Pages of rows that need not be counted, because `known` says how many there are."""

    def __init__(self, rows: Any, size: int, *, known: Callable[[], int]) -> None:
        super().__init__(rows, size)
        self.known = known

    @cached_property
    def count(self) -> int:
        return self.known()


def pages_of_known(known: Callable[[], int]) -> Pages:
    """Return what gives pages of a list whose length is kept elsewhere."""
    pages = Pages()
    pages.django_paginator_class = partial(Counted, known=known)  # type: ignore[assignment]
    return pages


class NewestFirst(CursorPagination):
    """For lists that only grow, and are too long to be counted."""

    page_size = USUAL_ROWS
    page_size_query_param = PAGE_SIZE
    max_page_size = MOST_ROWS
    ordering = "-id"

    def get_page_size(self, request: Request) -> int:
        return page_size_in(request)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return _described(schema)
