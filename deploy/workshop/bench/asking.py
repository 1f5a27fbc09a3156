"""Asking the whole site in this process: from the server's call to the last byte of the answer."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from uuid import uuid4


@dataclass(slots=True)
class Answer:
    status: int
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


@dataclass(slots=True)
class Browser:
    """Asks as a browser or a program does; `cookies` and `headers` go with each request."""

    cookies: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    def getting(self, path: str) -> Callable[[], Answer]:
        """Return the work of the site alone to answer; it may be done again.

        It raises AssertionError where the answer is not a good one.
        """
        return self._prepared("GET", path)

    def posting(self, path: str, data: dict[str, Any]) -> Callable[[], Answer]:
        """Return the same for data that is sent to the API, to be done once."""
        return self._prepared("POST", path, json.dumps(data).encode())

    def _prepared(self, method: str, path: str, body: bytes = b"") -> Callable[[], Answer]:
        from django.test import RequestFactory

        from deploy.site.wsgi import application

        own = {"Idempotency-Key": str(uuid4())} if body else {"Accept-Encoding": "gzip"}
        request = RequestFactory(headers={**own, **self.headers}).generic(
            method, path, body, content_type="application/json", SERVER_NAME="localhost"
        )
        given = dict(request.META)
        # the factory sends an empty one, a stranger's browser none
        given.pop("HTTP_COOKIE", None)
        if self.cookies:
            given["HTTP_COOKIE"] = "; ".join(f"{name}={v}" for name, v in self.cookies.items())

        def ask() -> Answer:
            begun: list[str] = []

            def begin(status: str, *_headers: Any) -> Callable[[bytes], object]:
                begun.append(status)
                return lambda _text: None

            parts: Any = application(given | {"wsgi.input": BytesIO(body)}, begin)
            try:
                text = b"".join(parts)
            finally:
                parts.close()
            status = int(begun[0][:3])
            assert 200 <= status < 300, f"{method} {path}: {begun[0]} {text[:300]!r}"
            return Answer(status, text)

        return ask


def browser_of(user: Any) -> Browser:
    """Return a browser in which somebody has signed in."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    return Browser({name: morsel.value for name, morsel in client.cookies.items()})


def program_at(table: Any) -> Browser:
    """Return a program that has the link of a table."""
    from league.play.rounds.links import link_of

    return Browser(headers={"Authorization": f"Table {link_of(table)}"})
