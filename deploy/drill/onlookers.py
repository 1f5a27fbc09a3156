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

from deploy.drill.pairs_evening import Evening
from deploy.drill.submitters import Submitters

ANSWER_S = 5.0
EVERY_S = 0.25
BACK_S = 1.0  # a browser connects again so long after a stream has ended
NO_ANSWER = "none"


class Onlookers:
    """Three readers: of pages, of the programs' standings, and of a stream that stays open.

    `statuses` counts the answers to the first two. `longest_gap` is the longest time in seconds
    between two good pages; `stream_starts` and `stream_gap` say the same of the open page, where
    anything that is sent is a sign of life.
    """

    def __init__(self, site: str, evenings: Sequence[Evening], submitters: Submitters) -> None:
        self.site = site
        self.submitters = submitters
        self.statuses: Counter[str] = Counter()
        self.longest_gap = 0.0
        self.stream_starts = 0
        self.stream_gap = 0.0
        self._pages = cycle([evening.standings_path for evening in evenings])
        self._stream = evenings[0].live_path
        self._is_over = threading.Event()
        self._threads = [
            threading.Thread(target=reader, daemon=True)
            for reader in (self._read_pages, self._look_for_results, self._follow)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._is_over.set()
        for thread in self._threads[:2]:
            thread.join(2 * ANSWER_S)

    def _read_pages(self) -> None:
        good = time.monotonic()
        while not self._is_over.wait(EVERY_S):
            is_good = self._ask(next(self._pages)) is not None
            now = time.monotonic()
            self.longest_gap = max(self.longest_gap, now - good)
            if is_good:
                good = now

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
        rows = json.loads(answer)["rows"] if answer is not None else []
        return {row["entry"] for row in rows if row["played"]}

    def _ask(self, path: str) -> bytes | None:
        """Return what is answered, if it is a good answer."""
        try:
            with urllib.request.urlopen(self.site + path, timeout=ANSWER_S) as answer:  # noqa: S310
                text: bytes = answer.read()
                self.statuses[str(answer.status)] += 1
                return text
        except urllib.error.HTTPError as refused:
            refused.close()
            self.statuses[str(refused.code)] += 1
        except (OSError, http.client.HTTPException):
            self.statuses[NO_ANSWER] += 1
        return None

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
