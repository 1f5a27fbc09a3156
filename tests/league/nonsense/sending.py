"""Send one request, undo what it did, and say what is wrong with the answer."""

import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from time import process_time
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest
from django.test import Client

from tests.league.nonsense.reading import noticing
from tests.league.nonsense.typed import forms_on

# seconds of CPU: an answer to nonsense is a quick one
LONGEST = 5.0
FORM = "application/x-www-form-urlencoded"
Fields = Mapping[str, Sequence[str | bytes]]


@dataclass
class Answer:
    """An answer, with the request as the view saw it and the names that were read of it."""

    status: int
    text: str
    request: HttpRequest | None
    read: dict[str, set[str]]


@dataclass
class Sender:
    """Sends requests as one visitor; each finds the site as it was. `faults` says what is wrong."""

    client: Client
    faults: list[str] = field(default_factory=list)
    sent: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)

    def get(self, address: str, fields: Fields | None = None, **headers: str) -> Answer:
        query = f"?{urlencode(fields, doseq=True)}" if fields else ""
        return self._send("GET", address + query, b"", "", headers)

    def post(self, address: str, fields: Fields, query: Fields | None = None) -> Answer:
        if query:
            address += f"?{urlencode(query, doseq=True)}"
        body = urlencode(fields, doseq=True).encode()
        return self._send("POST", address, body, FORM, {})

    def json(self, method: str, address: str, body: bytes, **headers: str) -> Answer:
        return self._send(method, address, body, "application/json", headers)

    def _send(
        self, method: str, address: str, body: bytes, kind: str, headers: Mapping[str, str]
    ) -> Answer:
        self.sent[method] += 1
        cookies = self.client.cookies.output()
        parts = urlsplit(address)
        began = process_time()
        with noticing() as noticed, transaction.atomic():
            try:
                response: Any = self.client.generic(
                    method,
                    parts.path,
                    body,
                    content_type=kind or "application/octet-stream",
                    headers=headers,
                    QUERY_STRING=parts.query,
                )
                answer = self._read(response)
                answer.read = noticed.names(response.wsgi_request)
            except Exception:
                self._fault(method, address, body, traceback.format_exc(limit=-4))
                answer = Answer(500, "", None, {"GET": set(), "POST": set()})
            finally:
                transaction.set_rollback(True)
        self.client.cookies = SimpleCookie()
        for line in cookies.splitlines():
            self.client.cookies.load(line.removeprefix("Set-Cookie:").strip())
        cache.clear()
        self.statuses[answer.status] += 1
        if (took := process_time() - began) > LONGEST:
            self._fault(method, address, body, f"took {took:.1f} s")
        return answer

    def _read(self, response: Any) -> Answer:
        if response.status_code >= 500:
            raise AssertionError(f"status {response.status_code}: {response.content[:200]!r}")
        body = b"".join(response.streaming_content) if response.streaming else response.content
        is_text = response.headers.get("Content-Type", "").startswith(("text/", "application/json"))
        text = body.decode() if is_text else ""
        return Answer(response.status_code, text, response.wsgi_request, {})

    def check_kept(self, address: str, sent: Fields, answer: Answer) -> None:
        """Note where a form that came back has forgotten what was typed in it."""
        if answer.status not in (200, 422, 400, 409, 429) or "<form" not in answer.text:
            return
        shown: dict[str, list[str]] = {}
        for form in forms_on(address, answer.text):
            for name, now in form.typed.items() if form.method == "post" else []:
                shown.setdefault(name, []).append(now)
        body = urlencode(sent, doseq=True).encode()
        for name, now in shown.items():
            typed = _last(sent.get(name))
            # a page may have several forms with a field of the name
            if typed is not None and _plain(typed) not in map(_plain, now):
                self._fault("POST", address, body, f"{name} was {typed[:60]!r}, is {now[0][:60]!r}")

    def _fault(self, method: str, address: str, body: bytes, what: str) -> None:
        self.faults.append(f"{method} {address[:200]} {body[:300]!r}\n    {what}")


def _last(values: Sequence[str | bytes] | None) -> str | None:
    if not values:
        return None
    last = values[-1]
    return last.decode(errors="replace") if isinstance(last, bytes) else last


def _plain(text: str) -> str:
    """Return the text without what a page may show otherwise: line breaks, spaces around it."""
    return "".join(text.replace("\x00", "").split())
