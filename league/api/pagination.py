"""Lists come in pages: 50 rows unless asked otherwise, 100 at most."""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

from django.core.paginator import Paginator
from rest_framework.pagination import CursorPagination, PageNumberPagination


class Pages(PageNumberPagination):
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 100


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

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 100
    ordering = "-id"
