"""Scores a deal on the phone when there is no network: what the browser runs beside the engine.

Plain Python that knows nothing of the site: Pyodide runs it in a worker of the page, with the
engine and the translations of its sentences (deploy/phone_scorer_package.py puts them together).
So a score without a network is the engine's own, and no second set of rules.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

from games.engine import forms
from games.engine.errors import Refusal
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.summary_fields import SummaryField, is_asked, summary_from
from games.engine.variants import VARIANTS
from games.sentences import SUIT_WORDS, Words, render

MINUS = "\N{MINUS SIGN}"
NOBODY, YES = "nobody", "true"
# the input that says whether melds were tapped, and where a catalogue of sentences lies
MELDS_BY, LAID = "melds_by", "laid"
CATALOGUE = "words/{language}.mo"

Typed = Mapping[str, Sequence[str]]


def scored(question: str, folder: str = ".") -> str:
    """Return as JSON what a deal scores, in the reader's words.

    `question` is JSON: `game` as `league.table.offline.phone_game` gives it, the `number` of the
    deal, and `typed`, the (name, text) pairs of its form. The answer has `lines`, `totals` and
    `made`; or `refused`, the sentence that says why there cannot be such a deal; or `open`, where
    the score hangs on who dealt and that is not known on the phone.
    """
    asked = json.loads(question)
    game = asked["game"]
    words = _words(game, folder)
    typed: dict[str, list[str]] = {}
    for name, text in asked["typed"]:
        typed.setdefault(name, []).append(text)
    return json.dumps(_answer(game, int(asked["number"]), typed, words))


def _answer(game: Mapping[str, Any], number: int, typed: Typed, words: Words) -> dict[str, Any]:
    ruleset = forms.ruleset_of(game["ruleset"])
    summary = summary_of(ruleset, typed)
    # of a deal that is kept on the phone before this one, nobody knows who deals next
    dealers = [game["dealer"]] if number == game["number"] else range(ruleset.players)
    answers = [_dealt_by(dealer, ruleset, summary, game, words) for dealer in dealers]
    return answers[0] if all(answer == answers[0] for answer in answers) else {"open": True}


def _dealt_by(
    dealer: int,
    ruleset: Ruleset,
    summary: Mapping[str, Any],
    game: Mapping[str, Any],
    words: Words,
) -> dict[str, Any]:
    try:
        result = forms.score_deal(ruleset, {"dealer": dealer, "summary": summary})
    except Refusal as refusal:
        return {"refused": _whole(render(refusal.sentence, words))}
    return _score(result, game, words)


def _score(result: DealResult, game: Mapping[str, Any], words: Words) -> dict[str, Any]:
    sides = game["sides"]
    return {
        "made": result.made,
        "lines": [
            _line(sides[line.side], line.points, render(line.sentence, words), words)
            for line in result.lines
        ],
        "totals": [
            _line(sides[side], points, "", words) for side, points in enumerate(result.score)
        ],
    }


def _line(side: str, points: int, text: str, words: Words) -> dict[str, Any]:
    digits = str(points)
    sign = "+" if points > 0 else ""
    return {
        "side": side,
        "text": text,
        "points": sign + (words.number(digits) if words.number else digits),
        "sign": (points > 0) - (points < 0),
    }


def _whole(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- from the inputs of the form to a summary ------------------------------------------------


def summary_of(ruleset: Ruleset, typed: Typed) -> dict[str, Any]:
    """Return the summary that a whole form makes, as `league.results.deal_form.DealForm` does."""
    answers: dict[str, Any] = {}
    game = VARIANTS[ruleset.variant]
    for field in game.summary_fields(ruleset.options, ruleset.players):
        if not is_asked(field, answers):
            continue
        if field.name == "melds" and typed.get(MELDS_BY) == [LAID]:
            answers["laid"] = _laid(ruleset, typed)
        else:
            answers |= _READERS.get(field.kind, _choice)(field, ruleset, typed)
    return summary_from(answers)


def _laid(ruleset: Ruleset, typed: Typed) -> list[dict[str, int]]:
    sheet = VARIANTS[ruleset.variant].meld_sheet(ruleset.options, ruleset.players)
    return [
        {
            meld.code: times
            for meld in (sheet.melds if sheet else ())
            if (times := _number(_text(typed, f"laid-{seat}-{meld.code}")) or 0)
        }
        for seat in range(ruleset.players)
    ]


def _side_numbers(field: SummaryField, ruleset: Ruleset, typed: Typed) -> dict[str, Any]:
    name = _input(field)
    numbers = [_number(_text(typed, f"{name}-{side}")) for side in range(ruleset.sides)]
    missing = [side for side, number in enumerate(numbers) if number is None]
    if len(missing) == len(numbers):
        return {}
    if len(missing) == 1 and field.total is not None:
        numbers[missing[0]] = field.total - sum(number or 0 for number in numbers)
    return {field.name: numbers}


def _side_flags(field: SummaryField, ruleset: Ruleset, typed: Typed) -> dict[str, Any]:
    flagged = typed.get(_input(field), ())
    return {field.name: [str(side) in flagged for side in range(ruleset.sides)]}


def _flag(field: SummaryField, ruleset: Ruleset, typed: Typed) -> dict[str, Any]:
    text = _text(typed, _input(field))
    return {field.name: text == YES} if text else {}


def _choice(field: SummaryField, ruleset: Ruleset, typed: Typed) -> dict[str, Any]:
    text = _text(typed, _input(field))
    if not text:
        return {}
    if text == NOBODY:
        return {field.name: None}
    known = {str(value): value for value, _label in field.choices}
    return {field.name: known.get(text, text if _number(text) is None else _number(text))}


_READERS: Mapping[str, Callable[[SummaryField, Ruleset, Typed], dict[str, Any]]] = {
    "side_numbers": _side_numbers,
    "side_flags": _side_flags,
    "flag": _flag,
}


def _input(field: SummaryField) -> str:
    return field.name.replace(".", "-")


def _text(typed: Typed, name: str) -> str:
    return next(iter(typed.get(name, ())), "")


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() else None


# --- the reader's words ----------------------------------------------------------------------


def _words(game: Mapping[str, Any], folder: str) -> Words:
    translate = _catalogue(game["language"], folder)
    seats, sides = game["seats"], game["sides"]
    return Words(
        translate=translate,
        seat=lambda seat: str(seats[seat]),
        side=lambda side: str(sides[side]),
        suit=lambda suit: translate(SUIT_WORDS[suit].text),
        card=str,
        number=lambda digits: _written(digits, game["thousands"], game["decimal"]),
    )


def _catalogue(language: str, folder: str) -> Callable[[str], str]:
    file = Path(folder) / CATALOGUE.format(language=language)
    if not file.is_file():
        return str
    with file.open("rb") as opened:
        return GNUTranslations(opened).gettext


def _written(digits: str, thousands: str, decimal: str) -> str:
    """Return "-1070.5" as readers of the language write it."""
    whole, point, rest = digits.removeprefix("-").partition(".")
    grouped = f"{int(whole):,}".replace(",", thousands)
    return f"{MINUS if digits.startswith('-') else ''}{grouped}{decimal if point else ''}{rest}"
