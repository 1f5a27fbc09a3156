"""Which names a view asks of a request: noticed while it answers, whoever reads them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.http import HttpRequest, QueryDict

METHODS = ("get", "getlist", "__getitem__", "__contains__")


class Noticed:
    """What was asked of which QueryDict; `names` says it of a request's query or body."""

    def __init__(self) -> None:
        self._asked: list[tuple[QueryDict, str]] = []

    def note(self, asked: QueryDict, name: object) -> None:
        if isinstance(name, str):
            self._asked.append((asked, name))

    def names(self, request: HttpRequest) -> dict[str, set[str]]:
        """Return the names by "GET" and "POST"; what was asked of a copy counts as the body's."""
        found: dict[str, set[str]] = {"GET": set(), "POST": set()}
        for asked, name in self._asked:
            found["GET" if asked is request.GET else "POST"].add(name)
        return found


@contextmanager
def noticing() -> Iterator[Noticed]:
    """Notice every name that is asked of a QueryDict meanwhile."""
    noticed = Noticed()

    def watched(method: str) -> Any:
        plain = getattr(QueryDict, method)

        def ask(self: QueryDict, name: Any, *args: Any, **kwargs: Any) -> Any:
            noticed.note(self, name)
            return plain(self, name, *args, **kwargs)

        return ask

    patches = [patch.object(QueryDict, method, watched(method)) for method in METHODS]
    for one in patches:
        one.start()
    try:
        yield noticed
    finally:
        for one in patches:
            one.stop()
