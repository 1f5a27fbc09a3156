"""The sheet of a table: every live submission of every deal, by the deal's number."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Model, OuterRef, QuerySet
from django.db.models.expressions import Combinable
from django.utils.translation import gettext as _

from games import services as games
from games.engine.result import DealResult
from games.models import Deal
from league.foundation.compiled_queries import CompiledQuery, give_related
from league.foundation.lists import listed
from league.foundation.refusal import Refused
from league.foundation.related_rows import read_rows, rows_column
from league.play.events.models import FinalScores, TablePlay
from league.play.results.deal_words import (
    Names,
    contract_in_words,
    contract_of,
    facts_of,
    label_of,
    lines_in_words,
    totals_of,
)
from league.play.results.models import (
    COUNTING,
    LIVE,
    Confirmation,
    Dispute,
    Submission,
    SubmissionState,
    TableResult,
    TableState,
)
from league.play.results.models import COUNTING as COUNTING_STATES
from league.play.results.table_outcome import CountingDeal, Outcome, TablePlan, outcome_of, plan_of
from league.play.rounds.models import Room, Table


@dataclass(kw_only=True)
class Sheet:
    """`submissions` are live (sent, confirmed or disputed), by number, oldest first."""

    table: Table
    plan: TablePlan
    submissions: list[Submission]

    def add_submission(self, submission: Submission) -> "Sheet":
        """Return a copy of the sheet with one more submission, which may not be stored."""
        rows = sorted([*self.submissions, submission], key=lambda row: row.number)
        return Sheet(table=self.table, plan=self.plan, submissions=rows)

    def replace_submissions(self, number: int, *live: Submission) -> "Sheet":
        """Return a copy of the sheet with these as the only live submissions of a deal."""
        others = [row for row in self.submissions if row.number != number]
        rows = sorted([*others, *live], key=lambda row: row.number)
        return Sheet(table=self.table, plan=self.plan, submissions=rows)

    def submissions_of(self, number: int) -> list[Submission]:
        return [submission for submission in self.submissions if submission.number == number]

    def counting_submission(self, number: int) -> Submission | None:
        """Return the one submission of a deal that counts, if any."""
        return next(
            (
                submission
                for submission in self.submissions_of(number)
                if submission.state in COUNTING_STATES
            ),
            None,
        )

    @cached_property
    def numbers(self) -> list[int]:
        return sorted({submission.number for submission in self.submissions})

    @property
    def last_number(self) -> int:
        return self.numbers[-1] if self.numbers else 0

    @property
    def next_number(self) -> int:
        """Return the number of the next deal to be submitted: the first that is missing."""
        submitted = set(self.numbers)
        return next(n for n in range(1, len(submitted) + 2) if n not in submitted)

    @property
    def holes(self) -> list[int]:
        """Return the numbers below the last that have no submission any more (struck out)."""
        return [n for n in range(1, self.last_number) if n not in set(self.numbers)]

    @cached_property
    def disputed_numbers(self) -> list[int]:
        return sorted(
            {
                submission.number
                for submission in self.submissions
                if submission.state == SubmissionState.DISPUTED
            }
        )

    @cached_property
    def counting(self) -> list[Submission]:
        return [
            submission for submission in self.submissions if submission.state in COUNTING_STATES
        ]

    @cached_property
    def outcome(self) -> Outcome:
        return outcome_of(
            self.plan,
            [
                CountingDeal(submission.number, result_at(submission))
                for submission in self.counting
            ],
        )

    @property
    def is_played_out(self) -> bool:
        """Whether no deal may follow; False while a deal is disputed or missing."""
        return self.outcome.is_played_out and not self.disputed_numbers and not self.holes

    @cached_property
    def last_due(self) -> int | None:
        """Return the number of the round's last deal, where their number is fixed.

        Deals that were thrown in do not count towards it, nor do those of which that is disputed.
        """
        if self.plan.deals_due is None:
            return None
        thrown_in = {
            submission.number
            for submission in self.submissions
            if (submission in self.counting or submission.state == SubmissionState.DISPUTED)
            and result_at(submission).redeal
        }
        return self.plan.deals_due + len(thrown_in)

    def open_disputes(self, number: int) -> list[Dispute]:
        return [
            dispute
            for submission in self.submissions_of(number)
            for dispute in submission.disputes.all()
            if dispute.settled_at is None
        ]

    def dealer_of(self, number: int) -> int:
        """Return the seat that deals a deal: as submitted, as prepared, else by turns.

        By turns it follows from the last deal before; each missing deal between counts as one seat.
        """
        submissions = self.submissions_of(number)
        if submissions:
            return int(submissions[0].deal.data.get("dealer", self.plan.first_dealer))
        prepared = self.plan.prepared.dealer_at(number) if self.plan.prepared else None
        if prepared is not None:
            return prepared
        last_number = max((n for n in self.numbers if n < number), default=0)
        missing = number - last_number - 1
        if not last_number:
            return (self.plan.first_dealer + missing) % self.plan.players
        last = self.counting_submission(last_number) or self.submissions_of(last_number)[0]
        after_last = int(last.deal.detail.get("next_dealer", self._left_of(last)))
        return (after_last + missing) % self.plan.players

    def fixes_dealer_of(self, number: int) -> bool:
        """Say whether the dealer of a deal does not depend on the deals before."""
        prepared = self.plan.prepared
        is_prepared = prepared is not None and prepared.dealer_at(number) is not None
        return bool(self.submissions_of(number)) or is_prepared

    def _left_of(self, submission: Submission) -> int:
        dealer = int(submission.deal.data.get("dealer", self.plan.first_dealer))
        return (dealer + 1) % self.plan.players


def result_at(submission: Submission) -> DealResult:
    """Return what a submission scored, as a part of its table's game.

    Without the dealer: who dealt was checked when it was submitted, and correcting another deal
    later does not make the cards that were played wrong.
    """
    return games.result_of(submission.deal).without_dealer()


def read_sheet(table: Table, *, with_replies: bool = True, plan: TablePlan | None = None) -> Sheet:
    """Read the sheet of a table that knows its round, stage and event.

    One query, and more for prepared deals. Without replies, confirmations and disputes are not
    loaded. `plan` is that of the table, where it is known.
    """
    asked = SUBMISSIONS_WITH_REPLIES if with_replies else SUBMISSIONS
    submissions = asked(table=table.pk)
    submission: Any
    for submission in submissions if with_replies else ():
        confirmations = read_rows(Confirmation, submission.confirmations_read)
        give_related([submission], "confirmations", confirmations)
        give_related([submission], "disputes", read_rows(Dispute, submission.disputes_read))
    return Sheet(table=table, plan=plan or plan_of(table), submissions=submissions)


def _submissions(value: Callable[[str], Any]) -> "QuerySet[Submission]":
    live = Submission.objects.filter(table=value("table"), state__in=LIVE)
    return live.select_related("deal").order_by("number", "id")


def _with_replies(value: Callable[[str], Any]) -> "QuerySet[Submission]":
    def of(model: type[Model]) -> Combinable:
        names = (field.attname for field in model._meta.concrete_fields)
        rows = model._default_manager.filter(submission=OuterRef("pk")).order_by("id")
        return rows_column(rows, *(name for name in names if name != "key"))

    columns: dict[str, Any] = {
        "confirmations_read": of(Confirmation),
        "disputes_read": of(Dispute),
    }
    rows: QuerySet[Submission] = _submissions(value).annotate(**columns)
    return rows


SUBMISSIONS = CompiledQuery(_submissions)
SUBMISSIONS_WITH_REPLIES = CompiledQuery(_with_replies)


# --- Final scores ---
# Final scores at a table, in the place of its deals: whether one is taken there, and of what.


class DealsAndFinalScores(Refused):
    """A table has deals and somebody enters a final score, or the other way round."""

    code = "deals_and_final_scores"


class NoFinalScores(Refused):
    """The event does not take final scores, or the table plays deals that are compared."""

    code = "no_final_scores"


class DirectorSaysUnfinished(Refused):
    """Only the director can say that a game which a table plays to its end was stopped before."""

    code = "director_says_unfinished"


def is_final_score(data: object) -> bool:
    """Say whether what was sent is a final score, and no deal."""
    return isinstance(data, Mapping) and games.FINAL_SCORE in data


def is_final(submission: Submission) -> bool:
    return submission.deal.form == Deal.Form.FINAL


def played_at(sheet: Sheet) -> games.Played:
    """Return what a final score at this table is of; those there say it, else the event does."""
    before = next((row.deal for row in sheet.submissions if is_final(row)), None)
    of = before.detail[games.FINAL_SCORE] if before else sheet.plan.final_scores
    is_of_game = of == FinalScores.GAME
    play = sheet.plan.play
    return games.Played(
        of="game" if is_of_game else "table",
        to_target=play == TablePlay.GAME or (play == TablePlay.TIMED and is_of_game),
        deals=sheet.plan.deals_due,
    )


def number_of_score(sheet: Sheet, number: int | None, data: object) -> int | None:
    """Return the number under which what was sent stands; a final score of a table is the first."""
    is_whole_table = is_final_score(data) and (
        played_at(sheet).of == "table" or sheet.plan.play != TablePlay.TIMED
    )
    return 1 if is_whole_table else number


def takes_final_scores(sheet: Sheet) -> bool:
    """Say whether a final score may be entered at the table as it is now."""
    has_deals = any(not is_final(row) for row in sheet.submissions)
    return not has_deals and not sheet.table.deal_numbers and _is_asked_for(sheet.plan)


def has_final_scores(sheet: Sheet) -> bool:
    return any(is_final(row) for row in sheet.submissions)


def _is_asked_for(plan: TablePlan) -> bool:
    return plan.final_scores != FinalScores.NONE


def state_in_words(state: str, final_scores: int) -> str:
    """Return what a table's state is called; one with final scores has entered no deals."""
    if final_scores and state == TableState.ENTERED:
        return _("final score entered, not yet confirmed")
    return str(TableState(state).label)


def check_unmixed(sheet: Sheet, number: int, data: object, *, replaces: bool = False) -> None:
    """Refuse a final score at a table with deals or of an event without, and a deal beside one.

    `replaces`: what is on the sheet under this number goes. Raises DealsAndFinalScores,
    NoFinalScores.
    """
    final = is_final_score(data)
    of_number = sheet.submissions_of(number)
    if final and not any(map(is_final, of_number)):
        _check_taken(sheet)
    others = [row for row in sheet.submissions if not (replaces and row.number == number)]
    other_kind = [row for row in others if is_final(row) != final]
    if other_kind:
        raise DealsAndFinalScores(_deals_are_there(other_kind) if final else _score_is_there())


def _check_taken(sheet: Sheet) -> None:
    if sheet.table.deal_numbers:
        raise NoFinalScores(
            _(
                "This table plays deals that other tables play too, and they are compared: enter "
                "each deal, not only the final score."
            )
        )
    if not _is_asked_for(sheet.plan):
        raise NoFinalScores(
            _(
                "In this event each deal is entered. For final scores only, the director has to "
                "allow them in the settings of the event, under “Rounds”."
            )
        )


def _deals_are_there(rows: Sequence[Submission]) -> str:
    numbers = sorted({row.number for row in rows})
    return _(
        "Deals have been entered at this table (%(numbers)s), and its score is their sum. Go on "
        "with the deals; for the final score only, these deals have to be withdrawn or struck out "
        "first."
    ) % {"numbers": listed(map(str, numbers))}


def _score_is_there() -> str:
    return _(
        "A final score has been entered at this table, so no deals are added to it. To enter the "
        "deals instead, the final score has to be withdrawn or struck out first."
    )


def check_unfinished(data: Mapping[str, Any], sheet: Sheet) -> None:
    """Refuse that players end a game before its end. Raises DirectorSaysUnfinished."""
    if data.get("unfinished") and sheet.plan.play == TablePlay.GAME:
        raise DirectorSaysUnfinished(
            _(
                "This table plays until a side has won. If the game was stopped before, tell the "
                "director, who enters the score as it stood."
            ),
            field="unfinished",
        )


# --- The sheet of a table as pages show it: like the club's paper, with the running score ---

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
