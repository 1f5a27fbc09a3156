"""Nights played by lot: a round is drawn, played, and comes back in the history of the next."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from league.play.rounds.drawing import CannotDraw, draw
from tests.league.play.rounds.drawing.requests import entries

Table = dict[str, Any]


def by_lot(rng: Random) -> Callable[[Table], list[int]]:
    """Return a player of tables: points without a draw."""

    def points(table: Table) -> list[int]:
        first = rng.randrange(2)
        return [first, 1 - first]

    return points


def better_seed_wins(table: Table) -> list[int]:
    seeds = [min(int(entry[1:]) for entry in side) for side in table["sides"]]
    return [int(seeds[0] < seeds[1]), int(seeds[1] < seeds[0])]


@dataclass
class Night:
    """A request that grows by what has been played."""

    format: str
    count: int
    options: dict[str, Any] = field(default_factory=dict)
    history: list[dict[str, Any]] = field(default_factory=list)
    out: set[int] = field(default_factory=set)

    @property
    def request(self) -> dict[str, Any]:
        listed = entries(self.count, out=tuple(self.out))
        return {
            "format": self.format,
            "entries": listed,
            "history": self.history,
            "options": self.options,
        }

    @property
    def active(self) -> set[str]:
        return {f"e{n}" for n in range(1, self.count + 1)} - {f"e{n}" for n in self.out}

    def drawn(self) -> dict[str, Any]:
        answer: dict[str, Any] = draw(self.request)["rounds"][0]
        return answer

    def play(self, drawn: dict[str, Any], points: Callable[[Table], list[int]]) -> None:
        for table in drawn["tables"]:
            sides = [
                {"entries": side, "points": score}
                for side, score in zip(table["sides"], points(table), strict=True)
            ]
            self.history.append({"round": drawn["round"], "table": table["table"], "sides": sides})
        waiting = [*drawn["byes"], *drawn["sit_outs"]]
        self.history += [{"round": drawn["round"], "bye": entry} for entry in waiting]

    def play_to_the_end(self, points: Callable[[Table], list[int]]) -> list[dict[str, Any]]:
        """Return the rounds of a bracket until it is decided."""
        rounds = []
        while (drawn := self.next_or_none()) is not None:
            self.play(drawn, points)
            rounds.append(drawn)
        return rounds

    def next_or_none(self) -> dict[str, Any] | None:
        try:
            return self.drawn()
        except CannotDraw as decided:
            if decided.code != "bracket_decided":
                raise
            return None

    def losses(self) -> dict[str, int]:
        lost = {f"e{n}": 0 for n in range(1, self.count + 1)}
        for match in self.history:
            if "sides" in match:
                one, other = match["sides"]
                loser = one if one["points"] < other["points"] else other
                for entry in loser["entries"]:
                    lost[entry] += 1
        return lost


@cache
def played_by_lot(format_: str, count: int) -> tuple[Night, list[dict[str, Any]]]:
    """Return a bracket played to its end, and its rounds; look at it, but do not play on."""
    night = Night(format_, count)
    return night, night.play_to_the_end(by_lot(Random(count)))
