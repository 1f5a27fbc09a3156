"""P1 to P4 (goals of docs/performance.md): the speed of the engine, against other libraries."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from deploy.bench.lines import Line
from deploy.bench.site import Site
from games.engine import forms
from games.engine.variants import VARIANTS, make_ruleset

ROOT = Path(__file__).parents[3]
DEALS = 60
LINES = 20_000
ROUNDS = 30
MELDS = 4  # events of a deal beside calls, trump and cards: each hand melds


def measure(site: Site) -> Iterator[Line]:
    records = played_deals("double-deck-pinochle")
    events = sum(len(deal["auction"]) + len(deal["play"]) + 1 + MELDS for deal in records)
    chess, moves = chess_games()
    spades, actions = spades_deals()
    replay, chess_time, spades_time = best_of(lambda: score_all(records), chess, spades)
    event, move, action = (
        spent / count * 1e6
        for spent, count in ((replay, events), (chess_time, moves), (spades_time, actions))
    )
    yield rate("deals replayed (double deck, one core)", len(records) / replay)
    yield ratio("P1", "a replayed event", event, "python-chess push_uci", move, at_least=15)
    yield ratio("P2", "a replayed event", event, "OpenSpiel spades, checked", action, at_most=1.5)
    yield from submissions(records)
    yield score_command(records)


def submissions(records: list[dict[str, Any]]) -> Iterator[Line]:
    """P3: from bytes to score, against reading the JSON of the record alone."""
    sent = [json.dumps(deal).encode() for deal in records]
    summaries = {name: [summary_of(deal) for deal in played_deals(name)] for name in VARIANTS}
    forms_sent = [json.dumps(form).encode() for of_game in summaries.values() for form in of_game]
    read, scored, summed = best_of(
        lambda: [json.loads(line) for line in sent],
        lambda: [score_bytes(line) for line in sent],
        lambda: [score_bytes(line) for line in forms_sent],
    )
    read, scored, summed = (
        spent / len(lines) * 1e6
        for spent, lines in ((read, sent), (scored, sent), (summed, forms_sent))
    )
    yield ratio("P3", "a record, bytes to score", scored, "json.loads", read, at_most=6)
    yield ratio("P3", "a summary, bytes to score", summed, "json.loads", read, at_most=3)
    for name, of_game in sorted(summaries.items()):
        (spent,) = best_of(partial(score_all, of_game))
        yield rate(f"summaries scored ({name}, one core)", len(of_game) / spent)


def score_all(deals: list[dict[str, Any]]) -> None:
    for deal in deals:
        forms.score_deal(forms.ruleset_of(deal), deal)


def score_bytes(line: bytes) -> tuple[int, ...]:
    data = json.loads(line)
    return forms.score_deal(forms.ruleset_of(data), data).score


def score_command(records: list[dict[str, Any]]) -> Line:
    """P4: the score command on a file of 20,000 records, two processes against one."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "deals.jsonl"
        with file.open("w") as out:
            for number in range(LINES):
                out.write(json.dumps(records[number % len(records)]) + "\n")
        one, two = (min(command(file, processes) for _ in range(2)) for processes in (1, 2))
    return Line(
        goal="P4",
        what=f"score command, {LINES:,} records, two processes".replace(",", " "),
        figure=two,
        unit="s",
        against="one process",
        reference=one,
        ratio=one / two,
        at_least=1.7,
    )


def command(file: Path, processes: int) -> float:
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "manage.py", "score", str(file), "--processes", str(processes)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - started


def played_deals(variant: str) -> list[dict[str, Any]]:
    """Return deals of the default preset that were played to the last trick."""
    game = VARIANTS[variant]
    seats = game.seats_allowed(game.presets[game.default_preset].options)
    ruleset = make_ruleset(variant, None, None, 4 if 4 in seats else seats[0])
    rng = Random(1)
    deals: list[dict[str, Any]] = []
    while len(deals) < DEALS:
        deal = game.random_deal(ruleset, rng)
        if deal.get("play"):
            deals.append(deal)
    return deals


def summary_of(deal: dict[str, Any]) -> dict[str, Any]:
    return VARIANTS[deal["variant"]].summary_of(forms.ruleset_of(deal), deal)


def chess_games() -> tuple[Callable[[], None], int]:
    """Return a function that checks and makes the moves of random games, and their number."""
    import chess

    rng, games = Random(2), []
    for _ in range(6):
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


def spades_deals() -> tuple[Callable[[], None], int]:
    """Return a function that replays deals of spades, and how many actions of players they have.

    Each action is looked up among the legal ones; dealing is included, as it is for our engine.
    """
    import pyspiel

    spades, rng = pyspiel.load_game("spades"), Random(3)
    histories, player_actions = [], 0
    for _ in range(20):
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


def best_of(*works: Callable[[], object]) -> list[float]:
    """Return the seconds of the quickest of several runs of each: noise only makes it slower.

    The works take turns, so that a busy moment hits all of them.
    """
    spent: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
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
    reference: float,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
) -> Line:
    """`at_least` asks how many times faster than the reference, `at_most` how many times slower."""
    return Line(
        goal=goal,
        what=what,
        figure=figure,
        unit="µs",
        against=against,
        reference=reference,
        ratio=figure / reference if at_least is None else reference / figure,
        at_least=at_least,
        at_most=at_most,
    )
