"""What the points of an entry add up to: matches, byes, what was brought along, given or taken."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from league.rounds.drawing.reading import Number
from league.standings.methods.deals.methods import PERCENTAGE, ComparedDeals, Matchpoints
from league.standings.methods.ledger import Ledger, average
from league.standings.methods.matches.awards import OWN_AVERAGE, Award
from league.standings.methods.unplayed import Reason, Unplayed


class Source(StrEnum):
    """Where points come from: which sentence says it."""

    MATCH = "match"  # a match at a table
    DEALS = "deals"  # the deals against the same opponents in one round
    UNPLAYED = "unplayed"  # a bye, a round sat out, a forfeit
    UNEVEN = "uneven"  # what playing as many deals as the others would add
    ALONE = "alone"  # deals that only one table played count as an average
    CARRIED = "carried"  # brought along from an earlier stage
    ADJUSTED = "adjusted"  # given or taken by the director


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A number of the sum, in the unit of the standings; `others` are places in the ledger.

    `made` and `against` are the points at the table before any cap, `counted` those that count.
    `weight` is as how many matches it counts in an average. An own average is that of `results`.
    """

    source: Source
    value: Number
    round: int | None = None
    others: tuple[int, ...] = ()
    made: Number | None = None
    against: Number | None = None
    counted: Number | None = None
    outcome: int = 0
    deals: int = 0
    weight: Number = 1
    reason: Reason | None = None
    award: Award = 0
    results: tuple[Number, int] = (0, 0)
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """The parts of an entry's points: their sum, divided where it is an average, and what follows.

    The divisor is how many matches an average is over, or a hundredth of the matchpoints that
    there were to get; None where the sum is not divided.
    """

    parts: tuple[Part, ...]
    divisor: Number | None = None
    after: tuple[Part, ...] = ()

    @property
    def sum(self) -> Number:
        return sum([one.value for one in self.parts])

    @property
    def score(self) -> Number:
        return self.sum if self.divisor is None else average(self.sum, self.divisor)

    @property
    def total(self) -> Number:
        return self.score + sum([one.value for one in self.after])


def account_of(ledger: Ledger, entry: int) -> Account:
    """Return what the total of an entry is made of."""
    adjusted = tuple(
        Part(source=Source.ADJUSTED, value=one.points, text=one.reason)
        for one in ledger.adjusted_by.get(entry, ())
    )
    if isinstance(ledger.method, ComparedDeals):
        return _of_deals(ledger, entry, adjusted)
    parts = [*_matches(ledger, entry), *_unplayed(ledger, entry)]
    parts.sort(key=lambda one: one.round or 0)
    carried = _carried(ledger, entry)
    if not ledger.method.is_average:
        return Account(parts=(*parts, *carried, *adjusted))
    parts += carried
    return Account(parts=tuple(parts), divisor=sum([one.weight for one in parts]), after=adjusted)


def _matches(ledger: Ledger, entry: int) -> Iterator[Part]:
    for line in ledger.lines_at_table(entry):
        yield Part(
            source=Source.MATCH,
            value=ledger.results[line],
            round=ledger.numbers[line],
            others=ledger.others_at_table[line],
            made=ledger.made[line],
            against=ledger.against[line],
            counted=ledger.points[line],
            outcome=ledger.outcomes[line],
        )


def _unplayed(ledger: Ledger, entry: int) -> Iterator[Part]:
    rounds: Sequence[Unplayed] = ledger.unplayed.get(entry, ())
    lines = ledger.lines_at_table(entry) if rounds else []
    own = sum([ledger.results[line] for line in lines]), len(lines)
    for one in rounds:
        yield Part(
            source=Source.UNPLAYED,
            value=one.result,
            round=one.round,
            others=one.opponents,
            reason=one.reason,
            award=one.award,
            results=own if one.award == OWN_AVERAGE else (0, 0),
        )


def _carried(ledger: Ledger, entry: int) -> list[Part]:
    """Return what was brought along; in an average it counts as often as it weighs."""
    is_average = ledger.method.is_average
    return [
        Part(
            source=Source.CARRIED,
            value=one.points * one.weight if is_average else one.points,
            made=one.points,
            weight=one.weight,
        )
        for one in ledger.brought.get(entry, ())
    ]


def _of_deals(ledger: Ledger, entry: int, adjusted: tuple[Part, ...]) -> Account:
    parts = list(_by_opponents(ledger, entry))
    own = sum([one.value for one in parts])
    deals = sum([one.deals for one in parts])
    after = (*_unplayed(ledger, entry), *_carried(ledger, entry), *adjusted)
    method = ledger.method
    if isinstance(method, Matchpoints) and method.points_as == PERCENTAGE:
        if deals and not ledger.top:
            return Account(parts=(Part(source=Source.ALONE, value=50),), after=after)
        return Account(parts=tuple(parts), divisor=average(ledger.top * deals, 100), after=after)
    uneven = ledger.scores[entry] - ledger.unplayed_result(entry) - own
    if uneven:
        parts.append(Part(source=Source.UNEVEN, value=uneven, deals=deals))
    return Account(parts=(*parts, *after))


def _by_opponents(ledger: Ledger, entry: int) -> Iterator[Part]:
    """Yield what the deals against the same opponents in a round gave together."""
    deals: dict[tuple[int, tuple[int, ...]], list[Number]] = {}
    for line in ledger.lines_at_table(entry):
        key = ledger.numbers[line], ledger.others_at_table[line]
        deals.setdefault(key, []).append(ledger.results[line])
    for (number, others), scores in sorted(deals.items()):
        yield Part(
            source=Source.DEALS,
            value=sum(scores),
            round=number,
            others=others,
            deals=len(scores),
        )
