"""P5, P17 and P18: drawing a Swiss round of a large field, against py4swiss and networkx."""

import math
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from deploy.bench.lines import Line
from deploy.bench.site import Site
from deploy.bench.stopwatch import shortest
from league.rounds.drawing import Bye, DrawRequest, Entry, Match, Played, Side, draw_rounds
from league.rounds.drawing.by_standing.field import Field, read_field
from league.rounds.drawing.by_standing.manner import read_options
from league.rounds.drawing.by_standing.matching import in_one_number
from league.rounds.drawing.by_standing.numbers import costs_of
from league.rounds.drawing.by_standing.pairing import pair_field
from league.rounds.drawing.by_standing.sections import NEAREST, near_tables
from league.rounds.drawing.by_standing.wishes import FLOATS, PATTERN, Wishes
from league.rounds.drawing.formats.swiss import MANNER

PLAYED, ROUNDS = 6, 11
WIN, DRAW, LOSS = "1", "=", "0"


@dataclass(frozen=True, slots=True)
class Sizes:
    entrants: int = 1_000
    many: int = 10_000
    times: int = 15


FULL = Sizes()
TINY = Sizes(entrants=16, many=20, times=1)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    entrants, many, times = sizes.entrants, sizes.many, sizes.times
    request = after_rounds(entrants)
    field = read_field(request, read_options(request, MANNER), PLAYED + 1)
    pairs, pairing = shortest(lambda: pair_field(field), times=times)
    _, drawing = shortest(lambda: draw_rounds(request), times=times)
    yield against(
        "P5",
        f"a Swiss round drawn, {entrants} entrants after {PLAYED} rounds; {broken(field, pairs)}",
        drawing,
        "py4swiss, Dutch",
        time_of(lambda: py4swiss_round(request)),
    )
    yield against(
        "P17",
        "who meets whom in it, the field being known",
        pairing,
        "networkx, a matching on our graph",
        time_of(lambda: networkx_matching(field)),
    )
    larger = after_rounds(many)
    _, long = shortest(lambda: draw_rounds(larger), times=min(2, times))
    yield Line(what=f"a Swiss round drawn, {many} entrants", figure=1000 * long, unit="ms")
    yield Line(
        goal="P18",
        what=f"growth of the draw from {entrants} to {many} entrants, as an exponent",
        figure=math.log(long / drawing) / math.log(many / entrants),
        unit="",
    )


def time_of(prepared: Callable[[], Callable[[], object]]) -> float | None:
    """Return the time of what is prepared, or None where its library is not installed."""
    try:
        work = prepared()
    except ImportError:
        return None
    return shortest(work, times=1)[1]


def against(goal: str, what: str, figure: float, other: str, reference: float | None) -> Line:
    return Line(
        goal=goal,
        what=what,
        figure=1000 * figure,
        unit="ms",
        against=other,
        reference=None if reference is None else 1000 * reference,
        ratio=None if reference is None else figure / reference,
        left_out="" if reference else "not installed",
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
        white, black = match.sides
        for own, other, colour in ((white, black, "w"), (black, white, "b")):
            (name,), (opponent,), gained = own.entries, other.entries, int(own.points or 0)
            points[name] += gained
            results[name].append(f"{opponent:>4} {colour} {(LOSS, DRAW, WIN)[gained]}")
    for number, entry in enumerate(request.entries, start=1):
        head = f"001 {number:>4}".ljust(80)
        yield f"{head}{points[entry.id] / 2:>4} {number:>4}  " + "  ".join(results[entry.id])
    yield f"XXR {ROUNDS}"
