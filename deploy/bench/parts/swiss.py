"""P5: drawing a Swiss round of a large field, against py4swiss and against networkx."""

import math
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from deploy.bench.lines import Line
from deploy.bench.site import Site
from league.rounds.drawing import Bye, DrawRequest, Entry, Match, Played, Side, draw_rounds
from league.rounds.drawing.by_standing.field import Field, read_field
from league.rounds.drawing.by_standing.manner import read_options
from league.rounds.drawing.by_standing.matching import in_one_number
from league.rounds.drawing.by_standing.numbers import costs_of
from league.rounds.drawing.by_standing.pairing import pair_field
from league.rounds.drawing.by_standing.sections import NEAREST, near_tables
from league.rounds.drawing.by_standing.wishes import FLOATS, PATTERN, Wishes
from league.rounds.drawing.formats.swiss import MANNER

ENTRANTS, MANY, PLAYED, ROUNDS = 1_000, 10_000, 6, 11
TIMES = 15
WIN, DRAW, LOSS = "1", "=", "0"


def measure(site: Site) -> Iterator[Line]:
    request = after_rounds(ENTRANTS)
    field = read_field(request, read_options(request, MANNER), PLAYED + 1)
    pairs, pairing = shortest(lambda: pair_field(field), times=TIMES)
    _, drawing = shortest(lambda: draw_rounds(request), times=TIMES)
    yield against(
        f"a Swiss round drawn, {ENTRANTS} entrants after {PLAYED} rounds; {broken(field, pairs)}",
        drawing,
        "py4swiss, Dutch",
        shortest(py4swiss_round(request), times=1)[1],
        at_most=1 / 100,
    )
    yield against(
        "who meets whom in it, the field being known",
        pairing,
        "networkx, a matching on our graph",
        shortest(networkx_matching(field), times=1)[1],
        at_most=1 / 40,
    )
    larger = after_rounds(MANY)
    _, long = shortest(lambda: draw_rounds(larger), times=2)
    yield Line(what=f"a Swiss round drawn, {MANY} entrants", figure=1000 * long, unit="ms")
    yield Line(
        goal="P5",
        what=f"growth of the draw from {ENTRANTS} to {MANY} entrants, as an exponent",
        figure=math.log(long / drawing) / math.log(MANY / ENTRANTS),
        unit="",
        at_most=2.2,
    )


def against(what: str, figure: float, other: str, reference: float, *, at_most: float) -> Line:
    return Line(
        goal="P5",
        what=what,
        figure=1000 * figure,
        unit="ms",
        against=other,
        reference=1000 * reference,
        ratio=figure / reference,
        at_most=at_most,
    )


def broken(field: Field, pairs: list[tuple[int, int]]) -> str:
    """Say what the round costs in each wish that it breaks."""
    costs = costs_of(field, pairs)
    parts = [
        f"{code} {cost}"
        for (code, _), cost in costs.items()
        if cost and code not in (FLOATS, PATTERN)
    ]
    joins = [cost for (code, _), cost in costs.items() if code == FLOATS]
    return "broken wishes: " + ", ".join([f"{FLOATS} {sum(joins)}", *parts])


def after_rounds(size: int) -> DrawRequest:
    """Return the request for the round after those drawn by us; one table in ten is a draw."""
    rng = Random(size)
    entries = tuple(Entry(id=str(number), seed=number) for number in range(1, size + 1))
    played = Played()
    for number in range(1, PLAYED + 1):
        request = DrawRequest(format="swiss", entries=entries, history=played)
        (drawn,) = draw_rounds(request).rounds
        results = rng.choices([(2, 0), (0, 2), (1, 1)], weights=[9, 9, 2], k=len(drawn.tables))
        matches = tuple(
            Match(number, tuple(map(Side, table.sides, points)))
            for table, points in zip(drawn.tables, results, strict=True)
        )
        byes = tuple(Bye(number, entry) for entry in drawn.byes)
        played = Played(played.matches + matches, played.byes + byes)
    return DrawRequest(format="swiss", entries=entries, history=played)


def networkx_matching(field: Field) -> Callable[[], object]:
    """Return the matching of the whole field, with the same candidates, wishes and weights."""
    import networkx

    wishes = Wishes(field)
    one, other = near_tables(field, wishes, NEAREST)
    digits = [(wish.costs, wish.most) for wish in wishes.of(one, other) if wish.costs.any()]
    graph: Any = networkx.Graph()
    for first, second, cost in zip(
        one.tolist(), other.tolist(), in_one_number(digits, len(one)), strict=True
    ):
        graph.add_edge(first, second, weight=-cost)

    def work() -> None:
        matching = networkx.max_weight_matching(graph, maxcardinality=True)
        assert 2 * len(matching) == field.size

    return work


def py4swiss_round(request: DrawRequest) -> Callable[[], object]:
    """Return the same draw by the rules of the Dutch system, the tournament being read already."""
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tournament.trf"
        file.write_text("\n".join(trf_lines(request)) + "\n", encoding="utf-8")
        tournament = TrfParser.parse(file)

    def work() -> None:
        assert 2 * len(DutchEngine.generate_pairings(tournament)) == len(request.entries)

    return work


def trf_lines(request: DrawRequest) -> Iterator[str]:
    """Yield the tournament as FIDE's report file: the first deal is white."""
    results: dict[str, list[str]] = {entry.id: [] for entry in request.entries}
    points = dict.fromkeys(results, 0)
    for match in request.history.matches:
        (white, black), (own, other) = zip(*match.sides, strict=True)
        for entry, opponent, colour, gained in (
            (white[0], black[0], "w", own),
            (black[0], white[0], "b", other),
        ):
            points[entry] += gained
            results[entry].append(f"{opponent:>4} {colour} {(LOSS, DRAW, WIN)[gained]}")
    for number, entry in enumerate(request.entries, start=1):
        head = f"001 {number:>4}".ljust(80)
        yield f"{head}{points[entry.id] / 2:>4} {number:>4}  " + "  ".join(results[entry.id])
    yield f"XXR {ROUNDS}"


def shortest(work: Callable[[], Any], *, times: int) -> tuple[Any, float]:
    """Return what the work returns, and the shortest time that it took."""
    best = math.inf
    for _ in range(times):
        started = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - started)
    return result, best
