"""How much a draw may do: counted and not timed, so that the same request gets the same answer.

Work is counted in units of about a microsecond of one core. A search stops when its work is done
and says how good the best is that it has found; what a draw cannot do without is needed whole.
"""

from dataclasses import dataclass

from games.sentences import Sentence, say
from league.rounds.drawing.cannot_draw import impossible

# what a search for mixed tables may do in one draw: less than half a second
MOST_SEARCHED = 400_000
# what the matchings of a draw may do while a request waits for it
MOST_AT_ONCE = 400_000
# tables of all the rounds in which everybody meets everybody, drawn at once
MOST_TABLES_AT_ONCE = 100_000


def check_tables_at_once(entries: int, tables: int) -> None:
    """Refuse a field that cannot be drawn to its end at once."""
    if tables > MOST_TABLES_AT_ONCE:
        raise impossible(
            "too_many_entries",
            say(
                "%(count)d entries would need %(tables)d tables to meet each other; at most "
                "%(most)d tables can be drawn at once: make groups, or play another format",
                count=entries,
                tables=tables,
                most=MOST_TABLES_AT_ONCE,
            ),
            path="entries",
        )


@dataclass(frozen=True, slots=True)
class Found:
    """How good the best is that a search had found when its work was done.

    `cost` is that of the rounds that were found, `least` one below which there are none.
    """

    cost: int
    least: int

    def in_words(self) -> Sentence:
        return say(
            "the search was stopped when it had done its work: the repeats of the best rounds that "
            "it found cost %(cost)d, and none can cost less than %(least)d",
            cost=self.cost,
            least=self.least,
        )

    def as_json(self) -> dict[str, object]:
        return {"finished": False, "cost": self.cost, "least_cost": self.least}


class Work:
    """Work done, and the most there may be; without `most` there is no end to it."""

    __slots__ = ("_was_stopped", "done", "most")

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.done = 0
        self._was_stopped = False

    def was_stopped(self) -> bool:
        """Say whether a step was not allowed any more."""
        return self._was_stopped

    def stop(self) -> None:
        """Say that what is left to do is not worth beginning."""
        self._was_stopped = True

    @property
    def left(self) -> int | None:
        return None if self.most is None else max(0, self.most - self.done)

    def allows(self, units: int) -> bool:
        """Count a step of a search, or say that it may not be done any more."""
        if self.most is not None and self.done + units > self.most:
            self._was_stopped = True
            return False
        self.done += units
        return True

    def steps(self, units: int, *, most: int, shares: int) -> int:
        """Return how many steps, at most `most`, one of so many equal shares of what is left has.

        Nothing is counted yet.
        """
        if self.left is None:
            return most
        return min(most, self.left // (units * max(1, shares)))

    def need(self, units: int) -> None:
        """Count what cannot be left out. Raises CannotDraw when that would be too much."""
        self.done += units
        if self.most is not None and self.done > self.most:
            raise impossible(
                "too_much_work",
                say(
                    "this draw would take longer than the %(seconds)s seconds there are for it: "
                    "send fewer entries, or fewer results of rounds in which they met again; the "
                    "command on your own machine takes its time",
                    seconds=f"{self.most / 1_000_000:g}",
                ),
                path="history",
            )


def matching_units(nodes: int, edges: int) -> int:
    """Return what a matching of so many costs, as measured with random costs: it grows by cubes."""
    return 50 + 6 * edges + nodes**3 // 100
