"""How far a piece of work is, as the work itself says; and whether it is still wanted."""

from collections.abc import Iterable, Iterator, Sized
from typing import TypeVar

from league.foundation.refusal import Refused

Item = TypeVar("Item")


class Cancelled(Refused):
    """The job is cancelled; whatever raises it must leave the facts as they were."""

    code = "cancelled"


class Progress:
    """What work says while it goes on. Nobody reads this one; `SharedProgress` is read by others.

    Saying it costs nothing worth counting: work may do it for each row.
    """

    def step(self, sentence: str, total: int = 0) -> None:
        """Begin a step of `total` parts (0: they cannot be counted). Raises Cancelled."""

    def report(self, done: int) -> None:
        """Say how many parts of the step are done. Raises Cancelled."""

    def track(
        self, items: Iterable[Item], sentence: str, total: int | None = None
    ) -> Iterator[Item]:
        """Make a step of going through the items. Raises Cancelled."""
        if total is None:
            total = len(items) if isinstance(items, Sized) else 0
        self.step(sentence, total)
        for done, item in enumerate(items, start=1):
            yield item
            self.report(done)


SILENT = Progress()


class SharedProgress(Progress):
    """Progress that somebody else reads, from another thread; `cancel` is how that one answers."""

    def __init__(self) -> None:
        # one value, so that whoever reads never sees half of a new step
        self.now: tuple[str, int, int] = ("", 0, 0)
        self._is_cancelled = False

    def step(self, sentence: str, total: int = 0) -> None:
        self._look()
        self.now = (sentence, 0, total)

    def report(self, done: int) -> None:
        # first written, then looked at: what is done is done, also when nobody wants the rest
        sentence, _done, total = self.now
        self.now = (sentence, min(done, total), total)
        self._look()

    def cancel(self) -> None:
        self._is_cancelled = True

    def _look(self) -> None:
        if self._is_cancelled:
            raise Cancelled("cancelled")
