"""Handicaps of players from their season so far, and what they add to a night.

h = factor * (reference - average), rounded, kept between the limits (the published list of a
teams league); a night adds the sum over the players of h * deals played / deals of a whole night.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

from games.engine.sentences import Sentence, say
from league.rounds.drawing.reading import Number, whole
from league.seasons.methods.nights import NightScore, ScoredNight
from league.seasons.methods.rules import BEST, HandicapRules
from league.standings.methods.exact import as_text


class OwnHandicap(NamedTuple):
    """A handicap that the club has set by hand, from a day on. None: worked out again."""

    player: str
    from_day: date
    value: Number | None
    reason: str


class Handicap(NamedTuple):
    """A player's handicap and why. `worked_out` is what it is without the club's word."""

    value: Number
    why: Sentence
    worked_out: Number
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class HandicapList:
    """The handicaps in force on a day; whoever is not on the list has none."""

    by_player: Mapping[str, Handicap]

    def of(self, player: str) -> Number:
        found = self.by_player.get(player)
        return found.value if found else 0


class Added(NamedTuple):
    """What handicaps add to a night of a competitor, and why."""

    points: Number
    why: Sentence


def list_on(
    day: date, nights: Sequence[ScoredNight], rules: HandicapRules, own: Sequence[OwnHandicap]
) -> HandicapList:
    """Return the handicaps in force on a day: from the nights before it, or before the last date.

    `nights` stand in their order; those that come too late are not looked at.
    """
    until = day if rules.dates is None else max((d for d in rules.dates if d <= day), default=None)
    found = _worked_out([one for one in nights if until and one.night.day < until], rules)
    newest = _newest(own, day)
    for player, (value, reason) in newest.items():
        without = found[player].value if player in found else 0
        why = say(
            "%(value)s, set by the club: %(reason)s. Worked out it would be %(worked_out)s",
            value=as_text(value),
            reason=reason,
            worked_out=as_text(without),
        )
        found[player] = Handicap(value, why, without, is_own=True)
    return HandicapList(found)


def _newest(own: Sequence[OwnHandicap], day: date) -> dict[str, tuple[Number, str]]:
    newest: dict[str, OwnHandicap] = {}
    for one in sorted((one for one in own if one.from_day <= day), key=lambda one: one.from_day):
        newest[one.player] = one
    return {
        player: (one.value, one.reason) for player, one in newest.items() if one.value is not None
    }


def _worked_out(nights: Sequence[ScoredNight], rules: HandicapRules) -> dict[str, Handicap]:
    scores: dict[str, list[Number]] = {}
    for scored in nights:
        for player, score in _scores_by_player(scored).items():
            scores.setdefault(player, []).append(score)
    averages = {
        player: Fraction(sum(theirs)) / len(theirs)
        for player, theirs in scores.items()
        if len(theirs) >= rules.after_nights
    }
    if not averages:
        return {}
    reference = _reference(rules, averages)
    return {
        player: _handicap(average, reference, len(scores[player]), rules)
        for player, average in averages.items()
    }


def _scores_by_player(scored: ScoredNight) -> dict[str, Number]:
    """Return the night's score by player: of those who played, where that is known."""
    found: dict[str, Number] = {}
    for score in scored.scores.values():
        played = [player for player, deals in score.deals.items() if deals]
        for player in played or score.deals:
            found.setdefault(player, score.score)
    return found


def _reference(rules: HandicapRules, averages: Mapping[str, Fraction]) -> Fraction:
    if not isinstance(rules.reference, str):
        return Fraction(rules.reference)
    if rules.reference == BEST:
        return max(averages.values())
    return sum(averages.values(), start=Fraction(0)) / len(averages)


def _handicap(
    average: Fraction, reference: Fraction, nights: int, rules: HandicapRules
) -> Handicap:
    exact = rules.factor * (reference - average)
    rounded = _rounded(Fraction(exact), rules.decimals)
    value = whole(Fraction(min(max(rounded, rules.least), rules.most)))
    numbers = {
        "factor": as_text(rules.factor),
        "reference": as_text(whole(reference)),
        "average": as_text(whole(average)),
        "nights": nights,
        "value": as_text(value),
    }
    if value == rounded:
        why = say(
            "%(value)s: %(factor)s × (%(reference)s − %(average)s), nights so far: %(nights)d",
            **numbers,
        )
    else:
        why = say(
            "%(value)s: %(factor)s × (%(reference)s − %(average)s) would be %(exact)s, nights so "
            "far: %(nights)d; a handicap lies between %(least)s and %(most)s",
            **numbers,
            exact=as_text(whole(rounded)),
            least=as_text(rules.least),
            most=as_text(rules.most),
        )
    return Handicap(value, why, value)


def _rounded(number: Fraction, decimals: int) -> Fraction:
    """Round halves away from zero, so that the list shows what is counted with."""
    with localcontext() as context:
        context.prec = 60
        quotient = Decimal(number.numerator) / Decimal(number.denominator)
        return Fraction(quotient.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP))


def added(score: NightScore, most_deals: int, rules: HandicapRules, list_: HandicapList) -> Added:
    """Return what the handicaps of a competitor's players add to a night."""
    whole_night = rules.deals or most_deals
    shares = {
        player: Fraction(deals, whole_night) if whole_night else Fraction(1)
        for player, deals in sorted(score.deals.items())
        if list_.of(player)
    }
    parts = [
        as_text(list_.of(player)) if share == 1 else f"{as_text(list_.of(player))} × {share}"
        for player, share in shares.items()
        if share
    ]
    points = whole(sum((list_.of(one) * share for one, share in shares.items()), start=Fraction(0)))
    if not parts:
        return Added(0, say("no handicap"))
    if len(shares) > 1:
        return Added(
            points,
            say("handicaps %(sum)s = %(points)s", sum=" + ".join(parts), points=as_text(points)),
        )
    ((player, share),) = shares.items()
    if share == 1:
        return Added(points, list_.by_player[player].why)
    return Added(
        points,
        say(
            "%(points)s for %(deals)d of %(whole)d deals; a whole night %(handicap)s",
            points=as_text(points),
            deals=score.deals[player],
            whole=whole_night,
            handicap=list_.by_player[player].why,
        ),
    )
