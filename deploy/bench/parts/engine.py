"""The engine: deals replayed and summaries scored, against the libraries named in the goals."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
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
ROUNDS = 15
MELDS = 4  # events of a deal beside calls, trump and cards: each hand melds


def measure(site: Site) -> Iterator[Line]:
    records = played_deals("double-deck-pinochle")
    events = sum(len(deal["auction"]) + len(deal["play"]) + 1 + MELDS for deal in records)
    replay = best_of(lambda: [forms.score_deal(forms.ruleset_of(deal), deal) for deal in records])
    event = replay / events * 1e6

    yield rate("deals replayed (double deck, one core)", len(records) / replay)
    chess = chess_move()
    yield ratio("P1", "a replayed event", event, "python-chess push_uci", chess, at_least=15)
    spades = spades_action()
    yield ratio("P2", "a replayed event", event, "OpenSpiel spades, checked", spades, at_most=1.5)
    yield from submissions(records)
    for name in sorted(VARIANTS):
        summaries = [summary_of(deal) for deal in played_deals(name)]
        spent = best_of(
            lambda forms_=summaries: [  # type: ignore[misc]
                forms.score_deal(forms.ruleset_of(form), form) for form in forms_
            ]
        )
        yield rate(f"summaries scored ({name}, one core)", len(summaries) / spent)
    yield door(records)


def submissions(records: list[dict[str, Any]]) -> Iterator[Line]:
    """P3: from bytes to score, against reading the JSON of the record alone."""
    sent = [json.dumps(deal).encode() for deal in records]
    read = best_of(lambda: [json.loads(line) for line in sent]) / len(sent) * 1e6
    scored = best_of(lambda: [score_bytes(line) for line in sent]) / len(sent) * 1e6
    yield ratio("P3", "a record, bytes to score", scored, "json.loads", read, at_most=6)
    forms_sent = [
        json.dumps(summary_of(deal)).encode()
        for name in sorted(VARIANTS)
        for deal in played_deals(name)
    ]
    scored = best_of(lambda: [score_bytes(line) for line in forms_sent]) / len(forms_sent) * 1e6
    yield ratio("P3", "a summary, bytes to score", scored, "json.loads", read, at_most=3)


def score_bytes(line: bytes) -> tuple[int, ...]:
    data = json.loads(line)
    return forms.score_deal(forms.ruleset_of(data), data).score


def door(records: list[dict[str, Any]]) -> Line:
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
    seats = game.seats_allowed(game.PRESETS[game.DEFAULT_PRESET].options)
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


def chess_move() -> float:
    """Return what python-chess takes to check and make a move of random games, in microseconds."""
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

    return best_of(play) / sum(map(len, games)) * 1e6


def spades_action() -> float:
    """Return what a checked replay of spades takes a player's action, dealing included."""
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

    return best_of(replay) / player_actions * 1e6


def best_of(work: Callable[[], object]) -> float:
    """Return the seconds of the quickest of several runs: what others do only makes it slower."""
    spent = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work()
        spent.append(time.perf_counter() - started)
    return min(spent)


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
