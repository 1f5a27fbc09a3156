"""The deals of every entry, entered in the columns from which tie-breaks and rows are made."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.sentences import Sentence, say
from league.foundation.doors.played import ABSENT, Bye
from league.foundation.doors.reading import Number, whole
from league.tables.standings.methods.deals.comparing import neuberg
from league.tables.standings.methods.deals.imps import imps
from league.tables.standings.methods.deals.methods import (
    PERCENTAGE,
    SCALE_UP,
    SUM_A_DEAL,
    BoardAMatch,
    Butler,
    CrossImps,
    DealMethod,
    DealPoints,
    Imps,
    Matchpoints,
)
from league.tables.standings.methods.deals.played import (
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    Award,
    DealResult,
    PlayedDeal,
)
from league.tables.standings.methods.deals.scored import (
    DealLine,
    full_results,
    lines_of,
    scored_lines,
)
from league.tables.standings.methods.exact import format_number
from league.tables.standings.methods.ledger import Adjustment, Carried, Ledger, average
from league.tables.standings.methods.unplayed import Reason, Unplayed
from league.tables.standings.methods.unrankable import impossible

# --- A sentence for each entry: the sum of its deals, and how its total follows from that ---


def accounts_of(ledger: Ledger, method: DealMethod, full: int) -> list[Sentence]:
    """Return the sentence of each entry; `full` is how many results a deal should have."""
    sums = ledger.sums(ledger.results)
    deals = ledger.sums([1] * len(ledger.entries))
    return [_account(ledger, method, full, *numbered) for numbered in _numbered(sums, deals)]


def _numbered(sums: Sequence[Number], deals: Sequence[Number]) -> list[tuple[int, Number, int]]:
    pairs = zip(sums, deals, strict=True)
    return [(entry, total, int(count)) for entry, (total, count) in enumerate(pairs)]


def _account(
    ledger: Ledger, method: DealMethod, full: int, entry: int, own: Number, deals: int
) -> Sentence:
    if not deals:
        sentence = say("has played no deal that counts yet")
    else:
        sentence = _of_deals(method, full, own, deals)
    uneven, total = ledger.uneven.get(entry, 0), ledger.totals[entry]
    if uneven:
        sentence = say(
            "%(account)s; as many deals as the others played would make %(scaled)s",
            account=sentence,
            scaled=format_number(own + uneven),
        )
    if ledger.unplayed_result(entry):
        sentence = say(
            "%(account)s; %(points)s for byes",
            account=sentence,
            points=signed(ledger.unplayed_result(entry)),
        )
    if total != ledger.scores[entry]:
        sentence = say(
            "%(account)s; %(points)s by the director",
            account=sentence,
            points=signed(total - ledger.scores[entry]),
        )
    return sentence


def deals_in_words(deals: int) -> Sentence:
    return say("one deal") if deals == 1 else say("%(count)d deals", count=deals)


def _of_deals(method: DealMethod, full: int, total: Number, deals: int) -> Sentence:
    over = deals_in_words(deals)
    if isinstance(method, Matchpoints):
        top = 2 * (full - 1) * deals
        return say(
            "%(own)s of %(top)d matchpoints over %(deals)s, which is %(percent)s%%",
            own=format_number(total),
            top=top,
            deals=over,
            percent=format_number(Fraction(100 * total) / top) if top else "50",
        )
    if isinstance(method, BoardAMatch):
        return say(
            "%(own)s of %(top)d points over %(deals)s",
            own=format_number(total),
            top=2 * deals,
            deals=over,
        )
    if isinstance(method, DealPoints):
        return say("%(own)s deal points over %(deals)s", own=format_number(total), deals=over)
    return say(
        "%(own)s IMPs over %(deals)s, %(average)s a deal",
        own=signed(total),
        deals=over,
        average=signed(Fraction(total) / deals),
    )


def signed(number: Number) -> str:
    """Return the number as people write a gain or a loss: +3, -2, 0."""
    text = format_number(number)
    return f"+{text}" if number > 0 and text != "0" else text


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


# --- How the scores of one deal come about, table by table, in sentences with the numbers ---


class Explained(NamedTuple):
    """A table of a deal: the scores of its two sides, as a percentage of the top, and why.

    The scores are None where nothing is compared yet, or where an award takes their place.
    """

    line: DealLine
    scores: tuple[Number, Number] | None
    percent: Number | None
    why: Sentence


def explain_deal(method: DealMethod, deal: PlayedDeal, full: int) -> list[Explained]:
    """Return each table of a deal in its order; `full` is how many results a deal should have.

    For teams both tables of the match have the score of the two together.
    """
    if isinstance(method, Imps | BoardAMatch):
        return _teams(method, deal)
    lines = list(lines_of(method, deal, full))
    differences = [result.difference for result in deal.results if result.points is not None]
    return [_explained(method, line, deal, differences, full) for line in lines]


def _explained(
    method: DealMethod, line: DealLine, deal: PlayedDeal, differences: list[Number], full: int
) -> Explained:
    if line.award is not None:
        return Explained(line, None, None, _awarded(line))
    if line.scores is None:
        return Explained(line, None, None, say("this table waits for another one"))
    percent = (
        None
        if isinstance(method, DealPoints)
        else method.percent_of(line.scores[0], line.others, full)
    )
    return Explained(line, line.scores, percent, _why(method, line, deal, differences, full))


def _why(
    method: DealMethod, line: DealLine, deal: PlayedDeal, differences: list[Number], full: int
) -> Sentence:
    own = line.points[0] - line.points[1]
    if isinstance(method, DealPoints):
        return say(
            "%(first)s and %(second)s deal points",
            first=format_number(line.points[0]),
            second=format_number(line.points[1]),
        )
    if line.others == 0:
        return say("no other table has played this deal; it counts as an average")
    if isinstance(method, Matchpoints):
        return _matchpoints(own, differences, full)
    if isinstance(method, CrossImps):
        return _cross_imps(method, own, differences)
    if isinstance(method, Butler):
        middle = method.datum_of([result for result in deal.results if result.points is not None])
        return say(
            "%(own)s is %(ahead)s from the datum of %(datum)s: %(imps)s IMPs",
            own=signed(own),
            ahead=signed(own - middle),
            datum=signed(middle),
            imps=signed(imps(own - middle, method.multiplier)),
        )
    raise TypeError(f"{method.name} compares teams")


def _matchpoints(own: Number, differences: Sequence[Number], full: int) -> Sentence:
    count = len(differences)
    better = sum(own > other for other in differences)
    equal = sum(own == other for other in differences) - 1
    score = 2 * better + equal
    among = say(
        "%(own)s is better than %(better)d, equal to %(equal)d and worse than %(worse)d of the "
        "other tables: %(score)d of %(top)d matchpoints",
        own=signed(own),
        better=better,
        equal=equal,
        worse=count - 1 - better - equal,
        score=score,
        top=2 * (count - 1),
    )
    if full == count:
        return among
    return say(
        "%(among)s; played at %(count)d tables of %(full)d, so that %(full)d ÷ %(count)d × "
        "(%(score)d + 1) − 1 = %(worth)s of %(top)d",
        among=among,
        count=count,
        full=full,
        score=score,
        worth=format_number(neuberg(score, count, full)),
        top=2 * (full - 1),
    )


def _cross_imps(method: CrossImps, own: Number, differences: Sequence[Number]) -> Sentence:
    others = list(differences)
    others.remove(own)
    total = sum(imps(own - other, method.multiplier) for other in others)
    if method.per_deal == SUM_A_DEAL:
        return say(
            "%(own)s against %(count)d other tables: %(total)s IMPs together",
            own=signed(own),
            count=len(others),
            total=signed(total),
        )
    return say(
        "%(own)s against %(count)d other tables: %(total)s IMPs together, %(average)s on average",
        own=signed(own),
        count=len(others),
        total=signed(total),
        average=signed(Fraction(total, len(others))),
    )


def _teams(method: Imps | BoardAMatch, deal: PlayedDeal) -> list[Explained]:
    """Return each table as its own first side sees it."""
    turned = {(result.round, result.sides[::-1]): result for result in deal.results}
    return [
        _of_team(method, deal, result, turned.get((result.round, result.sides)))
        for result in deal.results
    ]


def _of_team(
    method: Imps | BoardAMatch, deal: PlayedDeal, here: DealResult, there: DealResult | None
) -> Explained:
    line = DealLine(
        deal=deal.number,
        round=here.round,
        sides=here.sides,
        points=here.points or (0, 0),
        scores=None,
        award=here.award,
        others=0,
        provisional=here.provisional,
    )
    if here.award is not None:
        return Explained(line, None, None, _awarded(line))
    if here.points is None or there is None or there.points is None:
        return Explained(line, None, None, say("this table waits for another one"))
    together = here.difference - there.difference
    scores = method.of_difference(together)
    why = say(
        "%(own)s here and %(other)s at the other table make %(together)s",
        own=signed(here.difference),
        other=signed(-there.difference),
        together=signed(together),
    )
    percent = method.percent_of(scores[0], 1, 2)
    return Explained(line._replace(scores=scores, others=1), scores, percent, why)


def _awarded(line: DealLine) -> Sentence:
    first, second = line.award or ("", "")
    return say(
        "the director has given %(first)s and %(second)s",
        first=_award(first),
        second=_award(second),
    )


AWARD_WORDS = {
    "average_plus": say("average plus"),
    "average": say("average"),
    "average_minus": say("average minus"),
}


def _award(award: Number | str) -> Sentence | str:
    return AWARD_WORDS[award] if isinstance(award, str) else f"{format_number(award)} %"
