"""Which nights of a competitor count: the best of them, without the worst."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from games.sentences import Sentence, say
from league.foundation.doors.reading import Number, whole
from league.tables.seasons.methods.nights import NightScore
from league.tables.seasons.methods.rules import AVERAGE, Rules
from league.tables.standings.methods.exact import format_number


@dataclass(slots=True, kw_only=True)
class Sheet:
    """All nights of a competitor, by their numbers in the season, and their total.

    `scores` are those that count: with handicaps or without. `dropped` has the reason of each
    night that does not count.
    """

    key: str
    nights: Mapping[int, NightScore]
    scores: Mapping[int, Number]
    counted: tuple[int, ...] = ()
    dropped: Mapping[int, Sentence] = field(default_factory=dict)
    total: Number = 0


def count(sheet: Sheet, rules: Rules, held: int) -> None:
    """Choose the nights that count, and add them up. `held` nights of the season have been played.

    Of nights of equal score the earlier ones count. One night always counts.
    """
    best_first = sorted(sheet.scores, key=lambda night: (-sheet.scores[night], night))
    kept, reason = _kept(len(best_first), rules, held)
    sheet.counted = tuple(sorted(best_first[:kept]))
    sheet.dropped = dict.fromkeys(sorted(best_first[kept:]), reason)
    total = sum((sheet.scores[night] for night in sheet.counted), start=Fraction(0))
    if rules.total == AVERAGE and kept:
        total = Fraction(total) / kept
    sheet.total = whole(total)


def _kept(played: int, rules: Rules, held: int) -> tuple[int, Sentence]:
    """Return how many nights count, and the sentence why the others do not."""
    missed = 0 if rules.total == AVERAGE else held - played
    after_drop = max(1, played - max(0, rules.drop - missed)) if played else 0
    if rules.best is not None and rules.best <= after_drop:
        return rules.best, say(
            "does not count: only the best %(best)d of %(played)d do",
            best=rules.best,
            played=played,
        )
    return after_drop, say(
        "does not count: the worst %(drop)d of %(held)d are left out",
        drop=rules.drop,
        held=held if rules.total != AVERAGE else played,
    )


def _numbers_in_words(scores: Sequence[Number]) -> Sentence | str:
    """Return the numbers with a plus between them, rounded so that they add up as shown."""
    shown = [format_number(score) for score in scores]
    numbers = " + ".join(shown)
    rounding = Fraction(format_number(sum(scores, start=Fraction(0)))) - sum(map(Fraction, shown))
    if not rounding:
        return numbers
    sign = "+" if rounding > 0 else "−"
    return say(
        "%(numbers)s %(sign)s %(rounding)s (for rounding to two decimals)",
        numbers=numbers,
        sign=sign,
        rounding=format_number(abs(rounding)),
    )


def total_in_words(sheet: Sheet, rules: Rules) -> Sentence:
    """Return a sentence with the calculation of the total.

    They are shown rounded; where they would not add up without it, what rounding makes of them is
    one number more.
    """
    if not sheet.counted:
        return say("no night yet")
    numbers = _numbers_in_words([sheet.scores[night] for night in sheet.counted])
    if rules.total == AVERAGE:
        return say(
            "(%(numbers)s) / %(count)d = %(total)s, the average of the nights that count",
            numbers=numbers,
            count=len(sheet.counted),
            total=format_number(sheet.total),
        )
    return say(
        "%(numbers)s = %(total)s, the sum of the nights that count",
        numbers=numbers,
        total=format_number(sheet.total),
    )
