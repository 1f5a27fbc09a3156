"""The sheet of a table: every live submission of every deal, by the deal's number."""

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch, prefetch_related_objects

from games import services as games
from games.engine.result import DealResult
from league.foundation.compiled_queries import CompiledQuery
from league.play.results.models import COUNTING as COUNTING_STATES
from league.play.results.models import LIVE, Dispute, Submission, SubmissionState
from league.play.results.table_outcome import CountingDeal, Outcome, outcome_of
from league.play.results.table_plan import TablePlan, plan_of
from league.play.rounds.models import Table


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
    """Read the sheet of a table that knows its round, stage and event; five queries at most.

    Without replies, confirmations and disputes are not loaded: one query, and one more for prepared
    deals. `plan` is that of the table, where it is known.
    """
    submissions = SUBMISSIONS(table=table.pk)
    if with_replies:
        disputes = Prefetch("disputes", Dispute.objects.order_by("id"))
        prefetch_related_objects(submissions, "confirmations", disputes)
    return Sheet(table=table, plan=plan or plan_of(table), submissions=submissions)


SUBMISSIONS = CompiledQuery(
    lambda value: (
        Submission.objects.filter(table=value("table"), state__in=LIVE)
        .select_related("deal")
        .order_by("number", "id")
    )
)
