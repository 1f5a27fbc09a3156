"""The public: people who read standings again and again, and a page that is left open."""

import http.client
import json
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import cycle

from deploy.workshop.drill.pairs_evening import Evening
from deploy.workshop.drill.submitters import Submitters

ANSWER_S = 5.0
EVERY_S = 0.25
BACK_S = 1.0  # a browser connects again so long after a stream has ended
REFUSED, NO_ANSWER = "refused", "none"
AS_A_PROXY = {"X-Forwarded-For": "10.77.0.1"}


class Onlookers:
    """Three readers: of pages, of the programs' standings, and of a stream that stays open.

    `statuses` counts the answers to the first two, `past_proxy` those of these addresses, where
    no other machine answers in the place of one. `longest_gap` is the longest time in seconds
    between two good pages; `stream_starts` and `stream_gap` say the same of the open page, where
    anything that is sent is a sign of life.
    """

    def __init__(
        self,
        site: str,
        evenings: Sequence[Evening],
        submitters: Submitters,
        past_proxy: Sequence[str] = (),
    ) -> None:
        self.site = site
        self.submitters = submitters
        self.statuses: Counter[str] = Counter()
        self.past_proxy: Counter[str] = Counter()
        self.longest_gap = 0.0
        self.stream_starts = 0
        self.stream_gap = 0.0
        self._pages = cycle([evening.standings_path for evening in evenings])
        self._stream = evenings[0].live_path
        self._is_over = threading.Event()
        self._threads = [
            threading.Thread(target=reader, daemon=True)
            for reader in (self._read_pages, self._look_for_results, self._follow)
        ] + [
            threading.Thread(target=self._read_past_proxy, args=[url], daemon=True)
            for url in past_proxy
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._is_over.set()
        for thread in (*self._threads[:2], *self._threads[3:]):
            thread.join(2 * ANSWER_S)

    def _read_pages(self) -> None:
        good = time.monotonic()
        while not self._is_over.wait(EVERY_S):
            is_good = self._ask(next(self._pages)) is not None
            now = time.monotonic()
            self.longest_gap = max(self.longest_gap, now - good)
            if is_good:
                good = now

    def _read_past_proxy(self, url: str) -> None:
        """Ask a machine, each time by a new connection."""
        while not self._is_over.wait(EVERY_S):
            method = "HEAD" if "/live/" in url else "GET"  # without waiting for a stream's end
            named = urllib.request.Request(url, headers=AS_A_PROXY, method=method)  # noqa: S310
            status, _text = asked(named)
            self.past_proxy[status] += 1

    def _look_for_results(self) -> None:
        """Note of each table when the standings first show it."""
        while not self._is_over.wait(EVERY_S):
            waiting = [
                played
                for played in list(self.submitters.played)
                if played.acknowledged_at is not None and played.shown_at is None
            ]
            for evening in {id(played.evening): played.evening for played in waiting}.values():
                shown = self._shown(evening)
                for played in waiting:
                    if shown.issuperset(evening.entries_at(played.table)):
                        played.shown_at = time.monotonic()

    def _shown(self, evening: Evening) -> set[int]:
        """Return the entries of which the standings know a result."""
        answer = self._ask(evening.standings_api_path)
        rows = json.loads(answer)["results"] if answer is not None else []
        return {row["entry"] for row in rows if row["played"]}

    def _ask(self, path: str) -> bytes | None:
        """Return what is answered, if it is a good answer."""
        status, text = asked(self.site + path)
        self.statuses[status] += 1
        return text

    def _follow(self) -> None:
        self._sign = time.monotonic()
        while not self._is_over.is_set():
            self._safely(self._read_stream)
            self._note_gap()
            self._is_over.wait(BACK_S)

    def _safely(self, read: Callable[[], None]) -> None:
        try:
            read()
        except (OSError, http.client.HTTPException):
            return

    def _read_stream(self) -> None:
        # a keepalive comes every 15 seconds
        with urllib.request.urlopen(self.site + self._stream, timeout=20) as stream:  # noqa: S310
            self.stream_starts += 1
            while stream.readline() and not self._is_over.is_set():
                self._note_gap()
                self._sign = time.monotonic()

    def _note_gap(self) -> None:
        if not self._is_over.is_set():
            self.stream_gap = max(self.stream_gap, time.monotonic() - self._sign)


def asked(url: str | urllib.request.Request) -> tuple[str, bytes | None]:
    """Return the status of an answer, or what came in its place, and the text of a good one."""
    try:
        with urllib.request.urlopen(url, timeout=ANSWER_S) as answer:  # noqa: S310
            return str(answer.status), answer.read()
    except urllib.error.HTTPError as refused:
        refused.close()
        return str(refused.code), None
    except (OSError, http.client.HTTPException) as error:
        cause = getattr(error, "reason", error)
        return REFUSED if isinstance(cause, ConnectionRefusedError) else NO_ANSWER, None
