"""How the scores of one deal come about, table by table, in sentences with the numbers."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from games.sentences import Sentence, say
from league.foundation.doors.reading import Number
from league.tables.standings.methods.deal_accounts import signed
from league.tables.standings.methods.deals.comparing import neuberg
from league.tables.standings.methods.deals.imps import imps
from league.tables.standings.methods.deals.methods import (
    SUM_A_DEAL,
    BoardAMatch,
    Butler,
    CrossImps,
    DealMethod,
    DealPoints,
    Imps,
    Matchpoints,
)
from league.tables.standings.methods.deals.played import DealResult, PlayedDeal
from league.tables.standings.methods.deals.scored import DealLine, lines_of
from league.tables.standings.methods.exact import format_number


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
