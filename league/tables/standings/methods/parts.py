"""The parts that add up to the points of an entry, each with its description.

Matches, byes, what was brought along, given or taken: the numbers that the ledger added up.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.sentences import Sentence, say
from league.foundation.doors.reading import Number
from league.tables.standings.methods.deal_bookkeeping import deals_in_words
from league.tables.standings.methods.deals.methods import PERCENTAGE, ComparedDeals, Matchpoints
from league.tables.standings.methods.exact import format_number
from league.tables.standings.methods.ledger import Ledger, average
from league.tables.standings.methods.matches import awards
from league.tables.standings.methods.matches.awards import OWN_AVERAGE, Award
from league.tables.standings.methods.unplayed import NOT_THERE, Reason, Unplayed


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
        return sum([part.value for part in self.parts])

    @property
    def score(self) -> Number:
        return self.sum if self.divisor is None else average(self.sum, self.divisor)

    @property
    def total(self) -> Number:
        return self.score + sum([part.value for part in self.after])


def account_of(ledger: Ledger, entry: int) -> Account:
    """Return what the total of an entry is made of."""
    adjusted = tuple(
        Part(source=Source.ADJUSTED, value=adjustment.points, text=adjustment.reason)
        for adjustment in ledger.adjusted_by.get(entry, ())
    )
    if isinstance(ledger.method, ComparedDeals):
        return _of_deals(ledger, entry, adjusted)
    parts = [*_matches(ledger, entry), *_unplayed(ledger, entry)]
    parts.sort(key=lambda part: part.round or 0)
    carried = _carried(ledger, entry)
    if not ledger.divisors:
        return Account(parts=(*parts, *carried, *adjusted))
    divisor = ledger.divisors[entry] + sum([score.weight for score in carried])
    return Account(parts=(*parts, *carried), divisor=divisor, after=adjusted)


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
    sum_and_count = sum([ledger.results[line] for line in lines]), len(lines)
    for missed in rounds:
        yield Part(
            source=Source.UNPLAYED,
            value=missed.result,
            round=missed.round,
            others=missed.opponents,
            reason=missed.reason,
            award=missed.award,
            results=sum_and_count if missed.award == OWN_AVERAGE else (0, 0),
        )


def _carried(ledger: Ledger, entry: int) -> list[Part]:
    """Return the points carried over from a stage before; in an average they have a weight."""
    return [
        Part(source=Source.CARRIED, value=score.value, made=score.points, weight=score.weight)
        for score in ledger.brought.get(entry, ())
    ]


def _of_deals(ledger: Ledger, entry: int, adjusted: tuple[Part, ...]) -> Account:
    parts = list(_by_opponents(ledger, entry))
    after = (*_unplayed(ledger, entry), *_carried(ledger, entry), *adjusted)
    if ledger.divisors:
        return Account(parts=tuple(parts), divisor=ledger.divisors[entry], after=after)
    method = ledger.method
    if parts and isinstance(method, Matchpoints) and method.points_as == PERCENTAGE:
        alone = ledger.scores[entry] - ledger.unplayed_result(entry)
        return Account(parts=(Part(source=Source.ALONE, value=alone),), after=after)
    uneven = ledger.uneven.get(entry)
    if uneven:
        deals = sum([part.deals for part in parts])
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


# ------------------------------------------------------------------------------- in words


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """How a stage speaks of its tables: whether their points are IMPs, and of who waits."""

    in_imps: bool = False
    sits_out: bool = False


def part_in_words(part: Part, names: str, table: Table, deals: int = 0) -> Sentence:
    """Return what a part is; `names` are of the others in it, `deals` how many they played."""
    match part.source:
        case Source.MATCH:
            return _against(part, names, _outcome(part, table, deals))
        case Source.DEALS:
            return _against(part, names, deals_in_words(part.deals))
        case Source.UNPLAYED:
            return _unplayed_in_words(part, names, table)
        case Source.UNEVEN:
            return say("as many deals as the others played would add")
        case Source.ALONE:
            return say("only one table played these deals, so that they count as an average")
        case Source.CARRIED if part.weight != 1:
            return say(
                "brought along: %(points)s, counting as %(weight)s matches",
                points=format_number(part.made or 0),
                weight=format_number(part.weight),
            )
        case Source.CARRIED:
            return say("brought along from the stage before")
        case _adjusted:
            is_gain = part.value >= 0
            return (
                say("given by the director: %(reason)s", reason=part.text)
                if is_gain
                else say("taken by the director: %(reason)s", reason=part.text)
            )


def _against(part: Part, names: str, how: Sentence) -> Sentence:
    if not names:
        return say("round %(round)d: %(how)s", round=part.round, how=how)
    return say("round %(round)d against %(names)s: %(how)s", round=part.round, names=names, how=how)


OUTCOMES = {
    awards.WON: say("won %(made)s to %(against)s"),
    awards.DRAWN: say("drawn %(made)s to %(against)s"),
    awards.LOST: say("lost %(made)s to %(against)s"),
}
OUTCOMES_IN_IMPS = {
    awards.WON: say("won %(made)s to %(against)s IMPs"),
    awards.DRAWN: say("drawn %(made)s to %(against)s IMPs"),
    awards.LOST: say("lost %(made)s to %(against)s IMPs"),
}


def _outcome(part: Part, table: Table, deals: int) -> Sentence:
    made = format_number(part.made or 0)
    if part.against is None:
        how = say("made %(made)s", made=made)
    else:
        words = OUTCOMES_IN_IMPS if table.in_imps else OUTCOMES
        against = format_number(part.against)
        how = Sentence(words[part.outcome].text, {"made": made, "against": against})
    if deals:
        how = say("%(how)s over %(deals)s", how=how, deals=deals_in_words(deals))
    if part.counted is not None and part.counted != part.made:
        how = say(
            "%(how)s, of which %(counted)s count", how=how, counted=format_number(part.counted)
        )
    return how


SAT_OUT = say("sat out")
# what an award is called before anybody has been given it: in forms, in the set-up, on paper
AWARD_WORDS = {
    awards.WIN: say("as much as a win"),
    awards.HALF: say("half as much as a win"),
    awards.DRAW: say("as much as a draw"),
    awards.LOSS: say("as much as a loss"),
    awards.OWN_AVERAGE: say("the entry’s own average"),
    awards.WINNERS_AVERAGE: say("the average of the round’s winners"),
}
WORTH = {
    **AWARD_WORDS,
    awards.ROUND_AVERAGE: say(
        "the average of all who played the round, until its first match of its own"
    ),
}


def _unplayed_in_words(part: Part, names: str, table: Table) -> Sentence:
    why = NOT_THERE[part.reason or Reason.BYE]
    if part.reason is Reason.BYE and table.sits_out:
        why = SAT_OUT
    how = say("%(why)s, %(worth)s", why=why, worth=_worth(part))
    return _against(part, names, how)


def _worth(part: Part) -> Sentence:
    if part.award == OWN_AVERAGE:
        total, count = part.results
        return say(
            "its own average: %(sum)s divided by %(count)d", sum=format_number(total), count=count
        )
    if isinstance(part.award, str):
        return WORTH[part.award]
    if part.reason is Reason.REQUESTED and part.value:
        return WORTH[awards.DRAW]
    return say("a fixed number of points") if part.value else say("no points")
