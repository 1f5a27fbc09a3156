"""How much computation a draw may use: counted, not timed, so that equal requests draw equally.

The unit is about a microsecond of one core. A search stops when its work is used up, and returns
the best it has found so far (`allows`); a draw that needs more than there is for steps it cannot
leave out (`need`) is refused.
"""

from dataclasses import dataclass

from games.sentences import Sentence, say
from league.play.rounds.drawing.cannot_draw import impossible

# work for the searches of one draw: less than half a second
MOST_SEARCHED = 400_000
# work for the matchings of one draw while a web request waits
MOST_AT_ONCE = 400_000
# the most tables that a format drawn all at once may have in all rounds together
MOST_TABLES_AT_ONCE = 100_000


def check_tables_at_once(entries: int, tables: int) -> None:
    """Refuse so many entries that all rounds together would have too many tables."""
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
class StoppedSearch:
    """How good the best result of a search was when its work was used up.

    `cost` is that of the rounds found, `least` a lower bound for the cost of any rounds.
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
    """The work that a draw has used, and the `most` it may use; None: any amount."""

    __slots__ = ("_was_stopped", "done", "most")

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.done = 0
        self._was_stopped = False

    def was_stopped(self) -> bool:
        """Say whether a search was stopped because its work was used up."""
        return self._was_stopped

    def stop(self) -> None:
        """Note that a search stopped because the work left is not enough for another step."""
        self._was_stopped = True

    @property
    def left(self) -> int | None:
        return None if self.most is None else max(0, self.most - self.done)

    def allows(self, units: int) -> bool:
        """Count a step of a search and return True, or return False if the search must stop."""
        if self.most is not None and self.done + units > self.most:
            self._was_stopped = True
            return False
        self.done += units
        return True

    def steps(self, units: int, *, most: int, shares: int) -> int:
        """Return how many steps of `units` fit into one of `shares` equal parts of the work left.

        It is at most `most`. Nothing is counted yet.
        """
        if self.left is None:
            return most
        return min(most, self.left // (units * max(1, shares)))

    def need(self, units: int) -> None:
        """Count work that cannot be left out. Raises CannotDraw when it is more than there is."""
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
    """Return the work of a matching, as measured with random costs: it grows with nodes cubed."""
    return 50 + 6 * edges + nodes**3 // 100
