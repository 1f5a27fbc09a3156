"""A sheet that is being typed, as its page shows it: rows, scores, mistakes, sums."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from games.wording import join_sentences
from league.faces.desk.results.sheet_form import RowForm
from league.faces.desk.results.sheet_typed import TypedSheet
from league.foundation.refusal import Refused
from league.play.results import services as results
from league.play.results.deal_words import contract_of


def rows_shown(typed: TypedSheet, checked: results.CheckedSheet) -> list[dict[str, Any]]:
    """Return the rows by number: submitted ones in words, others as cells with what is wrong."""
    return [
        _typed_row(typed, checked, number)
        if number in typed.rows
        else _submitted_row(typed, number)
        for number in range(1, typed.up_to + 1)
    ]


def _submitted_row(typed: TypedSheet, number: int) -> dict[str, Any]:
    desk = typed.desk
    submission = desk.sheet.counting_submission(number) or desk.sheet.submissions_of(number)[0]
    running = desk.sheet.outcome.running.get(number)
    return {
        "number": number,
        "is_submitted": True,
        "dealer": desk.names.seat(desk.sheet.dealer_of(number)),
        "contract": contract_of(submission.deal, desk.names),
        "state": submission.state,
        "state_label": submission.get_state_display(),
        "url": reverse("desk:deal_history", args=[*desk.at, number]),
        "scores": _scores(desk.names.sides, submission.deal.score, running),
    }


def _dealer(typed: TypedSheet, checked: results.CheckedSheet, number: int) -> str:
    """Name who deals; nobody while that depends on a deal before which is missing or wrong."""
    dealer = checked.dealers[number]
    return "" if dealer is None else typed.desk.names.seat(dealer)


def _typed_row(typed: TypedSheet, checked: results.CheckedSheet, number: int) -> dict[str, Any]:
    row = typed.rows[number]
    deal = checked.deals.get(number)
    problems = _problems(row, typed.refused.get(number))
    cells = [{"cell": cell, "error": problems.pop(cell.input.name, "")} for cell in row.cells()]
    submitted = deal.submitted if deal else None
    return {
        "number": number,
        "is_submitted": False,
        "dealer": _dealer(typed, checked, number),
        "prefix": row.prefix,
        "key": row.key,
        "cells": cells,
        "problem": join_sentences(problems.values()),
        "scores": _scores(
            typed.desk.names.sides,
            submitted.result.score if submitted else None,
            deal.running if deal else None,
        ),
    }


def _problems(row: RowForm, refused: Refused | None) -> dict[str, str]:
    """Return the errors by the cell's name; those of no cell are shown below the row."""
    if not row.is_bound or not row.is_written:
        return {}
    row.is_valid()
    if refused is not None:
        row.refuse(str(refused), refused.field, results.look_at_of(refused))
    return {name: join_sentences(map(str, errors)) for name, errors in row.errors.items()}


def _scores(
    sides: Sequence[str], points: Sequence[int] | None, running: Sequence[int] | None
) -> list[dict[str, Any]]:
    return [
        {
            "side": name,
            "points": None if points is None else points[side],
            "running": None if running is None else running[side],
        }
        for side, name in enumerate(sides)
    ]


def sums_shown(typed: TypedSheet, checked: results.CheckedSheet) -> list[dict[str, Any]]:
    """Return a side each: its total so far, the box for the paper's, and whether they agree."""
    refused = typed.sums_refused or [None] * len(checked.totals)
    return [
        {
            "side": typed.desk.names.side(side),
            "total": total,
            "input": typed.sums[str(side)],
            "error": join_sentences(
                [*map(str, typed.sums.errors.get(str(side), [])), *([str(wrong)] if wrong else [])]
            )
            if typed.sums.is_bound
            else "",
            "agrees": typed.sums.on_paper()[side] == total if typed.sums.is_bound else False,
        }
        for side, (total, wrong) in enumerate(zip(checked.totals, refused, strict=True))
    ]
