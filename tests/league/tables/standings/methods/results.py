"""Makers of rank requests from short texts of results."""

import json
from typing import Any

from league.tables.standings.methods import rank


def match(number: int, text: str, **more: Any) -> dict[str, Any]:
    """Return the match of "a 12 b 8", or of any number of sides; "a+b 12 c+d 8" has partners."""
    words = text.split()
    sides = [
        {"entries": names.split("+"), "points": json.loads(points)}
        for names, points in zip(words[::2], words[1::2], strict=True)
    ]
    return {"round": number, "sides": sides} | more


def matches(*rounds: str) -> list[dict[str, Any]]:
    """Return the matches of rounds "a 12 b 8, c 7 d 7"; "e bye" is a bye."""
    return [
        {"round": number, "bye": part.split()[0]}
        if part.strip().endswith(" bye")
        else match(number, part)
        for number, text in enumerate(rounds, start=1)
        for part in text.split(",")
    ]


def request(
    method: str | dict[str, Any], tiebreaks: str, played: list[dict[str, Any]], **more: Any
):
    """Return a request for everybody who is in a match or has a bye."""
    names = {m["bye"] for m in played if "bye" in m} | {
        name for m in played for side in m.get("sides", ()) for name in side["entries"]
    }
    return {
        "method": {"name": method} if isinstance(method, str) else method,
        "tiebreaks": tiebreaks.split(),
        "entries": [{"id": name} for name in sorted(names)],
        "matches": played,
    } | more


def rows(*arguments: Any, **more: Any) -> list[dict[str, Any]]:
    ranked: list[dict[str, Any]] = rank(request(*arguments, **more))["rows"]
    return ranked


def column(ranked: list[dict[str, Any]], tiebreak: str) -> dict[str, Any]:
    return {row["entry"]: row["tiebreaks"][tiebreak] for row in ranked}


def table(ranked: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Return (place as shown, entry, points) of each row."""
    return [
        (f"{row['rank']}{'=' if row['tied'] else ''}", row["entry"], row["points"])
        for row in ranked
    ]


def whys(ranked: list[dict[str, Any]]) -> dict[str, str]:
    return {row["entry"]: row["why"] for row in ranked}
