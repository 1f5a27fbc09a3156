"""Simulated tournaments of the formats that are drawn round by round, and the mishaps of a club."""

from random import Random
from typing import Any

from league.play.rounds.drawing import draw
from tests.league.play.rounds.drawing.requests import entries


class Tournament:
    """Entries, what they have played so far, and how the next round is asked for."""

    def __init__(self, format_: str, count: int, seed: int, **more: Any) -> None:
        self.format = format_
        self.entries = entries(count)
        self.history: list[dict[str, Any]] = []
        self.rng = Random(seed)
        self.more = more
        self.number = 0
        self.drawn: dict[str, Any] = {}
        self.quality: dict[str, Any] = {}

    @property
    def active(self) -> list[str]:
        return [entry["id"] for entry in self.entries if entry["active"]]

    def request(self) -> dict[str, Any]:
        return {
            "format": self.format,
            "entries": self.entries,
            "history": self.history,
            **self.more,
        }

    def draw(self) -> dict[str, Any]:
        answer = draw(self.request())
        (self.drawn,) = answer["rounds"]
        self.quality = answer["quality"]
        self.number = self.drawn["round"]
        return self.drawn

    def play(self) -> None:
        """Play the drawn round: about one table in ten is a draw."""
        for table in self.drawn["tables"]:
            points = self.rng.choice([(9, 3), (3, 9)]) if self.rng.random() > 0.1 else (5, 5)
            sides = [
                {"entries": side, "points": own}
                for side, own in zip(table["sides"], points, strict=True)
            ]
            self.history.append({"round": self.number, "table": table["table"], "sides": sides})
        self.history += [{"round": self.number, "bye": entry} for entry in self.drawn["byes"]]

    def somebody_comes_or_goes(self) -> None:
        """Somebody comes late, goes home or comes back."""
        match self.rng.randrange(3):
            case 0:
                self.entries.append({"id": f"late{len(self.entries)}", "active": True})
            case 1 if len(self.active) > 3:
                self.rng.choice(self.entries)["active"] = False
            case 2:
                self.rng.choice(self.entries)["active"] = True

    def director_swaps(self) -> None:
        """Two tables of the drawn round change opponents, whatever that breaks."""
        if len(self.drawn["tables"]) > 1:
            one, other = self.rng.sample(self.drawn["tables"], 2)
            one["sides"][1], other["sides"][1] = other["sides"][1], one["sides"][1]
