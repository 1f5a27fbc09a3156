"""What a deal scored: lines with reasons, whose sums are the score."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from games.sentences import Sentence


class ScoreLine(NamedTuple):
    """One entry of the score sheet: which side, how much, and why."""

    side: int
    points: int
    code: str
    sentence: Sentence


class DealResult(NamedTuple):
    """The lines are the whole truth, the score is their sum.

    `made` is None where nobody bid or nothing was bid for. `detail` is plain JSON in the words of
    the game's rulebook; four of its keys mean the same in every game: `declarer_side` (a side or
    None), `redeal` (thrown in: the deal does not count), `wins_game` (a side that won the whole
    game with this deal) and `next_dealer`.
    """

    sides: int
    made: bool | None
    lines: tuple[ScoreLine, ...] = ()
    detail: Mapping[str, Any] = MappingProxyType({})
    dealer: int | None = None

    def without_dealer(self) -> Self:
        """Return the same result of a deal of which it is not said who dealt."""
        return self._replace(dealer=None)

    @property
    def score(self) -> tuple[int, ...]:
        totals = [0] * self.sides
        for line in self.lines:
            totals[line.side] += line.points
        return tuple(totals)

    @property
    def declarer_side(self) -> int | None:
        return self.detail.get("declarer_side")

    @property
    def redeal(self) -> bool:
        return bool(self.detail.get("redeal"))

    @property
    def is_final_score(self) -> bool:
        """Say whether this is the final score of a table or a game, and no deal."""
        return "final_score" in self.detail

    @property
    def wins_game(self) -> int | None:
        return self.detail.get("wins_game")
