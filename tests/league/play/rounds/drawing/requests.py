"""Makers of requests, and of the history that a draw leaves behind when it has been played."""

from typing import Any

from league.play.rounds.drawing import draw


def entries(count: int, *, out: tuple[int, ...] = ()) -> list[dict[str, Any]]:
    """Return entries e1, e2, ...; those whose numbers are in `out` have withdrawn."""
    return [{"id": f"e{number}", "active": number not in out} for number in range(1, count + 1)]


def request(format_: str, count: int, **more: Any) -> dict[str, Any]:
    return {"format": format_, "entries": entries(count)} | more


def rounds_of(format_: str, count: int, **more: Any) -> list[dict[str, Any]]:
    rounds: list[dict[str, Any]] = draw(request(format_, count, **more))["rounds"]
    return rounds


def as_history(rounds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rounds as they come back in the next request, without points."""
    tables = [
        {
            "round": drawn["round"],
            "table": table["table"],
            "sides": [{"entries": side} for side in table["sides"]],
        }
        for drawn in rounds
        for table in drawn["tables"]
    ]
    byes = [{"round": drawn["round"], "bye": entry} for drawn in rounds for entry in drawn["byes"]]
    return tables + byes


def sides(drawn: dict[str, Any]) -> list[list[list[str]]]:
    return [table["sides"] for table in drawn["tables"]]


def placed(drawn: dict[str, Any]) -> list[str]:
    """Return everybody who stands somewhere in the round, as often as they do."""
    at_tables = [entry for table in drawn["tables"] for side in table["sides"] for entry in side]
    return sorted(at_tables + drawn["byes"] + drawn["sit_outs"])
