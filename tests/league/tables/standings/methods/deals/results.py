"""Makers of deals from short texts of results."""

import json
from typing import Any

from league.tables.standings.methods import rank


def deal(number: int, text: str, **more: Any) -> dict[str, Any]:
    """Return the deal of "1-5 420 0, 2-6 0 50": the sides of each table and their points.

    "1-5 60%40" is an award without points.
    """
    return {"deal": number, "results": [_result(part, **more) for part in text.split(",")]}


def _result(text: str, **more: Any) -> dict[str, Any]:
    sides, *numbers = text.split()
    result: dict[str, Any] = {"sides": [names.split("+") for names in sides.split("-")]}
    if len(numbers) == 1:
        result["award"] = [json.loads(percent) for percent in numbers[0].split("%")]
    else:
        result["points"] = [json.loads(points) for points in numbers[:2]]
        if len(numbers) == 3:
            result["award"] = [json.loads(percent) for percent in numbers[2].split("%")]
    return result | more


def request(
    method: str | dict[str, Any], deals: list[dict[str, Any]], tiebreaks: str = "", **more: Any
) -> dict[str, Any]:
    """Return a request for everybody who has played a deal."""
    names = {
        name for d in deals for result in d["results"] for side in result["sides"] for name in side
    }
    return {
        "method": {"name": method} if isinstance(method, str) else method,
        "tiebreaks": tiebreaks.split(),
        "entries": [{"id": name} for name in sorted(names)],
        "deals": deals,
    } | more


def points(*arguments: Any, **more: Any) -> dict[str, Any]:
    """Return the points of each entry."""
    return {row["entry"]: row["points"] for row in rank(request(*arguments, **more))["rows"]}
