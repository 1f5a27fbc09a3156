"""Nights on which people come late, leave, and directors edit: what must hold all the time."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from league.play.rounds.drawing import draw
from tests.league.play.rounds.drawing.requests import placed


def as_played(rounds: list[dict[str, Any]], *, deals: bool = True) -> list[dict[str, Any]]:
    """Return the rounds of a movement as they come back in the next request."""
    history: list[dict[str, Any]] = []
    for drawn in rounds:
        for table in drawn["tables"]:
            match = {
                "round": drawn["round"],
                "table": table["table"],
                "sides": [{"entries": side} for side in table["sides"]],
            }
            if deals and "deals" in table:
                match["deals"] = table["deals"]
            history.append(match)
        history += [{"round": drawn["round"], "bye": entry} for entry in drawn["sit_outs"]]
    return history


def deals_played(rounds: list[dict[str, Any]]) -> Counter[tuple[str, int]]:
    """Return how often each entry plays each deal."""
    return Counter(
        (entry, deal)
        for drawn in rounds
        for table in drawn["tables"]
        for side in table["sides"]
        for entry in side
        for deal in table.get("deals", ())
    )


def assert_deals_are_apart(rounds: list[dict[str, Any]]) -> None:
    """Nobody plays a deal twice, and a deal is at two tables of a round only where it says so."""
    assert max(deals_played(rounds).values(), default=1) == 1
    for drawn in rounds:
        here = Counter(deal for table in drawn["tables"] for deal in table.get("deals", ()))
        for table in drawn["tables"]:
            for deal in table.get("deals", ()):
                assert (here[deal] > 1) == table.get("shared", False)


class Night:
    """Plays a night round by round from one draw to the next; `events` come between rounds."""

    def __init__(self, format_: str, count: int, rng: Random, **more: Any) -> None:
        self.format = format_
        self.rng = rng
        self.more = more
        self.entries = [{"id": f"e{n}", "active": True} for n in range(1, count + 1)]
        self.behind: list[dict[str, Any]] = []
        self.gives_deals = True

    @property
    def active(self) -> list[str]:
        return [str(entry["id"]) for entry in self.entries if entry["active"]]

    def draw(self) -> dict[str, Any]:
        history = as_played(self.behind, deals=self.gives_deals)
        request = {"format": self.format, "entries": self.entries, "history": history}
        return draw(request | self.more)

    def play(self) -> Iterator[dict[str, Any]]:
        """Yield each draw, having checked it, until no round is left or the test stops."""
        while True:
            answer = self.draw()
            behind = [one for one in answer["rounds"] if one["round"] <= len(self.behind)]
            to_come = [one for one in answer["rounds"] if one["round"] > len(self.behind)]
            assert [self._facts(one) for one in behind] == [self._facts(o) for o in self.behind]
            for drawn in to_come:
                assert placed(drawn) == sorted(self.active)
                numbers = [table["table"] for table in drawn["tables"]]
                assert len(numbers) == len(set(numbers))
                assert all(table["why"] for table in drawn["tables"])
            assert_deals_are_apart(to_come)
            if self.gives_deals:  # an edit may have given somebody old deals, a draw never does
                assert not deals_played(to_come).keys() & deals_played(self.behind).keys()
            yield answer
            if not to_come:
                return
            self.behind.append(to_come[0])

    def _facts(self, drawn: dict[str, Any]) -> Any:
        return (
            sorted((table["table"], table["sides"]) for table in drawn["tables"]),
            sorted(drawn["sit_outs"]),
        )

    def come(self) -> None:
        self.entries.append({"id": f"e{len(self.entries) + 1}", "active": True})

    def leave(self) -> None:
        self.rng.choice([e for e in self.entries if e["active"]])["active"] = False

    def edit(self) -> None:
        """Swap two entries of the last round, between tables or with one who sits out."""
        last = self.behind[-1]
        chairs = [
            (side, place)
            for table in last["tables"]
            for side in table["sides"]
            for place in range(len(side))
        ]
        chairs += [(last["sit_outs"], place) for place in range(len(last["sit_outs"]))]
        (one, here), (other, there) = self.rng.sample(chairs, 2)
        one[here], other[there] = other[there], one[here]
