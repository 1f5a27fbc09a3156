"""The `score` door, for the API and the command: one object in, one answer out, as JSON."""

from collections.abc import Mapping
from typing import Any

from games.engine import forms
from games.engine.errors import IllegalAction, MalformedRecord, Refusal
from games.engine.games import GameState
from games.engine.result import DealResult
from games.engine.variants import RULE_CODES
from games.sentences import ENGLISH, Words, render, say


def score(data: object, words: Words = ENGLISH) -> dict[str, Any]:
    """Return the answer to a record, a summary, a game or a call; `words` are the reader's.

    Never raises for what was sent: what cannot be read or scored is an `error` answer.
    """
    answer = {"id": data["id"]} if isinstance(data, Mapping) and "id" in data else {}
    try:
        return answer | _answer(data, words)
    except Refusal as refusal:
        return answer | {"error": error_answer(refusal, words)}


def _answer(data: object, words: Words) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        sentence = say("send one object with named fields")
        raise MalformedRecord("not_an_object", sentence)
    if "call" in data:
        return {"explain": forms.explain_call(data)}
    if "game" in data:
        return game_answer(forms.play_game(data))
    return deal_answer(forms.score_deal(forms.ruleset_of(data), data), words)


def deal_answer(result: DealResult, words: Words) -> dict[str, Any]:
    """Return a deal's result as it goes to programs."""
    return {
        "score": list(result.score),
        "made": result.made,
        "lines": [
            {
                "side": line.side,
                "points": line.points,
                "code": line.code,
                "text": render(line.sentence, words),
            }
            for line in result.lines
        ],
        "detail": dict(result.detail),
    }


def game_answer(game: GameState) -> dict[str, Any]:
    """Return a game as it goes to programs; what it carries besides totals is in `detail`."""
    return {
        **game.special,
        "totals": list(game.totals),
        "finished": game.finished,
        "winner": game.winner,
        "reason": game.reason,
        "running": [list(totals) for totals in game.running],
        "next_dealer": game.next_dealer,
        "detail": {**game.special, "next_dealer": game.next_dealer},
    }


def error_answer(refusal: Refusal, words: Words) -> dict[str, Any]:
    """Return a refusal as it goes to programs: its code, its place, its sentence, what to check."""
    answer = {
        "kind": "illegal" if isinstance(refusal, IllegalAction) else "malformed",
        "phase": refusal.phase,
        "index": refusal.index,
        "rule": refusal.rule,
        "message": render(refusal.sentence, words),
    }
    if refusal.rule in RULE_CODES:
        answer["look_at"] = render(RULE_CODES[refusal.rule], words)
    if refusal.field is not None:
        answer["field"] = refusal.field
    if refusal.deal is not None:
        answer["deal"] = refusal.deal
    return answer
