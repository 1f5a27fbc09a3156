"""A movement on numbers: which numbers meet at which table with which deal set, round by round.

A `Sitting` is one of its tables once the entries that hold the numbers are known.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, ClassVar, NamedTuple

from msgspec import Meta, Struct

from games.sentences import Sentence, say
from league.foundation.doors.declared import Seed
from league.play.rounds.drawing.cannot_draw import CannotDraw, impossible
from league.play.rounds.drawing.deal_sets import DEALS_A_ROUND, MOST_DEALS_A_ROUND
from league.play.rounds.drawing.request import DrawRequest


class Meeting(NamedTuple):
    """One table of one round. `first` sits N/S and `second` E/W, by their numbers from 1."""

    table: int
    first: int
    second: int
    deal_set: int
    why: Sentence

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset((self.first, self.second))


@dataclass(frozen=True, kw_only=True)
class Movement:
    """The rounds of a movement as planned, before anybody is late or leaves.

    `numbers` are given to the entries in their order; a `vacant` number is nobody's: whoever meets
    it sits out. Where `homes` are named, they keep their tables and never meet each other.
    `alternating` says that they are the first side in turn, not always. `together` says that all
    tables of a round play the same deals.
    """

    rounds: tuple[tuple[Meeting, ...], ...]
    numbers: tuple[int, ...]
    vacant: tuple[int, ...] = ()
    homes: frozenset[int] = field(default_factory=frozenset)
    alternating: bool = False
    together: bool = False

    @property
    def sets(self) -> int:
        """The highest number of a deal set."""
        return max(meeting.deal_set for meetings in self.rounds for meeting in meetings)

    def meetings(self, number: int) -> Mapping[frozenset[int], Meeting]:
        """Return the meetings of a round by the two numbers; none in a round it does not have."""
        return self._by_numbers[number - 1] if number <= len(self.rounds) else {}

    @cached_property
    def _by_numbers(self) -> list[dict[frozenset[int], Meeting]]:
        return [{meeting.numbers: meeting for meeting in meetings} for meetings in self.rounds]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """Two entries that meet or met at a table; `deal_set` is None where it is not known."""

    round: int
    table: int
    first: str
    second: str
    deal_set: int | None
    why: Sentence
    code: str = "schedule"

    @property
    def entries(self) -> tuple[str, str]:
        return self.first, self.second

    @property
    def pair(self) -> frozenset[str]:
        return frozenset(self.entries)


# --- What a request asks of a movement of pairs: its options and how many rounds ---


class Common(Struct, frozen=True, kw_only=True):
    """The options that every movement has: deals a table a round, and the seed of searches."""

    null_is_left_out: ClassVar[bool] = True

    deals: Annotated[int, Meta(ge=0, le=MOST_DEALS_A_ROUND)] = DEALS_A_ROUND
    seed: Seed = 1


def check_sides(request: DrawRequest) -> None:
    """Refuse a history in which more or fewer than two entries met at a table."""
    for match in request.history.matches:
        if len(match.sides) != 2 or len(match.entries) != 2:
            raise impossible(
                "not_two_entries",
                say(
                    "round %(round)d of the history has a table of %(names)s; "
                    "in this movement one entry meets one other",
                    round=match.round,
                    names=request.names(match.entries),
                ),
                path="history",
            )


def rounds_of_movement(request: DrawRequest, most: int, too_many: Sentence) -> int:
    """Return how many rounds the movement is to have; refuse more than it can have."""
    for name, number in (("rounds", request.rounds), ("round", request.round)):
        last_played = max(request.history.rounds, default=0)
        if number is not None and number > max(most, last_played):
            raise impossible("too_many_rounds", too_many, path=name)
    return min(request.rounds or most, most)


def too_few(sentence: Sentence) -> CannotDraw:
    return impossible("too_few_entries", sentence, path="entries")


def too_many(sentence: Sentence) -> CannotDraw:
    return impossible("too_many_entries", sentence, path="entries")
