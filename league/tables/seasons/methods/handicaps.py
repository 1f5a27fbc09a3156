"""Handicaps of players from their season so far, and what they add to a night.

h = factor * (reference - average), rounded, kept between the limits (the published list of a
teams league); a night adds the sum over the players of h * deals played / deals of a whole night.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from games.sentences import Sentence, say
from league.foundation.doors.reading import Number, whole
from league.tables.seasons.methods.nights import NightScore, ScoredNight
from league.tables.seasons.methods.rules import BEST, HandicapRules
from league.tables.standings.methods.exact import format_number


class OwnHandicap(NamedTuple):
    """A handicap set by hand from a day on; None: from then on it is calculated again."""

    player: str
    from_day: date
    value: Number | None
    reason: str


class Handicap(NamedTuple):
    """A player's handicap and why. `worked_out` is the calculated one, beside one set by hand."""

    value: Number
    why: Sentence
    worked_out: Number
    is_own: bool = False


class _Worked(NamedTuple):
    """The handicap that the formula gives: `exact` is rounded, not yet limited."""

    value: Number
    exact: Number
    average: Number
    nights: int


@dataclass(frozen=True, slots=True)
class HandicapList:
    """The handicaps in force on a day; whoever is not on the list has none."""

    rules: HandicapRules
    reference: Number
    worked_out: Mapping[str, _Worked]
    own: Mapping[str, OwnHandicap]

    def of(self, player: str) -> Number:
        by_hand = self.own.get(player)
        if by_hand is not None and by_hand.value is not None:
            return by_hand.value
        value = self.worked_out.get(player)
        return value.value if value else 0

    def handicap(self, player: str) -> Handicap:
        """Return a player's handicap with its reason."""
        worked = self.worked_out.get(player)
        without = worked.value if worked else 0
        by_hand = self.own.get(player)
        if by_hand is not None and by_hand.value is not None:
            why = say(
                "%(value)s, set by the club: %(reason)s. Calculated, it would be %(worked_out)s",
                value=format_number(by_hand.value),
                reason=by_hand.reason,
                worked_out=format_number(without),
            )
            return Handicap(by_hand.value, why, without, is_own=True)
        return Handicap(without, self._why(worked) if worked else say("no handicap"), without)

    def players(self) -> set[str]:
        return {*self.worked_out, *self.own}

    def _why(self, worked: _Worked) -> Sentence:
        numbers = {
            "factor": format_number(self.rules.factor),
            "reference": format_number(self.reference),
            "average": format_number(worked.average),
            "nights": worked.nights,
            "value": format_number(worked.value),
        }
        if worked.value == worked.exact:
            return say(
                "%(value)s: %(factor)s × (%(reference)s − %(average)s), nights so far: %(nights)d",
                **numbers,
            )
        return say(
            "%(value)s: %(factor)s × (%(reference)s − %(average)s) would be %(exact)s, nights so "
            "far: %(nights)d; a handicap lies between %(least)s and %(most)s",
            **numbers,
            exact=format_number(worked.exact),
            least=format_number(self.rules.least),
            most=format_number(self.rules.most),
        )


class Handicaps:
    """The handicaps of a season; days must be asked for in ascending order.

    On a day those in force are from the nights before it, or before the last fixed day.
    """

    def __init__(
        self, nights: Sequence[ScoredNight], rules: HandicapRules, own: Sequence[OwnHandicap]
    ) -> None:
        self.rules = rules
        self._nights = nights
        self._own = sorted(own, key=lambda handicap: handicap.from_day)
        self._read = 0
        self._totals: dict[str, Number] = {}
        self._played: Counter[str] = Counter()

    def on(self, day: date) -> HandicapList:
        """Return the list in force on a day, which is not before the one asked for last."""
        dates = self.rules.dates
        until = (
            day if dates is None else max((start for start in dates if start <= day), default=None)
        )
        while until and self._read < len(self._nights):
            scored = self._nights[self._read]
            if scored.night.day >= until:
                break
            self._add(scored)
            self._read += 1
        averages = {
            player: Fraction(self._totals[player]) / nights
            for player, nights in self._played.items()
            if nights >= self.rules.after_nights
        }
        reference = _reference(self.rules, averages)
        worked_out = {
            player: _worked_out(average, reference, self._played[player], self.rules)
            for player, average in averages.items()
        }
        by_hand = {handicap.player: handicap for handicap in self._own if handicap.from_day <= day}
        return HandicapList(self.rules, whole(reference), worked_out, by_hand)

    def _add(self, scored: ScoredNight) -> None:
        """Add a night to the averages: of those who played in it, where that is known."""
        seen: set[str] = set()
        for score in scored.scores.values():
            played = [player for player, deals in score.deals.items() if deals]
            for player in played or score.deals:
                if player not in seen:
                    seen.add(player)
                    self._totals[player] = self._totals.get(player, 0) + score.score
                    self._played[player] += 1


def _reference(rules: HandicapRules, averages: Mapping[str, Fraction]) -> Fraction:
    if not isinstance(rules.reference, str):
        return Fraction(rules.reference)
    if not averages:
        return Fraction(0)
    if rules.reference == BEST:
        return max(averages.values())
    return sum(averages.values(), start=Fraction(0)) / len(averages)


def _worked_out(
    average: Fraction, reference: Fraction, nights: int, rules: HandicapRules
) -> _Worked:
    exact = whole(_rounded(rules.factor * (reference - average), rules.decimals))
    value = min(max(exact, rules.least), rules.most)
    return _Worked(value, exact, whole(average), nights)


def _rounded(number: Fraction, decimals: int) -> Fraction:
    """Round halves away from zero; the rounded number is what counts, as the list shows it."""
    scale = 10**decimals
    steps = (abs(number) * scale * 2 + 1) // 2
    return Fraction(steps if number >= 0 else -steps, scale)


class Added(NamedTuple):
    """What handicaps add to a night of a competitor: of which players, for how many deals.

    `whole` is how many deals a whole handicap is for.
    """

    points: Number
    deals: Mapping[str, int]
    whole: int
    handicaps: HandicapList

    @property
    def why(self) -> Sentence:
        if not self.deals:
            return say("no handicap")
        points = format_number(self.points)
        if len(self.deals) > 1:
            parts = [self._part(player, deals) for player, deals in self.deals.items()]
            return say("handicaps %(sum)s = %(points)s", sum=" + ".join(parts), points=points)
        ((player, deals),) = self.deals.items()
        why = self.handicaps.handicap(player).why
        if deals == self.whole:
            return why
        return say(
            "%(points)s for %(deals)d of %(whole)d deals; a whole night %(handicap)s",
            points=points,
            deals=deals,
            whole=self.whole,
            handicap=why,
        )

    def _part(self, player: str, deals: int) -> str:
        value = format_number(self.handicaps.of(player))
        return value if deals == self.whole else f"{value} × {deals}/{self.whole}"


def added(score: NightScore, most_deals: int, handicaps: HandicapList) -> Added:
    """Return what the handicaps of a competitor's players add to a night.

    Where nobody's deals are known, each player has played all of it.
    """
    whole_night = handicaps.rules.deals or most_deals
    deals = {
        player: count if whole_night else 1
        for player, count in sorted(score.deals.items())
        if (count or not whole_night) and handicaps.of(player)
    }
    points: Number = 0
    for player, count in deals.items():
        handicap = handicaps.of(player)
        points += handicap if count == whole_night else Fraction(handicap * count, whole_night or 1)
    return Added(whole(points), deals, whole_night or 1, handicaps)
