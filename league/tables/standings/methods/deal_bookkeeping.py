"""The deals of every entry, entered in the columns from which tie-breaks and rows are made."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from games.sentences import say
from league.foundation.doors.played import ABSENT, Bye
from league.foundation.doors.reading import Number, whole
from league.tables.standings.methods.deal_accounts import accounts_of
from league.tables.standings.methods.deals.methods import (
    PERCENTAGE,
    SCALE_UP,
    DealMethod,
    DealPoints,
    Matchpoints,
)
from league.tables.standings.methods.deals.played import (
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    Award,
    PlayedDeal,
)
from league.tables.standings.methods.deals.scored import DealLine, full_results, scored_lines
from league.tables.standings.methods.ledger import Adjustment, Carried, Ledger, average
from league.tables.standings.methods.unplayed import Reason, Unplayed
from league.tables.standings.methods.unrankable import impossible

PERCENT_OF_WORDS = {AVERAGE_PLUS: 60, AVERAGE_MINUS: 40}


def make_deals_ledger(
    method: DealMethod,
    entries: Sequence[str],
    deals: Sequence[PlayedDeal],
    *,
    byes: Iterable[Bye] = (),
    adjustments: Iterable[Adjustment] = (),
    carried: Iterable[Carried] = (),
    groups: Sequence[Sequence[str]] = (),
) -> Ledger:
    """Return the ledger of all deals, byes and adjustments. Raises CannotRank.

    A line of it is one entry on one deal; WON is a deal on which it did better than the average.
    """
    _check_full_results(method, deals)
    index = {entry: place for place, entry in enumerate(entries)}
    ledger = Ledger(method, len(entries))
    full = full_results(method, deals)
    ledger.top = 2 * (full - 1)
    lines = list(scored_lines(method, deals))
    percentages = _Percentages(method, lines, full)
    for line in lines:
        _enter(ledger, line, index, percentages)
    members = [[index[entry] for entry in group] for group in groups or [entries]]
    ledger.scores = _scores(ledger, method, members)
    for bye in byes:
        if bye.kind == ABSENT:
            continue
        ledger.rounds = max(ledger.rounds, bye.round)
        entry = index[bye.entry]
        ledger.unplayed[entry].append(Unplayed(bye.round, method.bye, Reason.BYE, award=method.bye))
        ledger.scores[entry] += method.bye
    ledger.add_what_was_not_played(carried, adjustments, index)
    ledger.accounts = accounts_of(ledger, method, full)
    return ledger


class _Percentages:
    """What an award is worth: some of them are no less, or no more, than one's own percentage."""

    def __init__(self, method: DealMethod, lines: Sequence[DealLine], full: int) -> None:
        self.method, self.full = method, full
        self.percents: dict[str, list[Number]] = defaultdict(list)
        if not any(isinstance(side, str) for line in lines for side in line.award or ()):
            return
        for line in lines:
            if line.award is None and line.scores is not None:
                for side, score in zip(line.sides, line.scores, strict=True):
                    percent = method.percent_of(score, line.others, full)
                    for entry in side:
                        self.percents[entry].append(percent)

    def worth(self, award: Award, entry: str, others: int) -> Number:
        return self.method.at_percent(self.percent(award, entry), others, self.full)

    def percent(self, award: Award, entry: str) -> Number:
        if not isinstance(award, str):
            return award
        least_or_most = PERCENT_OF_WORDS.get(award, 50)
        played = self.percents.get(entry)
        if least_or_most == 50 or not played:
            return least_or_most
        own = Fraction(sum(played), len(played))
        # whichever is better for average plus, worse for average minus
        bounded = max(own, Fraction(60)) if award == AVERAGE_PLUS else min(own, Fraction(40))
        return whole(bounded)


def _enter(
    ledger: Ledger, line: DealLine, index: Mapping[str, int], percentages: _Percentages
) -> None:
    sides = [[index[entry] for entry in side] for side in line.sides]
    if line.provisional or line.waits:
        ledger.provisional.update(entry for side in sides for entry in side)
    if line.waits:
        return
    ledger.rounds = max(ledger.rounds, line.round)
    middle_of_deal = _middle(ledger.method, line, percentages)
    lead = line.points[0] - line.points[1]
    for side, members in enumerate(sides):
        others = sides[1 - side]
        for place, entry in enumerate(members):
            score = _score(line, side, line.sides[side][place], percentages)
            middle = line.points[1 - side] if middle_of_deal is None else middle_of_deal
            ledger.entries.append(entry)
            ledger.numbers.append(line.round)
            ledger.results.append(score)
            ledger.points.append(line.points[side])
            ledger.ahead.append(-lead if side else lead)
            ledger.outcomes.append((score > middle) - (score < middle))
            ledger.made.append(line.points[side])
            ledger.against.append(line.points[1 - side])
            ledger.firsts.append(False)
            ledger.facing += [entry] * len(others)
            ledger.opponents += others
            ledger.lines += [len(ledger.entries) - 1] * len(others)
            ledger.leads += [-lead if side else lead] * len(others)


def _score(line: DealLine, side: int, entry: str, percentages: _Percentages) -> Number:
    if line.award is not None:
        return percentages.worth(line.award[side], entry, line.others)
    return line.scores[side] if line.scores is not None else 0


def _middle(method: object, line: DealLine, percentages: _Percentages) -> Number | None:
    """Return the score that is neither won nor lost; None where the other side's is the measure."""
    if isinstance(method, DealPoints):
        return None
    return percentages.method.at_percent(50, line.others, percentages.full)


def _scores(ledger: Ledger, method: DealMethod, groups: Iterable[Sequence[int]]) -> list[Number]:
    """Return the scores of the deals, and enter in the ledger what divides or scales them."""
    scores = ledger.sums(ledger.results)
    deals = ledger.sums([1] * len(ledger.entries))
    if isinstance(method, Matchpoints) and method.points_as == PERCENTAGE:
        if not ledger.top:  # deals that only one table played count as an average
            return [50 if played else 0 for played in deals]
        ledger.divisors = [average(ledger.top * played, 100) for played in deals]
        return [average(*pair) for pair in zip(scores, ledger.divisors, strict=True)]
    if method.uneven_deals == SCALE_UP:
        for group in groups:
            most = max([deals[entry] for entry in group], default=0)
            for entry in group:
                if 0 < deals[entry] < most:
                    scaled = whole(Fraction(scores[entry]) * most / deals[entry])
                    ledger.uneven[entry] = scaled - scores[entry]
                    scores[entry] = scaled
    return scores


def _check_full_results(method: DealMethod, deals: Sequence[PlayedDeal]) -> None:
    if not isinstance(method, Matchpoints) or method.full_results is None:
        return
    for deal in deals:
        count = sum(result.points is not None for result in deal.results)
        if count > method.full_results:
            raise impossible(
                "more_results_than_full",
                say(
                    "deal %(deal)d has %(count)d results and full_results says that there are "
                    "%(full)d at most; raise full_results or leave it out",
                    deal=deal.number,
                    count=count,
                    full=method.full_results,
                ),
                path="method.full_results",
            )
