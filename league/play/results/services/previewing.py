"""What a deal would score, before anybody sends it. Writes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games import services as games
from games.engine.result import DealResult
from games.models import Deal
from league.foundation.journal.actor import Actor
from league.play.results.final_scores import check_unmixed, number_of_score
from league.play.results.models import Submission, TableResult
from league.play.results.prepared_cards import check_cards_known
from league.play.results.services.next_deal import check_fits_game, check_may_follow
from league.play.results.sheet import Sheet, result_at
from league.play.results.submitted_deals import SubmittedDeal, read_submitted
from league.play.results.table_outcome import CountingDeal, Outcome, outcome_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a deal would score; `deal` is a `Deal` that is not saved.

    `running` are the totals of the table after the deal, `submitted_before` the live submissions
    that it would compete with.
    """

    number: int
    deal: Deal
    submitted: SubmittedDeal
    outcome: Outcome
    submitted_before: list[Submission]

    @property
    def result(self) -> DealResult:
        return self.submitted.result

    @property
    def running(self) -> tuple[int, ...]:
        return self.outcome.running.get(self.number, self.outcome.totals)


def preview(
    *,
    sheet: Sheet,
    number: int | None = None,
    data: Mapping[str, Any],
    any_dealer: bool = False,
    actor: Actor | None = None,
) -> Preview:
    """Score a deal as if it were submitted now, in place of earlier submissions of it.

    `sheet` is the table's, as whoever asks has just read it. Raises what `submit` raises for a deal
    that the rules forbid or that cannot come next; permissions are not checked. `actor` enters the
    deal for the players (None: a table does): where prepared cards do not match, only somebody who
    may know them is refused.
    """
    number = number_of_score(sheet, number, data)
    number = sheet.next_number if number is None else number
    check_unmixed(sheet, number, data, replaces=any_dealer)
    if not sheet.submissions_of(number):
        result = TableResult.objects.filter(table=sheet.table).first() or TableResult()
        check_may_follow(sheet, number, result)
    submitted = read_submitted(sheet, number, data, any_dealer=any_dealer)
    check_cards_known(sheet, number, submitted, actor=actor)
    if not sheet.submissions_of(number):
        check_fits_game(sheet, number, submitted)
    deals = [
        CountingDeal(submission.number, result_at(submission))
        for submission in sheet.counting
        if submission.number != number
    ]
    deals.append(CountingDeal(number, submitted.as_part_of_game()))
    return Preview(
        number=number,
        deal=games.unsaved_deal(sheet.plan.ruleset, submitted.data, submitted.result),
        submitted=submitted,
        outcome=outcome_of(sheet.plan, sorted(deals, key=lambda deal: deal.number)),
        submitted_before=sheet.submissions_of(number),
    )
