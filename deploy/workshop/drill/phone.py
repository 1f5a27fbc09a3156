"""Phones at the tables: they open the table's link, say where they sit, and send deals."""

import http.client
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any
from uuid import uuid4

from league.play.rounds.links import link_of
from league.play.rounds.models import Table

TIMEOUT_S = 30.0
TRIES = 60
PAUSE_S = 0.2


class NotAnswered(Exception):
    """The site answered something else than what a phone expects; the text says what."""


class _Stay(urllib.request.HTTPRedirectHandler):
    """A redirect is the answer: it says that the deal was taken."""

    def redirect_request(self, *_given: Any) -> None:
        return None


class Phone:
    """One phone with cookies of its own; `slowest` is the longest it has waited for an answer."""

    def __init__(self, site: str, table: Table, seat: int, *, timeout_s: float = TIMEOUT_S) -> None:
        self.address = f"{site}/t/{link_of(table)}/"
        self.seat = seat
        self.timeout_s = timeout_s
        self.slowest = 0.0
        # a site without TLS in front is asked as one with it: its cookies are for TLS alone
        self.jar = CookieJar(DefaultCookiePolicy(secure_protocols=("http", "https")))
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.jar), _Stay()
        )

    def sit_down(self) -> dict[str, str]:
        """Open the page, say where one sits, and return the hidden fields of the empty form."""
        html = _expected(200, self.open_until_answered())
        _expected(303, self.post("seat/", {"seat": self.seat, **self._token(html)}))
        return self.form()

    def open_until_answered(self) -> tuple[int, str]:
        """Open the page; where nobody answers, load it again, as people do."""
        for _try in range(TRIES):
            try:
                return self.get()
            except (OSError, http.client.HTTPException):
                time.sleep(PAUSE_S)
        raise NotAnswered("the page was never there")

    def form(self) -> dict[str, str]:
        """Return what the page's form holds before anything is typed; its key names the deal."""
        html = _expected(200, self.get())
        form = html.partition("data-deal-form")[2]
        fields = {name: _hidden(form, name) for name in ("key", "number")}
        return fields | self._token(form)

    def send(self, form: dict[str, str], typed: dict[str, Any]) -> int:
        """Send a deal and return the answer's status."""
        return self.post("deals/", {**form, **typed, "do": "send"})[0]

    def send_until_taken(self, form: dict[str, str], typed: dict[str, Any]) -> int:
        """Send a deal again and again with the same key, as a phone without a network does.

        Returns how often it was sent.
        """
        for tries in range(1, TRIES + 1):
            try:
                if self.send(form, typed) == 303:
                    return tries
            except (OSError, http.client.HTTPException):
                pass  # nobody answered, or somebody stopped in the middle
            time.sleep(PAUSE_S)
        raise NotAnswered("the deal was never taken")

    def get(self, path: str = "") -> tuple[int, str]:
        return self._ask(urllib.request.Request(self.address + path))  # noqa: S310

    def post(self, path: str, data: dict[str, Any]) -> tuple[int, str]:
        body = urllib.parse.urlencode(data).encode()
        return self._ask(urllib.request.Request(self.address + path, body))  # noqa: S310

    def _ask(self, request: urllib.request.Request) -> tuple[int, str]:
        started = time.monotonic()
        try:
            with self.opener.open(request, timeout=self.timeout_s) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as answer:
            with answer:
                return answer.code, answer.read().decode()
        finally:
            self.slowest = max(self.slowest, time.monotonic() - started)

    @staticmethod
    def _token(html: str) -> dict[str, str]:
        return {"csrfmiddlewaretoken": _hidden(html, "csrfmiddlewaretoken")}


def _expected(status: int, answer: tuple[int, str]) -> str:
    """Return the page of an answer. Raises NotAnswered when its status is another."""
    if answer[0] != status:
        raise NotAnswered(f"{answer[0]} instead of {status}: {answer[1][:200]}")
    return answer[1]


def _hidden(html: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', html)
    if not found:
        raise NotAnswered(f"the form has no {name}")
    return found[1]


def new_key() -> str:
    return str(uuid4())
