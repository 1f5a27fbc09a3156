"""L7: the speed of the engine, against python-chess and reading JSON."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from deploy.workshop.bench.asking import shortest
from deploy.workshop.bench.goals import number
from deploy.workshop.bench.lines import Line
from deploy.workshop.bench.site import Site
from games.engine import forms
from games.engine.variants import VARIANTS, make_ruleset
from games.score_file import read_json

ROOT = Path(__file__).parents[4]
MELDS = 4  # events of a deal beside calls, trump and cards: each hand melds

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Sizes:
    """`lines` are the records of the command's file, `rounds` and `times` how often works run."""

    deals: int = 60
    lines: int = 20_000
    rounds: int = 20
    times: int = 2
    chess_games: int = 6


FULL = Sizes()
TINY = Sizes(deals=1, lines=2, rounds=1, times=1, chess_games=1)


def measure(_site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    records = played_deals("double-deck-pinochle", sizes.deals)
    yield replay(records, sizes)
    sent = [json.dumps(deal).encode() for deal in records]
    summaries = {
        name: [json.dumps(summary_of(deal)).encode() for deal in played_deals(name, sizes.deals)]
        for name in sorted(VARIANTS)
    }
    read, scored, *summed = shortest(
        lambda: [json.loads(line) for line in sent],
        partial(score_lines, sent),
        *(partial(score_lines, lines) for lines in summaries.values()),
        rounds=sizes.rounds,
    )
    yield Line(
        goal="L7 record",
        figures=(scored / read,),
        note=f"{in_us(scored, sizes)}, its JSON alone {in_us(read, sizes)}.",
    )
    slowest, spent = max(zip(summaries, summed, strict=True), key=lambda one: one[1])
    one, two = score_command(records, sizes)
    yield Line(
        goal="L7 score",
        figures=(spent / read, one / two),
        note=f"{in_us(spent, sizes)} at {slowest}; {two:.2f} s in two processes, in one {one:.2f}.",
    )


def in_us(seconds: float, sizes: Sizes) -> str:
    return f"{1e6 * seconds / sizes.deals:.3g} µs"


def replay(records: list[dict[str, Any]], sizes: Sizes) -> Line:
    """A deal replayed, an event, beside a move."""
    events = sum(len(deal["auction"]) + len(deal["play"]) + 1 + MELDS for deal in records)
    try:
        chess, moves = chess_games(sizes.chess_games)
    except ImportError:
        return Line(goal="L7 replay", left_out="not installed")
    ours, theirs = shortest(lambda: score_all(records), chess, rounds=sizes.rounds)
    event, move = 1e6 * ours / events, 1e6 * theirs / moves
    return Line(
        goal="L7 replay",
        figures=(move / event,),
        note=f"{event:.3g} µs, a move {move:.3g} µs;"
        f" {number(len(records) / ours)} deals a second on one core.",
    )


def score_all(deals: list[dict[str, Any]]) -> None:
    for deal in deals:
        forms.score_deal(forms.ruleset_of(deal), deal)


def score_lines(lines: list[bytes]) -> None:
    for line in lines:
        score_bytes(line)


def score_bytes(line: bytes) -> tuple[int, ...]:
    data = read_json(line)
    return forms.score_deal(forms.ruleset_of(data), data).score


def score_command(records: list[dict[str, Any]], sizes: Sizes) -> tuple[float, float]:
    """Return the seconds that the score command takes with one process, and with two."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "deals.jsonl"
        with file.open("w") as out:
            for number in range(sizes.lines):
                out.write(json.dumps(records[number % len(records)]) + "\n")
        one, two = shortest(
            partial(command, file, 1),
            partial(command, file, 2),
            rounds=sizes.times,
            clock=time.perf_counter,
        )
    return one, two


def command(file: Path, processes: int) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "score", str(file), "--processes", str(processes)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        check=True,
    )


def played_deals(variant: str, count: int) -> list[dict[str, Any]]:
    """Return so many deals of the default preset that were played to the last trick."""
    game = VARIANTS[variant]
    seats = game.seats_allowed(game.presets[game.default_preset].options)
    ruleset = make_ruleset(variant, None, None, 4 if 4 in seats else seats[0])
    rng = Random(1)
    deals: list[dict[str, Any]] = []
    while len(deals) < count:
        deal = game.random_deal(ruleset, rng)
        if deal.get("play"):
            deals.append(deal)
    return deals


def summary_of(deal: dict[str, Any]) -> dict[str, Any]:
    return VARIANTS[deal["variant"]].summary_of(forms.ruleset_of(deal), deal)


def chess_games(count: int) -> tuple[Work, int]:
    """Return a function that checks and makes the moves of random games, and their number."""
    import chess

    rng, games = Random(2), []
    for _ in range(count):
        board = chess.Board()
        moves: list[str] = []
        while not board.is_game_over() and len(moves) < 90:
            move = rng.choice(list(board.legal_moves))
            moves.append(move.uci())
            board.push(move)
        games.append(moves)

    def play() -> None:
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push_uci(move)

    return play, sum(map(len, games))
