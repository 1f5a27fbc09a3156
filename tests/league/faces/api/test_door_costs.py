"""The worst that a stranger can ask of a door: at its limit it is answered, above it is refused.

`pytest -s` prints the seconds of one core that each of these takes.
"""

import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, islice, product
from pathlib import Path
from random import Random
from threading import BoundedSemaphore
from typing import Any

import pytest
from rest_framework.exceptions import ValidationError

from games.engine.variants import VARIANTS, make_ruleset
from league.faces.api.doors import costs, pool
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
    MOST_WORK,
    check_draw,
)
from league.play.rounds.drawing import FORMATS, read_request
from league.play.rounds.drawing.cannot_draw import CannotDraw
from league.play.rounds.drawing.door import draw_rounds
from league.play.rounds.drawing.formats.individual_tables.mixing import mix, no_past
from league.play.rounds.drawing.work import MOST_SEARCHED, Work
from league.tables.standings.methods.deals.options import DEAL_METHODS
from league.tables.standings.methods.tiebreaks import TIEBREAKS
from tests.league.faces.api.factories import V1, client_of

pytestmark = [pytest.mark.django_db, pytest.mark.long]
DOCUMENTATION = (Path(__file__).parents[4] / "docs/api.md").read_text(encoding="utf-8")


def entries(count: int) -> list[dict[str, Any]]:
    return [{"id": f"e{n}", "group": "ab"[n % 2]} for n in range(count)]


def fits(request: dict[str, Any]) -> bool:
    try:
        check_draw(request)
    except ValidationError:
        return False
    return True


def largest(format: str) -> dict[str, Any]:
    """Return the draw of most places that a stranger may ask for, with most pairs to avoid."""
    most = {"howell": 60, "mitchell": 200, "individual": 200}.get(format, MOST_ENTRIES)
    for count in range(most, 1, -1):
        avoid = [[f"e{a}", f"e{b}"] for a, b in islice(combinations(range(count), 2), MOST_AVOIDED)]
        request: dict[str, Any] = {"format": format, "entries": entries(count), "avoid": avoid}
        cost = FORMATS[format].cost
        if cost and cost.searched:
            request["rounds"] = 60
        if format == "seat_chart" and count % 4:
            continue
        if fits(request):
            return request
    raise AssertionError(f"no {format} can be asked for")


def answered(door: str, request: Any) -> Any:
    return client_of().post(f"{V1}/{door}", request).json()


def played(count: int, rounds: int, points: int = 2) -> list[dict[str, Any]]:
    """Return a history in which the same ones meet again and again."""
    return [
        {
            "round": number,
            "sides": [
                {"entries": [f"e{2 * table}"], "points": points},
                {"entries": [f"e{2 * table + 1}"], "points": 0},
            ],
        }
        for number in range(1, rounds + 1)
        for table in range(count // 2)
    ]


@pytest.mark.parametrize("format", FORMATS)
def test_the_largest_draw_of_each_format_is_answered(format: str) -> None:
    request = largest(format)
    began = time.process_time()
    answer = answered("draw", request)
    print(f"draw {format} {len(request['entries'])}: {time.process_time() - began:.2f} s")
    assert "rounds" in answer


@pytest.mark.parametrize("format", sorted(name for name, format in FORMATS.items() if format.cost))
def test_one_entry_more_than_a_limit_is_refused_with_the_numbers(format: str) -> None:
    request: dict[str, Any] = {"format": format, "entries": entries(MOST_ENTRIES), "rounds": 300}
    if fits(request):  # so many entries are the only limit it has
        request["entries"] = entries(MOST_ENTRIES + 1)
    error = answered("draw", request)
    assert error["code"] in ("too_many", "too_much_work")
    assert str(len(request["entries"])) in error["detail"]


@pytest.mark.parametrize("format", FORMATS)
def test_a_broken_history_is_drawn_with_bounded_work(format: str) -> None:
    """Where everybody met again and again the draw is found, or refused, by counted work."""
    for count in (24, 61, 128, 255):
        request = read_request(
            {
                "format": format,
                "entries": entries(count),
                "history": played(count, 12),
                "rounds": 60,
            }
        )
        work = Work(MOST_WORK)
        with suppress(CannotDraw):
            draw_rounds(replace(request, work=work))
        assert work.done <= MOST_WORK + 400_000  # the one matching that was too much is not begun


def test_a_search_stops_when_its_work_is_done() -> None:
    done: list[int] = []
    for most in (1_000, 10_000):  # at these tables algebra knows no rounds without a repeat
        found = mix([4] * 16 + [3], 12, no_past(67), Random(1), most=most).stopped_search
        assert found is not None
        assert found.cost >= found.least
        done.append(found.cost)
    assert done[1] <= done[0]
    work = Work(MOST_SEARCHED)
    while work.allows(1_000):
        pass
    assert work.done == MOST_SEARCHED


def test_a_stopped_search_says_how_good_it_is() -> None:
    request = {"format": "individual", "entries": entries(64), "rounds": 60}
    answer = answered("draw", request)
    assert answer["quality"]["search"]["finished"] is False
    assert answer["rounds"][0]["why"][-1]["code"] == "search_stopped"
    assert answer == answered("draw", request)


def test_too_many_results_pairs_and_bytes_are_refused() -> None:
    avoid = {"format": "swiss", "entries": entries(8), "avoid": [["e0", "e1"]] * (MOST_AVOIDED + 1)}
    assert answered("draw", avoid)["code"] == "too_many"
    rank = {"method": {"name": "total_points"}, "entries": entries(4)}
    many = rank | {"matches": [1] * (MOST_RESULTS + 1)}
    assert str(MOST_RESULTS) in answered("rank", many)["detail"]
    large = client_of().post(f"{V1}/rank", rank | {"why": "x" * MOST_BYTES})
    assert large.status_code == 413
    assert str(MOST_BYTES) in large.json()["detail"]


@pytest.mark.parametrize("method", ["match_points", "total_points", "victory_points", "percentage"])
def test_the_largest_ranking_is_answered(method: str) -> None:
    request: dict[str, Any] = {
        "method": {"name": method} | ({"deals": 16} if method == "victory_points" else {}),
        "tiebreaks": [
            name for name, one in TIEBREAKS.items() if not one.needs_deals and name != "lot"
        ],
        "entries": [{"id": f"e{n}"} for n in range(64)],
        "matches": [],
    }
    rounds = 1
    while len(json.dumps(request)) < MOST_BYTES - 6_000:
        request["matches"] += [one | {"round": rounds} for one in played(64, 1)]
        rounds += 1
    began = time.process_time()
    answer = answered("rank", request)
    print(f"rank {method} {len(request['matches'])}: {time.process_time() - began:.2f} s")
    assert "rows" in answer or answer["kind"] in ("malformed", "impossible")


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
IN_PAIRS = [[f"e{2 * n}", f"e{2 * n + 1}"] for n in range(128)]
ADDED_UP, BLITZ = {"name": "total_points"}, {"name": "victory_points", "blitz": 10**6}
EACH_BONUS = ["+1 if win and margin >= 1 and points > 2 or draw or loss and against > 5"] * 20
DUELS = 3_900  # as many as have so many bytes
RANKINGS: dict[str, dict[str, Any]] = {
    "all level": {"method": ADDED_UP, "matches": duels(DUELS, lambda n: (1, 1))},
    "groups": {"method": ADDED_UP, "matches": duels(DUELS, lambda n: (n, 1)), "groups": IN_PAIRS},
    "percentages": {
        "method": {"name": "percentage"},
        "matches": duels(DUELS, lambda n: (n * 7919 % 500, n * 104729 % 500)),
    },
    "round points": {
        "method": {"name": "round_points"},
        "matches": duels(DUELS, lambda n: (n * 7919 % 500, n % 7)),
    },
    "margins": {"method": BLITZ, "matches": duels(DUELS, lambda n: (3 * n, 0))},
    "bonuses": {
        "method": {"name": "match_points", "bonus": EACH_BONUS},
        "matches": duels(DUELS, lambda n: (n, n * 31 % 977)),
    },
    "hundredths": {"method": ADDED_UP, "matches": duels(DUELS, lambda n: (n / 100, 0.5))},
    "tables of many": {"method": ADDED_UP, "matches": tables_of(8, 8, MOST_MEETINGS // (64 * 63))},
    "tables of four": {"method": ADDED_UP, "matches": tables_of(4, 1, 1_000)},
} | {
    f"deals {name}": {"method": {"name": name}, "deals": deals_of(MOST_RESULTS, lambda n: n * 37)}
    for name in DEAL_METHODS
}


@pytest.mark.parametrize("case", RANKINGS)
def test_each_kind_of_ranking_is_answered_at_its_limit(case: str) -> None:
    request = {"entries": [{"id": f"e{n}"} for n in range(256)], "tiebreaks": ALL_TIEBREAKS}
    request |= RANKINGS[case]
    began = time.process_time()
    answer = answered("rank", request)
    print(f"rank {case}: {time.process_time() - began:.2f} s")
    assert len(answer["rows"]) == 256


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


def test_an_individual_movement_from_a_history_is_drawn_at_its_limit() -> None:
    """Who came together before makes it search twice."""
    people = [f"e{n}" for n in range(68)]
    history = [
        {
            "round": number,
            "sides": [{"entries": people[t : t + 2]}, {"entries": people[t + 2 : t + 4]}],
        }
        for number in range(1, 13)
        for t in range(0, 68, 4)
    ]
    request = {"format": "individual", "entries": entries(68), "rounds": 60, "history": history}
    began = time.process_time()
    answer = answered("draw", request)
    print(f"draw individual from a history: {time.process_time() - began:.2f} s")
    assert answer["quality"]["search"]["finished"] is False


def summaries(variant: str, count: int) -> list[dict[str, Any]]:
    """Return so many deals as they are written down, by as many rulesets as a request may have."""
    game = VARIANTS[variant]
    players = {"fifty-six": 6, "pedro": 4, "pitch": 4}.get(variant)
    tables_of_melds = list(product((24, 32), ("sum", 39), ("sum", 240)))
    made: list[dict[str, Any]] = []
    for number in range(count):
        own: dict[str, Any] = {}
        if variant == "double-deck-pinochle":
            names = ("roundhouse", "run_roundhouse", "double_roundhouse")
            own = dict(zip(names, tables_of_melds[number % len(tables_of_melds)], strict=True))
        rules = make_ruleset(variant, None, own, players)
        record = game.random_deal(rules, Random(number), dealer=0)
        summary = game.summary_of(rules, record)["summary"]
        made.append({**rules.as_json(), "dealer": 0, "summary": summary})
    return made


def game_of(variant: str, number: int, rules: Any) -> dict[str, Any]:
    """Return a deal by lot as it is sent with every card of it."""
    return {**VARIANTS[variant].random_deal(rules, Random(number), dealer=0)}


@pytest.mark.parametrize("variant", VARIANTS)
def test_as_many_deals_as_a_request_may_have_are_scored(variant: str) -> None:
    sheets = summaries(variant, MOST_OBJECTS)
    seats = sheets[0]["players"]
    rules = make_ruleset(variant, None, None, seats)
    nothing = {"score": [0] * rules.sides, "redeal": True}
    game = {"variant": variant, "players": seats, "game": [nothing] * MOST_DEALS}
    deep: Any = "x" * 100
    for _level in range(30):
        deep = [deep] * 1
    garbage = [{**sheet, "summary": dict.fromkeys(sheet["summary"], deep)} for sheet in sheets]
    records = [
        {**rules.as_json(), **game_of(variant, number, rules)} for number in range(MOST_OBJECTS)
    ]
    sent = {"summaries": sheets, "game": game, "garbage": garbage, "records": records}
    for what, request in sent.items():
        began = time.process_time()
        answer = answered("score", request)
        print(f"score {variant} {what}: {time.process_time() - began:.2f} s")
        assert isinstance(answer, list) or "totals" in answer or "rule" in answer
        if what in ("summaries", "records"):
            assert all("score" in one for one in answer)
        if what == "garbage":
            assert all("error" in one for one in answer)


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


LIMITS = {
    name: value
    for name, value in vars(costs).items()
    if name.startswith("MOST_") and isinstance(value, int)
}


@pytest.mark.parametrize("name", LIMITS)
def test_every_limit_stands_in_the_documentation_for_programs(name: str) -> None:
    value = LIMITS[name]
    said = value * 3 // 10 if name == "MOST_BITS" else value  # there in digits, as in the refusal
    if name == "MOST_WORK":
        assert f"{value / 1_000_000:g} seconds" in DOCUMENTATION
    else:
        assert f"{said:,}" in DOCUMENTATION


def test_who_finds_no_place_is_asked_to_come_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pool, "_places", BoundedSemaphore(1))
    with pool.a_place():
        for door in ("score", "draw", "rank"):
            answer = client_of().post(f"{V1}/{door}", {})
            assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    logged = {record.levelname for record in caplog.records if record.levelno > logging.INFO}
    assert logged == {"WARNING"}, "others were quicker: no fault of ours"
    assert client_of().post(f"{V1}/draw", {}).status_code == 400
