"""Tie-breaks from what an entry did itself: its points, wins, rounds and deals."""

from collections.abc import Callable
from operator import mul

from league.rounds.drawing.match_facts import DealFacts
from league.rounds.drawing.reading import Number
from league.standings.methods.ledger import Ledger, average
from league.standings.methods.matches.awards import WON
from league.standings.methods.unplayed import Reason


def point_difference(ledger: Ledger) -> list[Number]:
    """Own points minus the opponents'; at tables of more sides minus their average."""
    return ledger.sums(ledger.ahead)


def points_for(ledger: Ledger) -> list[Number]:
    """Own points at the table; what a bye or a forfeit gives is not among them."""
    return ledger.sums(ledger.points)


def average_points(ledger: Ledger) -> list[Number]:
    """Points at the table for each match played."""
    return [average(*one) for one in zip(points_for(ledger), ledger.played, strict=True)]


def quotient(ledger: Ledger) -> list[Number]:
    """Own points divided by the opponents', which are taken as one point where they are fewer."""
    own, ahead = points_for(ledger), point_difference(ledger)
    return [average(made, max(made - lead, 1)) for made, lead in zip(own, ahead, strict=True)]


def wins(ledger: Ledger) -> list[Number]:
    """Matches won, by forfeit too; a bye is none, and a table of several sides has one winner."""
    return [*ledger.tallies()[WON]]


def wins_with_first_deal(ledger: Ledger) -> list[Number]:
    """Matches won at the table by the side that dealt first."""
    pairs = zip(ledger.outcomes, ledger.firsts, strict=True)
    return ledger.sums([int(first and outcome == WON) for outcome, first in pairs])


def played(ledger: Ledger) -> list[Number]:
    """Matches at a table, and those won because the other side did not come."""
    values = ledger.played.copy()
    for entry, rounds in ledger.unplayed.items():
        values[entry] += sum([one.reason is Reason.FORFEIT_WON for one in rounds])
    return values


def progressive(ledger: Ledger) -> list[Number]:
    """Sum over the rounds of the score after that round: a result counts in every later one."""
    return _progressive(ledger, first=1)


def progressive_cut_1(ledger: Ledger) -> list[Number]:
    """The same without the score after the first round."""
    return _progressive(ledger, first=2)


def _progressive(ledger: Ledger, *, first: int) -> list[Number]:
    end = ledger.rounds + 1
    times = [end - max(number, first) for number in ledger.numbers]
    values = ledger.sums(map(mul, ledger.results, times))
    for entry, rounds in ledger.unplayed.items():
        values[entry] += sum([one.result * (end - max(one.round, first)) for one in rounds])
    return values


def sets(ledger: Ledger) -> list[Number]:
    """How often the side was set."""
    return _told_of_deals(ledger, lambda facts: facts.sets or 0)


def bids_made(ledger: Ledger) -> list[Number]:
    """How often the side made its bid."""
    return _told_of_deals(ledger, lambda facts: facts.bids_made or 0)


def highest_deal(ledger: Ledger) -> list[Number]:
    """The most points of one deal; 0 where none is told."""
    best: dict[int, Number] = {}
    for one in ledger.deal_facts:
        highest = one.facts.highest_deal
        if highest is not None:
            best[one.entry] = max(highest, best.get(one.entry, highest))
    return [best.get(entry, 0) for entry in range(ledger.size)]


def _told_of_deals(ledger: Ledger, number: Callable[[DealFacts], Number]) -> list[Number]:
    values: list[Number] = [0] * ledger.size
    for one in ledger.deal_facts:
        values[one.entry] += number(one.facts)
    return values
