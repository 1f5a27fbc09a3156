"""A line of the standings, and why it stands where it does."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.sentences import Sentence, say
from league.foundation.doors.reading import Number
from league.foundation.doors.reasons import Called
from league.foundation.doors.request_files import Entry
from league.tables.standings.methods.exact import Range, distinct_texts, round_for_json
from league.tables.standings.methods.ledger import Adjustment
from league.tables.standings.methods.levels import POINTS
from league.tables.standings.methods.tiebreaks import TIEBREAKS

MOST_NAMES = 3


class Neighbour(NamedTuple):
    """The next entry above or below that is not level, and the first thing that separates them.

    `criterion` is "points" or a tie-break; `own` and `other` are its numbers. When not `certain`
    (head-to-head before all have met) they are the ahead one's worst case and the other's best.
    """

    entry: Entry
    criterion: str
    own: Number
    other: Number
    certain: bool = True


class Row(NamedTuple):
    """An entry's line. `tied` entries share `rank`; the next rank is then skipped.

    `tiebreaks` are in the order in which they are applied; head-to-head is None where it was not
    needed. `level_with` are the first of the `level_count` others at this rank. `group` counts
    from 0 and is None where all are ranked together. `account` says how the points add up.
    `looks` are its points in each comparison by head-to-head, and in each play-off.
    """

    entry: str
    name: str
    rank: int
    tied: bool
    points: Number
    tiebreaks: Mapping[str, Number | None]
    played: int
    won: int
    drawn: int
    lost: int
    byes: int
    provisional: bool
    adjustments: tuple[Adjustment, ...]
    level_with: tuple[Entry, ...]
    level_count: int
    above: Neighbour | None
    below: Neighbour | None
    group: int | None
    account: Sentence | None = None
    byes_points: Number = 0
    looks: Mapping[str, tuple[Range, ...]] = {}

    @property
    def place(self) -> str:
        """The rank as it is shown: "3=" when it is shared."""
        return f"{self.rank}=" if self.tied else str(self.rank)

    @property
    def why(self) -> Sentence:
        """Why the entry has this place: its points, who is level, above and below, with numbers."""
        parts = [
            *([self.account] if self.account else []),
            *([_level(self.level_with, self.level_count)] if self.level_with else []),
            *([_behind(self.above)] if self.above else []),
            *([_ahead(self.below)] if self.below else []),
        ]
        if not parts:
            return say("there is nobody else to compare with")
        sentence = parts[0]
        for part in parts[1:]:
            sentence = say("%(first)s; %(then)s", first=sentence, then=part)
        return sentence

    def as_json(self) -> dict[str, Any]:
        """Return the line as the `rank` door answers it, numbers to two decimals."""
        answer: dict[str, Any] = {
            "entry": self.entry,
            "rank": self.rank,
            "tied": self.tied,
            "points": round_for_json(self.points),
            "tiebreaks": {
                name: None if value is None else round_for_json(value)
                for name, value in self.tiebreaks.items()
            },
            "played": self.played,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "byes": self.byes,
            "provisional": self.provisional,
            "why": str(self.why),
        }
        if self.adjustments:
            answer["adjustments"] = [
                {"points": round_for_json(adjustment.points), "reason": adjustment.reason}
                for adjustment in self.adjustments
            ]
        if self.group is not None:
            answer["group"] = self.group
        return answer


def criterion_label(criterion: str) -> Sentence:
    return say("points") if criterion == POINTS else TIEBREAKS[criterion].label


def _level(first: tuple[Entry, ...], count: int) -> Sentence:
    shown, more = Called(first), count - len(first)
    if more == 0:
        return say("level with %(names)s on all that counts", names=shown)
    return say("level with %(names)s and %(more)d more on all that counts", names=shown, more=more)


def _ahead(neighbour: Neighbour) -> Sentence:
    own, other = distinct_texts(neighbour.own, neighbour.other)
    label = criterion_label(neighbour.criterion)
    if neighbour.certain:
        return say(
            "ahead of %(name)s on %(criterion)s, %(own)s to %(other)s",
            name=Called((neighbour.entry,)),
            criterion=label,
            own=own,
            other=other,
        )
    return say(
        "ahead of %(name)s on %(criterion)s, at least %(own)s to at most %(other)s",
        name=Called((neighbour.entry,)),
        criterion=label,
        own=own,
        other=other,
    )


def _behind(neighbour: Neighbour) -> Sentence:
    own, other = distinct_texts(neighbour.own, neighbour.other)
    label = criterion_label(neighbour.criterion)
    if neighbour.certain:
        return say(
            "behind %(name)s on %(criterion)s, %(own)s to %(other)s",
            name=Called((neighbour.entry,)),
            criterion=label,
            own=own,
            other=other,
        )
    return say(
        "behind %(name)s on %(criterion)s, at most %(own)s to at least %(other)s",
        name=Called((neighbour.entry,)),
        criterion=label,
        own=own,
        other=other,
    )
