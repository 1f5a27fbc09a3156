"""L7: drawing a Swiss round of a large field, against py4swiss (Dutch system)."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from deploy.workshop.bench.asking import shortest
from deploy.workshop.bench.lines import Line
from deploy.workshop.bench.site import Site
from league.play.rounds.drawing import Bye, DrawRequest, Entry, Match, Played, Side, draw_rounds

PLAYED, ROUNDS = 6, 11
WIN, DRAW, LOSS = "1", "=", "0"


@dataclass(frozen=True, slots=True)
class Sizes:
    entrants: int = 1_000
    times: int = 15


FULL = Sizes()
TINY = Sizes(entrants=16, times=1)


def measure(_site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    request = after_rounds(sizes.entrants)
    (own,) = shortest(lambda: draw_rounds(request), rounds=sizes.times)
    try:
        by_the_book = py4swiss_round(request)
    except ImportError:
        yield Line(goal="L7 Swiss", left_out="not installed")
        return
    (other,) = shortest(by_the_book, rounds=1)
    yield Line(
        goal="L7 Swiss",
        figures=(own / other,),
        note=f"{1000 * own:.1f} ms after {PLAYED} rounds, py4swiss {other:.1f} s.",
    )


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
