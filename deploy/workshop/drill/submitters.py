"""The people at the tables: a steady stream of deals, each sent until it was acknowledged."""

import http.client
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from itertools import chain, zip_longest
from typing import Any, TypeVar
from uuid import UUID, uuid4

from deploy.workshop.drill.pairs_evening import Evening, score_of, typed
from deploy.workshop.drill.report import Acknowledged
from league.play.rounds.links import link_of
from league.play.rounds.models import Table

# --- Phones at the tables: they open the table's link, say where they sit, and send deals ---

TIMEOUT_S = 30.0
TRIES = 60
PHONE_PAUSE_S = 0.2


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
                time.sleep(PHONE_PAUSE_S)
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
            time.sleep(PHONE_PAUSE_S)
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


TAKEN = 303
PHONE_WAITS_S = 8.0  # for one answer
PAUSE_S = 0.5  # before a phone tries again
GIVES_UP_S = 150.0

Answer = TypeVar("Answer")


@dataclass(slots=True)
class Played:
    """A table on its way from its first tap until everybody sees it; times by `time.monotonic`."""

    evening: Evening
    table: Table
    points: int
    began: float
    acknowledged: list[Acknowledged] = field(default_factory=list)
    acknowledged_at: float | None = None
    shown_at: float | None = None


class Submitters:
    """So many people who play one table after the other, two phones each, at a steady pace.

    Both sides of a table submit the same deal. Every request is repeated until it was answered as
    it should be, with the key it had; `trouble` counts what came instead.
    """

    def __init__(
        self, site: str, evenings: Sequence[Evening], *, people: int, every_s: float
    ) -> None:
        self.site = site
        self.every_s = every_s
        self.played: list[Played] = []
        self.trouble: Counter[str] = Counter()
        self._waiting = in_turn(evenings)
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._threads = [threading.Thread(target=self._play_on, daemon=True) for _ in range(people)]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Begin no other table and wait until those that have begun are acknowledged."""
        self._is_over.set()
        for thread in self._threads:
            thread.join(GIVES_UP_S)

    @property
    def acknowledged(self) -> list[Acknowledged]:
        return [one for played in list(self.played) for one in played.acknowledged]

    def _play_on(self) -> None:
        while not self._is_over.is_set():
            begins = time.monotonic()
            played = self._next()
            if played is None:
                return
            self._play(played)
            self._is_over.wait(max(0.0, begins + self.every_s - time.monotonic()))

    def _next(self) -> Played | None:
        with self._lock:
            if not self._waiting:
                return None
            evening, table = self._waiting.pop()
            # every table of an evening another result, so that the standings move
            played = Played(evening, table, 4 + table.pk % 27, time.monotonic())
            self.played.append(played)
            return played

    def _play(self, played: Played) -> None:
        give_up_at = time.monotonic() + GIVES_UP_S
        phones = [
            Phone(self.site, played.table, seat=side, timeout_s=PHONE_WAITS_S) for side in (0, 1)
        ]
        # both have the form before one of them sends: behind the last deal there is none
        forms = [self._until_answered(phone.sit_down, give_up_at) for phone in phones]
        for phone, form in zip(phones, forms, strict=True):
            if form is None or not self._send(played, phone, form, give_up_at):
                return
        played.acknowledged_at = time.monotonic()

    def _send(self, played: Played, phone: Phone, form: dict[str, str], give_up_at: float) -> bool:
        sent = self._until_answered(lambda: _taken(phone, form, played.points), give_up_at)
        if sent:
            key, number = UUID(form["key"]), int(form["number"])
            score = tuple(score_of(played.points))
            played.acknowledged.append(Acknowledged(played.table.pk, number, key, score))
        return bool(sent)

    def _until_answered(self, ask: Callable[[], Answer], give_up_at: float) -> Answer | None:
        """Ask again and again; None: it was never answered as it should be."""
        while time.monotonic() < give_up_at:
            try:
                return ask()
            except (NotAnswered, OSError, http.client.HTTPException) as trouble:
                self.trouble[in_a_word(trouble)] += 1
            time.sleep(PAUSE_S)
        return None


def in_turn(evenings: Sequence[Evening]) -> list[tuple[Evening, Table]]:
    """Return all tables, to be taken from the end: first of each evening, second of each, ..."""
    of_each = [[(evening, table) for table in evening.tables] for evening in evenings]
    by_number = chain.from_iterable(zip_longest(*of_each))
    return [one for one in by_number if one is not None][::-1]


def _taken(phone: Phone, form: dict[str, str], points: int) -> bool:
    status = phone.send(form, typed(points))
    if status != TAKEN:
        raise NotAnswered(f"{status} instead of {TAKEN}")
    return True


def in_a_word(trouble: Exception) -> str:
    """Return the status that came, or what kept an answer from coming."""
    if isinstance(trouble, NotAnswered):
        return str(trouble).split(" ", 1)[0]
    return "no answer in time" if isinstance(trouble, TimeoutError) else "no connection"
