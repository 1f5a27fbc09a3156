"""What a tie-break adds up for one entry: number by number, with where each comes from.

Made apart from the numbers themselves, which are worked out for ten thousand entries in a breath;
a test holds both together.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from league.rounds.drawing.match_facts import DealFacts
from league.rounds.drawing.reading import Number
from league.standings.methods.head_to_head import Encounters, Pass
from league.standings.methods.ledger import Ledger, average
from league.standings.methods.levels import Separation
from league.standings.methods.matches.awards import WON
from league.standings.methods.opponents_met import at_least_half
from league.standings.methods.parts import opponents_by_line
from league.standings.methods.tiebreaks import (
    HEAD_TO_HEAD,
    HEAD_TO_HEAD_DIFFERENCE,
    PLAY_OFF,
)
from league.standings.methods.unplayed import Reason, Unplayed


class Kind(StrEnum):
    """What a number is: which sentence tells it."""

    SCORE = "score"  # an opponent's score
    PARTNER = "partner"  # a partner's score
    TIMES = "times"  # own result times the opponent's score
    MADE = "made"  # own result against a strong opponent
    RUNNING = "running"  # the own score after a round
    POINTS = "points"  # own points at the table
    LEAD = "lead"  # own points minus the opponents'
    MET = "met"  # all matches with one opponent in the mini-league
    WON = "won"  # a match that was won
    PLAYED = "played"  # a match that one came to
    AGAINST = "against"  # the opponents' points at the table
    MATCHES = "matches"  # how many matches an average is over
    ONE_POINT = "one_point"  # what stands for opponents without points
    OF_DEALS = "of_deals"  # what the deals of a match say: sets, bids made, the highest
    PLAY_OFF = "play_off"  # own points in a play-off


@dataclass(frozen=True, slots=True, kw_only=True)
class Addend:
    """A number of the sum; `others` are places in the ledger. One that `is_cut` does not count.

    `result` and `score` are what is multiplied, where something is. `reason` says why the round
    was not played, and then the score is that of who stands in for the opponent.
    """

    kind: Kind
    value: Number
    round: int | None = None
    others: tuple[int, ...] = ()
    result: Number | None = None
    score: Number | None = None
    reason: Reason | None = None
    is_cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Breakdown:
    """The numbers whose sum is a tie-break; with a `divisor`, divided by the sum of that."""

    addends: tuple[Addend, ...]
    divisor: tuple[Addend, ...] = ()

    @property
    def sum(self) -> Number:
        return summed(self.addends)

    @property
    def divided_by(self) -> Number:
        return summed(self.divisor)

    @property
    def total(self) -> Number:
        return average(self.sum, self.divided_by) if self.divisor else self.sum


def summed(addends: Iterable[Addend]) -> Number:
    """Return the sum of those that count."""
    return sum([one.value for one in addends if not one.is_cut])


def breakdown_of(separation: Separation, name: str, entry: int) -> Breakdown | None:
    """Return what a tie-break of an entry adds up.

    None for the lot, which adds up nothing, and for head-to-head and play-offs where nobody was
    level. Of head-to-head it is the first look, see `looks_of`.
    """
    ledger = separation.ledger
    if name in SUMS:
        return Breakdown(addends=tuple(_in_order(SUMS[name](ledger, entry))))
    if name in QUOTIENTS:
        return QUOTIENTS[name](ledger, entry)
    if name == PLAY_OFF:
        made = separation.met[name].get(entry)
        return None if made is None else Breakdown(addends=(_play_off(made),))
    looks = looks_of(separation, name, entry)
    return looks[0].breakdown if looks else None


def _play_off(made: Number) -> Addend:
    return Addend(kind=Kind.PLAY_OFF, value=made)


class Look(NamedTuple):
    """One look of head-to-head at an entry's group: who was in it, and what the entry made."""

    one: Pass
    breakdown: Breakdown
    missing: int


def looks_of(separation: Separation, name: str, entry: int) -> list[Look]:
    """Return the looks that head-to-head took at the groups of an entry; nothing of other names."""
    if name not in (HEAD_TO_HEAD, HEAD_TO_HEAD_DIFFERENCE):
        return []
    encounters = separation.encounters(name)
    looks = []
    for one in separation.passes[name].get(entry, ()):
        breakdown = _mini_league(encounters, one.group, entry)
        missing = len(one.group) - 1 - len(breakdown.addends)
        looks.append(Look(one, breakdown, missing))
    return looks


def _in_order(addends: Iterable[Addend]) -> list[Addend]:
    return sorted(addends, key=lambda one: one.round or 0)


def _lines(ledger: Ledger, entry: int) -> list[int]:
    """Return the entry's lines of the ledger's first table."""
    return [line for line, own in enumerate(ledger.entries) if own == entry]


def _facing(ledger: Ledger, entry: int) -> list[tuple[int, int]]:
    """Return the opponents of the entry at a table, each with its line in the first table."""
    return [
        (ledger.opponents[place], ledger.lines[place])
        for place, own in enumerate(ledger.facing)
        if own == entry
    ]


def _opponents(ledger: Ledger, entry: int) -> list[Addend]:
    return [
        Addend(
            kind=Kind.SCORE,
            value=ledger.adjusted[other],
            round=ledger.numbers[line],
            others=(other,),
        )
        for other, line in _facing(ledger, entry)
    ]


def _partners(ledger: Ledger, entry: int) -> list[Addend]:
    return [
        Addend(kind=Kind.PARTNER, value=ledger.adjusted[other], others=(other,))
        for own, other in zip(ledger.sitting, ledger.partners, strict=True)
        if own == entry
    ]


def _stand_ins(ledger: Ledger, entry: int) -> list[tuple[Unplayed, Number]]:
    return list(ledger.stand_ins(entry)) if entry in ledger.unplayed else []


def _unplayed(ledger: Ledger, entry: int) -> Sequence[Unplayed]:
    return ledger.unplayed.get(entry, ())


def _buchholz(ledger: Ledger, entry: int) -> list[Addend]:
    return _opponents(ledger, entry) + [
        Addend(
            kind=Kind.SCORE,
            value=score,
            round=one.round,
            others=one.opponents,
            reason=one.reason,
        )
        for one, score in _stand_ins(ledger, entry)
    ]


def _cut(lowest: int, highest: int) -> Callable[[Ledger, int], list[Addend]]:
    """Return Buchholz with so many left out: first the rounds that the entry chose not to play."""

    def cut(ledger: Ledger, entry: int) -> list[Addend]:
        addends = sorted(_buchholz(ledger, entry), key=lambda one: one.value)
        chosen = [at for at, one in enumerate(addends) if one.reason and one.reason.is_voluntary]
        out = chosen[:lowest]
        left = [at for at in range(len(addends)) if at not in out]
        fewer = lowest - len(out)
        out += left[:fewer] + left[max(fewer, len(left) - highest) :]
        return [replace(one, is_cut=at in out) for at, one in enumerate(addends)]

    return cut


def _sonneborn_berger(ledger: Ledger, entry: int) -> list[Addend]:
    played = [
        _times(ledger.results[line], ledger.adjusted[other], ledger.numbers[line], (other,))
        for other, line in _facing(ledger, entry)
    ]
    return played + [
        _times(one.result, score, one.round, one.opponents, one.reason)
        for one, score in _stand_ins(ledger, entry)
    ]


def _times(
    result: Number,
    score: Number,
    number: int,
    others: tuple[int, ...],
    reason: Reason | None = None,
) -> Addend:
    return Addend(
        kind=Kind.TIMES,
        value=result * score,
        round=number,
        others=others,
        result=result,
        score=score,
        reason=reason,
    )


def _koya(ledger: Ledger, entry: int) -> list[Addend]:
    strong = at_least_half(ledger)
    made = [
        Addend(
            kind=Kind.MADE,
            value=ledger.results[line],
            round=ledger.numbers[line],
            others=(other,),
        )
        for other, line in _facing(ledger, entry)
        if strong[other]
    ]
    return made + [
        Addend(
            kind=Kind.MADE,
            value=one.result,
            round=one.round,
            others=one.opponents,
            reason=one.reason,
        )
        for one in _unplayed(ledger, entry)
        if one.opponents and all(strong[other] for other in one.opponents)
    ]


def _progressive(first: int) -> Callable[[Ledger, int], list[Addend]]:
    def running(ledger: Ledger, entry: int) -> list[Addend]:
        made: dict[int, Number] = defaultdict(int)
        for line in _lines(ledger, entry):
            made[ledger.numbers[line]] += ledger.results[line]
        for one in _unplayed(ledger, entry):
            made[one.round] += one.result
        score: Number = 0
        addends = []
        for number in range(1, ledger.rounds + 1):
            score += made[number]
            addends.append(
                Addend(kind=Kind.RUNNING, value=score, round=number, is_cut=number < first)
            )
        return addends

    return running


def _points(kind: Kind) -> Callable[[Ledger, int], list[Addend]]:
    def points(ledger: Ledger, entry: int) -> list[Addend]:
        column = ledger.points if kind == Kind.POINTS else ledger.ahead
        # several deals against the same opponents in a round are one line
        made: dict[tuple[int, tuple[int, ...]], Number] = defaultdict(int)
        for line, others in opponents_by_line(ledger, entry).items():
            made[ledger.numbers[line], others] += column[line]
        return [
            Addend(kind=kind, value=value, round=number, others=others)
            for (number, others), value in made.items()
        ]

    return points


def _wins(ledger: Ledger, entry: int) -> list[Addend]:
    return _counted_matches(
        ledger, entry, Kind.WON, lambda line: ledger.outcomes[line] == WON
    ) + _won_by_forfeit(ledger, entry, Kind.WON)


def _wins_with_first_deal(ledger: Ledger, entry: int) -> list[Addend]:
    return _counted_matches(
        ledger,
        entry,
        Kind.WON,
        lambda line: ledger.outcomes[line] == WON and ledger.firsts[line],
    )


def _played(ledger: Ledger, entry: int) -> list[Addend]:
    return _counted_matches(ledger, entry, Kind.PLAYED, lambda line: True) + _won_by_forfeit(
        ledger, entry, Kind.PLAYED
    )


def _counted_matches(
    ledger: Ledger, entry: int, kind: Kind, counts: Callable[[int], bool]
) -> list[Addend]:
    """Return 1 for each match that counts."""
    return [
        Addend(kind=kind, value=1, round=ledger.numbers[line], others=others)
        for line, others in opponents_by_line(ledger, entry).items()
        if counts(line)
    ]


def _won_by_forfeit(ledger: Ledger, entry: int, kind: Kind) -> list[Addend]:
    return [
        Addend(kind=kind, value=1, round=one.round, others=one.opponents, reason=one.reason)
        for one in _unplayed(ledger, entry)
        if one.reason is Reason.FORFEIT_WON
    ]


def _of_deals(
    number: Callable[[DealFacts], Number | None],
) -> Callable[[Ledger, int], list[Addend]]:
    def of_deals(ledger: Ledger, entry: int) -> list[Addend]:
        return [
            Addend(kind=Kind.OF_DEALS, value=told, round=one.round, others=one.opponents)
            for one in ledger.deal_facts
            if one.entry == entry and (told := number(one.facts)) is not None
        ]

    return of_deals


def _highest_deal(ledger: Ledger, entry: int) -> list[Addend]:
    """Return the highest deal of each match; only the highest of them counts."""
    addends = _of_deals(lambda facts: facts.highest_deal)(ledger, entry)
    best = max(range(len(addends)), key=lambda at: addends[at].value, default=0)
    return [replace(one, is_cut=at != best) for at, one in enumerate(addends)]


def _average_points(ledger: Ledger, entry: int) -> Breakdown:
    played = ledger.played[entry]
    divisor = (Addend(kind=Kind.MATCHES, value=played),) if played else ()
    return Breakdown(addends=tuple(_points(Kind.POINTS)(ledger, entry)), divisor=divisor)


def _quotient(ledger: Ledger, entry: int) -> Breakdown:
    own = _points(Kind.POINTS)(ledger, entry)
    ahead = _points(Kind.LEAD)(ledger, entry)
    against = [
        replace(points, kind=Kind.AGAINST, value=points.value - lead.value)
        for points, lead in zip(own, ahead, strict=True)
    ]
    if summed(against) < 1:
        against = [Addend(kind=Kind.ONE_POINT, value=1)]
    return Breakdown(addends=tuple(own), divisor=tuple(against))


def _opponents_to_partners(ledger: Ledger, entry: int) -> Breakdown:
    """Return nothing to add up where there were no partners, or they have no points: that is 0."""
    opponents, partners = _opponents(ledger, entry), _partners(ledger, entry)
    if not summed(partners):
        return Breakdown(addends=())
    return Breakdown(addends=tuple(opponents), divisor=tuple(partners))


def _mini_league(encounters: Encounters, group: Sequence[int], entry: int) -> Breakdown:
    points = encounters.points_between(group, entry)
    return Breakdown(
        addends=tuple(
            Addend(kind=Kind.MET, value=made, others=(other,)) for other, made in points.items()
        )
    )


SUMS: dict[str, Callable[[Ledger, int], list[Addend]]] = {
    "buchholz": _buchholz,
    "buchholz_cut_1": _cut(1, 0),
    "buchholz_cut_2": _cut(2, 0),
    "median_buchholz": _cut(1, 1),
    "median_buchholz_2": _cut(2, 2),
    "sonneborn_berger": _sonneborn_berger,
    "koya": _koya,
    "progressive": _progressive(1),
    "progressive_cut_1": _progressive(2),
    "opponents_strength": _opponents,
    "partners_strength": _partners,
    "points_for": _points(Kind.POINTS),
    "point_difference": _points(Kind.LEAD),
    "wins": _wins,
    "wins_with_first_deal": _wins_with_first_deal,
    "played": _played,
    "fewer_sets": _of_deals(lambda facts: facts.sets),
    "bids_made": _of_deals(lambda facts: facts.bids_made),
    "highest_deal": _highest_deal,
}
QUOTIENTS: dict[str, Callable[[Ledger, int], Breakdown]] = {
    "average": _average_points,
    "quotient": _quotient,
    "opponents_to_partners": _opponents_to_partners,
}
