"""Numbers in the query of a page's address, and the page of a long list they ask for."""

from collections.abc import Callable
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest

from league.foundation.limits import LARGEST_ID, parse_int


def row_id(request: HttpRequest, name: str) -> int | None:
    """Return the id of a row that the query names, or None. Raises Http404 for nonsense."""
    return whole_number(request, name, most=LARGEST_ID)


def whole_number(request: HttpRequest, name: str, *, most: int = 999_999) -> int | None:
    """Return a number of the query, or None where it is not given. Raises Http404 for nonsense."""
    text = request.GET.get(name, "")
    if not text:
        return None
    number = parse_int(text, most=most)
    if not number:
        raise Http404(f"{name} is a number from 1")
    return number


def page_of(
    request: HttpRequest, rows: Any, size: int, *, first: Callable[[], list[Any]] | None = None
) -> "Page[Any]":
    """Return the page that the query asks for. Raises Http404 behind the last one.

    One query where all rows are on one page, else two. `first` returns the first rows, one more
    than a page has, where there is a shorter way to them.
    """
    number = whole_number(request, "page") or 1
    beginning = []
    if number == 1:
        beginning = first() if first else list(rows[: size + 1])
        if len(beginning) <= size:
            return Paginator(beginning, size).page(1)
    paginator = Paginator(rows, size)
    if beginning:
        return Page(beginning[:size], 1, paginator)
    if number > paginator.num_pages:
        raise Http404("there is no such page")
    return paginator.page(number)
