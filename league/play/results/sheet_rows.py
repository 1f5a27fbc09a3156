"""The sheet of a table as pages show it: like the club's paper, with the running score."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games import services as games
from games.models import Deal
from league.play.events.models import TablePlay
from league.play.results.deal_words import (
    Names,
    contract_in_words,
    contract_of,
    facts_of,
    label_of,
    lines_in_words,
    totals_of,
)
from league.play.results.final_scores import has_final_scores
from league.play.results.models import (
    COUNTING,
    Dispute,
    Submission,
    SubmissionState,
    TableResult,
    TableState,
)
from league.play.results.sheet import Sheet
from league.play.rounds.models import Room

AddressOf = Callable[[Submission], str]


def score_sheet(
    sheet: Sheet, result: TableResult | None, names: Names, address_of: AddressOf
) -> dict[str, Any]:
    """Return what `components/score_sheet.html` takes; a disputed deal has a row a submission."""
    awarded = result.awarded if result else None
    has_won = (
        result is not None
        and result.state == TableState.CONFIRMED
        and sheet.table.room == Room.ONLY
    )
    return {
        "sides": names.marked_sides,
        "rows": _rows(sheet, names, address_of),
        "target": target_of(sheet),
        "next": _next(sheet, result, names),
        "totals": list(sheet.outcome.totals if awarded is None else awarded),
        "winner": result.winner if result and has_won else None,
    }


def target_of(sheet: Sheet) -> int | None:
    """Return the score the table plays to, None where it plays a number of deals or a time."""
    is_game = sheet.plan.play == TablePlay.GAME
    return games.target_of(sheet.plan.ruleset) if is_game else None


def _next(sheet: Sheet, result: TableResult | None, names: Names) -> dict[str, Any] | None:
    """Return the line that is still empty, with who deals it."""
    is_over = result is not None and (result.awarded is not None or result.ended_at is not None)
    if sheet.holes or is_over or sheet.is_played_out:
        return None
    number = sheet.next_number
    if has_final_scores(sheet):
        return None  # nobody says who deals the games of which only the score is entered
    if sheet.last_due is not None and number > sheet.last_due:
        return None  # the last one is disputed: nothing follows whatever comes of it
    return {"number": number, "dealer": names.seat(sheet.dealer_of(number))}


def _rows(sheet: Sheet, names: Names, address_of: AddressOf) -> list[dict[str, Any]]:
    rows, running = [], (0,) * sheet.plan.sides
    for submission in sheet.submissions:
        if submission.state in COUNTING:
            running = sheet.outcome.running.get(submission.number, running)
        rows.append(_row(submission, running, names) | {"url": address_of(submission)})
    return rows


def _row(submission: Submission, running: Sequence[int], names: Names) -> dict[str, Any]:
    deal = submission.deal
    is_plain = submission.state == SubmissionState.CONFIRMED
    parts = _parts(deal)
    return {
        "number": submission.number,
        "dealer": names.seat(deal.data["dealer"]) if "dealer" in deal.data else "",
        "contract": contract_of(deal, names),
        "made": deal.made,
        "state": "" if is_plain else submission.state,
        "state_label": "" if is_plain else submission.get_state_display(),
        "cells": [
            {"points": points, "running": running[side], "parts": parts.get(side, [])}
            for side, points in enumerate(deal.score)
        ],
    }


def _parts(deal: Deal) -> dict[int, list[int]]:
    """Return by side what its points are made of (meld, play, set), where there are several."""
    parts: dict[int, list[int]] = {}
    for line in deal.lines:
        if line["points"]:
            parts.setdefault(line["side"], []).append(line["points"])
    return {side: points for side, points in parts.items() if len(points) > 1}


def submission_shown(submission: Submission, names: Names) -> dict[str, Any]:
    """Return a submission in words: what was written down, the score with its reasons, by whom."""
    deal = submission.deal
    return {
        "id": submission.pk,
        "number": submission.number,
        "label": label_of(deal, submission.number),
        "is_final": deal.form == deal.Form.FINAL,
        "state": submission.state,
        "state_label": submission.get_state_display(),
        "by": submitted_by(submission, names),
        "by_side": submission.by_side,
        "at": submission.submitted_at,
        "reason": submission.reason,
        "contract": contract_of(deal, names),
        "contract_in_words": contract_in_words(deal, names),
        "made": deal.made,
        "facts": facts_of(deal, names),
        "lines": lines_in_words(deal, names),
        "totals": totals_of(deal, names),
        "score": " : ".join(map(_points, deal.score)),
        "is_record": deal.form == deal.Form.RECORD,
        "confirmed_by": [names.whom(agreed) for agreed in submission.confirmations.all()],
        "disputes": [dispute_shown(dispute, names) for dispute in submission.disputes.all()],
    }


def submitted_by(submission: Submission, names: Names) -> str:
    """Return who sent a deal: the person, and the side where its name does not say theirs."""
    name = names.whom(submission)
    side = "" if submission.by_side is None else names.side(submission.by_side)
    return _("%(name)s (%(side)s)") % {"name": name, "side": side} if name not in side else name


def dispute_shown(dispute: Dispute, names: Names) -> dict[str, Any]:
    return {
        "by": names.whom(dispute),
        "at": dispute.opened_at,
        "reason": dispute.reason or _("entered a different score"),
        "is_open": dispute.settled_at is None,
        "settlement": dispute.settlement,
    }


def compared(first: Submission, second: Submission, names: Names) -> dict[str, Any]:
    """Return two submissions of a deal side by side, as `components/compare.html` takes them."""
    ours = dict(facts_of(first.deal, names, a_row_each_side=True))
    theirs = dict(facts_of(second.deal, names, a_row_each_side=True))
    labels = list(dict.fromkeys([*ours, *theirs]))
    rows = [(label, ours.get(label, "–"), theirs.get(label, "–")) for label in labels]
    for (name, points), (_name, other) in zip(
        totals_of(first.deal, names), totals_of(second.deal, names), strict=True
    ):
        rows.append((_("Score of %(name)s") % {"name": name}, _points(points), _points(other)))
    return {"columns": [submitted_by(first, names), submitted_by(second, names)], "rows": rows}


def _points(points: object) -> str:
    return str(points).replace("-", "\N{MINUS SIGN}")


def disputed_deals(sheet: Sheet, names: Names) -> list[dict[str, Any]]:
    """Return every disputed deal: its submissions, the reasons, and what they differ in."""
    shown = []
    for number in sheet.disputed_numbers:
        live = sheet.submissions_of(number)
        shown.append(
            {
                "number": number,
                "label": label_of(live[0].deal, number),
                "is_final": live[0].deal.form == live[0].deal.Form.FINAL,
                "submissions": [submission_shown(submission, names) for submission in live],
                "disputes": [
                    dispute_shown(dispute, names) for dispute in sheet.open_disputes(number)
                ],
                "comparisons": [compared(live[0], other, names) for other in live[1:]],
            }
        )
    return shown
