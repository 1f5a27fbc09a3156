"""The worst that a stranger can ask of a door: at its limit it is answered, above it is refused.

`pytest -s` prints the seconds of one core that each of these takes.
"""

import logging
import time
from collections.abc import Callable
from threading import BoundedSemaphore
from typing import Any

import pytest
from rest_framework.exceptions import ValidationError

from league.faces.api.doors import views
from league.faces.api.doors.costs import (
    MOST_AVOIDED,
    MOST_BITS,
    MOST_BYTES,
    MOST_DEALS,
    MOST_ENTRIES,
    MOST_MEETINGS,
    MOST_OBJECTS,
    MOST_RESULTS,
    MOST_RULESETS,
    check_draw,
)
from league.play.rounds.drawing import FORMATS
from league.tables.standings.methods.tiebreaks import TIEBREAKS
from tests.league.faces.api.factories import V1, client_of

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def entries(count: int) -> list[dict[str, Any]]:
    return [{"id": f"e{n}", "group": "ab"[n % 2]} for n in range(count)]


def fits(request: dict[str, Any]) -> bool:
    try:
        check_draw(request)
    except ValidationError:
        return False
    return True


def answered(door: str, request: Any) -> Any:
    return client_of().post(f"{V1}/{door}", request).json()


@pytest.mark.parametrize("format", sorted(name for name, format in FORMATS.items() if format.cost))
def test_one_entry_more_than_a_limit_is_refused_with_the_numbers(format: str) -> None:
    request: dict[str, Any] = {"format": format, "entries": entries(MOST_ENTRIES), "rounds": 300}
    if fits(request):  # so many entries are the only limit it has
        request["entries"] = entries(MOST_ENTRIES + 1)
    error = answered("draw", request)
    assert error["code"] in ("too_many", "too_much_work")
    assert str(len(request["entries"])) in error["detail"]


def test_too_many_results_pairs_and_bytes_are_refused() -> None:
    avoid = {"format": "swiss", "entries": entries(8), "avoid": [["e0", "e1"]] * (MOST_AVOIDED + 1)}
    assert answered("draw", avoid)["code"] == "too_many"
    rank = {"method": {"name": "total_points"}, "entries": entries(4)}
    many = rank | {"matches": [1] * (MOST_RESULTS + 1)}
    assert str(MOST_RESULTS) in answered("rank", many)["detail"]
    large = client_of().post(f"{V1}/rank", rank | {"why": "x" * MOST_BYTES})
    assert large.status_code == 413
    assert str(MOST_BYTES) in large.json()["detail"]


def duel(number: int, table: int, points: tuple[float, float]) -> dict[str, Any]:
    """Return a match of table `table` of 128, so that all meet others in every round."""
    other = (table + number) % 128
    return {
        "round": number,
        "sides": [
            {"entries": [f"e{2 * table}"], "points": points[0]},
            {"entries": [f"e{2 * other + 1}"], "points": points[1]},
        ],
    }


def duels(count: int, points: Callable[[int], tuple[float, float]]) -> list[dict[str, Any]]:
    return [duel(n // 128 + 1, n % 128, points(n)) for n in range(count)]


def tables_of(sides: int, each: int, count: int) -> list[dict[str, Any]]:
    """Return rounds of one table with so many sides of so many partners."""
    names = [f"e{n}" for n in range(256)]
    return [
        {
            "round": number + 1,
            "sides": [
                {"entries": names[side * each : (side + 1) * each], "points": side}
                for side in range(sides)
            ],
        }
        for number in range(count)
    ]


def deals_of(results: int, points: Callable[[int], float]) -> list[dict[str, Any]]:
    return [
        {
            "deal": deal + 1,
            "results": [
                {"sides": [[f"e{2 * t}"], [f"e{2 * t + 1}"]], "points": [points(deal * 128 + t), 0]}
                for t in range(128)
            ],
        }
        for deal in range(results // 128)
    ]


ALL_TIEBREAKS = [name for name, one in TIEBREAKS.items() if not one.needs_deals and name != "lot"]
ADDED_UP, BLITZ = {"name": "total_points"}, {"name": "victory_points", "blitz": 10**6}
DUELS = 3_900  # as many as have so many bytes


def test_what_makes_a_ranking_dear_is_refused_with_the_numbers() -> None:
    many = {"entries": [{"id": f"e{n}"} for n in range(256)], "tiebreaks": ALL_TIEBREAKS}
    tables = tables_of(8, 8, MOST_MEETINGS // (64 * 63) + 1)
    results = deals_of(MOST_RESULTS + 128, lambda n: n)
    one = many | {"method": ADDED_UP, "matches": tables}
    other = many | {"method": {"name": "butler"}, "deals": results}
    for request, most in ((one, MOST_MEETINGS), (other, MOST_RESULTS)):
        error = answered("rank", request)
        assert (error["code"], str(most) in error["detail"]) in (
            ("too_much_work", True),
            ("too_many", True),
        )
    drawn = {"format": "swiss", "entries": entries(256), "history": tables}
    assert answered("draw", drawn)["code"] == "too_much_work"


def test_fractions_without_end_are_refused_before_they_are_added_up() -> None:
    """4,000 different denominators would make numbers of thousands of digits."""
    for method, matches in (
        ("percentage", duels(DUELS, lambda n: (n % 97, 5_003 + 2 * n))),
        ("total_points", duels(DUELS, lambda n: (round(1 / (5_003 + 2 * n), 14), 0))),
    ):
        request = {"method": {"name": method}, "tiebreaks": ALL_TIEBREAKS, "matches": matches}
        began = time.process_time()
        answer = answered("rank", request | {"entries": [{"id": f"e{n}"} for n in range(256)]})
        print(f"rank fractions {method}: {time.process_time() - began:.2f} s")
        assert answer["code"] == "too_much_work"
        assert str(MOST_BITS * 3 // 10) in answer["detail"]


def test_too_many_deals_and_rulesets_are_refused_with_the_numbers() -> None:
    half = {"variant": "pitch", "players": 4, "game": [{"score": [0, 0]}] * (MOST_DEALS // 2)}
    one = {**half, "game": [{"score": [0, 0]}]}
    refused = {
        f"{MOST_DEALS + 1}": [half, half, one],
        f"{MOST_RULESETS + 1}": [{"variant": str(n)} for n in range(MOST_RULESETS + 1)],
        f"{MOST_OBJECTS + 1}": [one] * (MOST_OBJECTS + 1),
    }
    for count, request in refused.items():
        error = answered("score", request)
        assert (error["code"], count in error["detail"]) == ("too_many", True)
    assert isinstance(answered("score", [half, half]), list)
    one_game = {**half, "game": [{"score": [0, 0]}] * (MOST_DEALS + 1)}
    assert str(MOST_DEALS) in answered("score", one_game)["detail"]


def test_who_finds_no_place_is_asked_to_come_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(views, "_places", BoundedSemaphore(1))
    with views.a_place():
        for door in ("score", "draw", "rank"):
            answer = client_of().post(f"{V1}/{door}", {})
            assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    logged = {record.levelname for record in caplog.records if record.levelno > logging.INFO}
    assert logged == {"WARNING"}, "others were quicker: no fault of ours"
    assert client_of().post(f"{V1}/draw", {}).status_code == 400
