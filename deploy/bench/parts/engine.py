"""P1 to P4, P15 and P16: the speed of the engine, against other libraries."""

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

from deploy.bench.lines import Line
from deploy.bench.site import Site
from games.engine import forms
from games.engine.variants import VARIANTS, make_ruleset
from games.score_file import read_json

ROOT = Path(__file__).parents[3]
MELDS = 4  # events of a deal beside calls, trump and cards: each hand melds

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Sizes:
    """`lines` are the records of the command's file, `rounds` and `times` how often works run."""

    deals: int = 60
    lines: int = 20_000
    rounds: int = 30
    times: int = 2
    chess_games: int = 6
    spades_deals: int = 20


FULL = Sizes()
TINY = Sizes(deals=1, lines=2, rounds=1, times=1, chess_games=1, spades_deals=1)


def measure(site: Site, sizes: Sizes = FULL) -> Iterator[Line]:
    records = played_deals("double-deck-pinochle", sizes.deals)
    yield from replays(sizes)
    yield from submissions(records, sizes)
    yield score_command(records, sizes)
    yield score_one(records[0], times=sizes.times)


def replays(sizes: Sizes) -> Iterator[Line]:
    """P1 and P2: a deal replayed, an event, beside a move and a player's action."""
    records = played_deals("double-deck-pinochle", sizes.deals)
    events = sum(len(deal["auction"]) + len(deal["play"]) + 1 + MELDS for deal in records)
    chess, moves = or_nothing(chess_games, sizes.chess_games)
    spades, actions = or_nothing(spades_deals, sizes.spades_deals)
    replay, chess_time, spades_time = best_of(
        lambda: score_all(records), chess, spades, rounds=sizes.rounds
    )
    event = replay / events * 1e6
    move = chess_time / moves * 1e6 if moves else None
    action = spades_time / actions * 1e6 if actions else None
    yield rate("deals replayed (double deck, one core)", len(records) / replay)
    yield ratio("P1", "a replayed event", event, "python-chess push_uci", move, is_faster=True)
    yield ratio("P2", "a replayed event", event, "OpenSpiel spades, checked", action)


def or_nothing(games: Callable[[int], tuple[Work, int]], count: int) -> tuple[Work, int]:
    """Return the reference's work and its moves: none where its library is not installed."""
    try:
        return games(count)
    except ImportError:
        return (lambda: None), 0


def submissions(records: list[dict[str, Any]], sizes: Sizes) -> Iterator[Line]:
    """P3 and P15: from bytes to score, against reading the JSON of the record alone."""
    sent = [json.dumps(deal).encode() for deal in records]
    summaries = {
        name: [json.dumps(summary_of(deal)).encode() for deal in played_deals(name, sizes.deals)]
        for name in sorted(VARIANTS)
    }
    read, scored, *summed = best_of(
        lambda: [json.loads(line) for line in sent],
        partial(score_lines, sent),
        *(partial(score_lines, lines) for lines in summaries.values()),
        rounds=sizes.rounds,
    )
    read, scored = read / len(sent) * 1e6, scored / len(sent) * 1e6
    yield ratio("P3", "a record, bytes to score", scored, "json.loads", read)
    for name, spent in zip(summaries, summed, strict=True):
        what, figure = f"a summary, bytes to score ({name})", spent / sizes.deals * 1e6
        yield ratio("P15", what, figure, "json.loads of a record", read)


def score_all(deals: list[dict[str, Any]]) -> None:
    for deal in deals:
        forms.score_deal(forms.ruleset_of(deal), deal)


def score_lines(lines: list[bytes]) -> None:
    for line in lines:
        score_bytes(line)


def score_bytes(line: bytes) -> tuple[int, ...]:
    data = read_json(line)
    return forms.score_deal(forms.ruleset_of(data), data).score


def score_command(records: list[dict[str, Any]], sizes: Sizes) -> Line:
    """P4: the score command on a file of so many records, two processes against one."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "deals.jsonl"
        with file.open("w") as out:
            for number in range(sizes.lines):
                out.write(json.dumps(records[number % len(records)]) + "\n")
        one, two = (
            min(command(file, processes) for _ in range(sizes.times)) for processes in (1, 2)
        )
    return Line(
        goal="P4",
        what=f"score command, {sizes.lines:,} records, two processes".replace(",", " "),
        figure=two,
        unit="s",
        against="one process",
        reference=one,
        ratio=one / two,
    )


def score_one(record: dict[str, Any], *, times: int) -> Line:
    """P16: the score command on one record: what a person waits for at the terminal."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "deal.jsonl"
        file.write_text(json.dumps(record) + "\n")
        spent = min(command(file, 1) for _ in range(times))
    return Line(goal="P16", what="score command, one record", figure=spent, unit="s")


def command(file: Path, processes: int) -> float:
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "manage.py", "score", str(file), "--processes", str(processes)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - started


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


def spades_deals(count: int) -> tuple[Work, int]:
    """Return a function that replays deals of spades, and how many actions of players they have.

    Each action is looked up among the legal ones; dealing is included, as it is for our engine.
    """
    import pyspiel

    spades, rng = pyspiel.load_game("spades"), Random(3)
    histories, player_actions = [], 0
    for _ in range(count):
        state = spades.new_initial_state()
        while not state.is_terminal():
            player_actions += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        histories.append(state.history())

    def replay() -> None:
        for history in histories:
            state = spades.new_initial_state()
            for action in history:
                if not state.is_chance_node() and action not in state.legal_actions():
                    raise ValueError(action)
                state.apply_action(action)

    return replay, player_actions


def best_of(*works: Work, rounds: int) -> list[float]:
    """Return the seconds of the quickest of several runs of each: noise only makes it slower.

    The works take turns, so that a busy moment hits all of them.
    """
    spent: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, times in zip(works, spent, strict=True):
            started = time.perf_counter()
            work()
            times.append(time.perf_counter() - started)
    return [min(times) for times in spent]


def rate(what: str, figure: float) -> Line:
    return Line(what=what, figure=figure, unit="a second")


def ratio(
    goal: str,
    what: str,
    figure: float,
    against: str,
    reference: float | None,
    *,
    is_faster: bool = False,
) -> Line:
    """`is_faster` says how many times faster than the reference, otherwise how many times slower.

    Without a reference its library is not installed.
    """
    found = None if reference is None else figure / reference
    return Line(
        goal=goal,
        what=what,
        figure=figure,
        unit="µs",
        against=against,
        reference=reference,
        ratio=1 / found if found and is_faster else found,
        left_out="" if found else "not installed",
    )
