"""Tie-breaks by name. Each gives every entry a number, higher is better.

Unplayed rounds (FIDE Tie-Break Regulations 2024, in the form this service uses): a bye counts as a
match against an opponent with the entry's own score, with match points at most as many as draws in
every round would give; a round without a match and without a bye adds nothing.
"""

from collections.abc import Callable
from operator import mul
from typing import NamedTuple

from games.engine.sentences import Sentence, say
from league.rounds.drawing.reading import Number
from league.standings.methods.ledger import Ledger, average
from league.standings.methods.scoring import WON, MatchPoints


class Tiebreak(NamedTuple):
    """How people call it, what it counts, and the numbers of all entries.

    `values` is None for head-to-head, which depends on who is level and is worked out by group.
    """

    label: Sentence
    help: Sentence
    values: Callable[[Ledger], list[Number]] | None


def point_difference(ledger: Ledger) -> list[Number]:
    """Own points minus the opponents'; at tables of more sides minus their average."""
    return ledger.sums(ledger.ahead)


def points_for(ledger: Ledger) -> list[Number]:
    """Own points at the table; what a bye gives is not among them."""
    return ledger.sums(ledger.points)


def wins(ledger: Ledger) -> list[Number]:
    """Matches won at the table; a bye is none, and a table of several sides has one winner."""
    return [*ledger.tallies()[WON]]


def average_points(ledger: Ledger) -> list[Number]:
    """Points at the table for each match played."""
    played = ledger.sums([1] * len(ledger.entries))
    return [average(*one) for one in zip(points_for(ledger), played, strict=True)]


def buchholz(ledger: Ledger) -> list[Number]:
    """Sum of the scores of all opponents met."""
    values = ledger.sums_against([ledger.scores[other] for other in ledger.opponents])
    for entry, byes in ledger.byes.items():
        values[entry] += len(byes) * _absent_opponent(ledger, entry)
    return values


def buchholz_cut_1(ledger: Ledger) -> list[Number]:
    return _cut_buchholz(ledger, lowest=1, highest=0)


def buchholz_cut_2(ledger: Ledger) -> list[Number]:
    return _cut_buchholz(ledger, lowest=2, highest=0)


def median_buchholz(ledger: Ledger) -> list[Number]:
    return _cut_buchholz(ledger, lowest=1, highest=1)


def sonneborn_berger(ledger: Ledger) -> list[Number]:
    """Sum over the opponents of what the match gave times the opponent's score."""
    theirs = [ledger.scores[other] for other in ledger.opponents]
    values = ledger.sums_against(map(mul, ledger.results_against, theirs))
    for entry in ledger.byes:
        values[entry] += ledger.bye_result(entry) * _absent_opponent(ledger, entry)
    return values


def progressive(ledger: Ledger) -> list[Number]:
    """Sum over the rounds of the score after that round: a result counts in every later one."""
    end = ledger.rounds + 1
    values = ledger.sums(map(mul, ledger.results, [end - number for number in ledger.numbers]))
    for entry, byes in ledger.byes.items():
        values[entry] += sum([bye.result * (end - bye.round) for bye in byes])
    return values


def _cut_buchholz(ledger: Ledger, *, lowest: int, highest: int) -> list[Number]:
    scores: list[list[Number]] = [[] for _ in range(ledger.size)]
    for entry, opponent in zip(ledger.facing, ledger.opponents, strict=True):
        scores[entry].append(ledger.scores[opponent])
    for entry, byes in ledger.byes.items():
        scores[entry] += [_absent_opponent(ledger, entry)] * len(byes)
    return [sum(sorted(own)[lowest : max(lowest, len(own) - highest)]) for own in scores]


def _absent_opponent(ledger: Ledger, entry: int) -> Number:
    own = ledger.scores[entry]
    if isinstance(ledger.method, MatchPoints):
        return min(own, ledger.rounds * ledger.method.draw)
    return own


HEAD_TO_HEAD = "head_to_head"

TIEBREAKS: dict[str, Tiebreak] = {
    HEAD_TO_HEAD: Tiebreak(
        say("head-to-head"),
        say("The matches among those who are level, as a small league of their own."),
        None,
    ),
    "point_difference": Tiebreak(
        say("point difference"),
        say("Own points minus the opponents’ points, over all matches."),
        point_difference,
    ),
    "points_for": Tiebreak(
        say("points for"), say("Own points at the table, over all matches."), points_for
    ),
    "wins": Tiebreak(say("wins"), say("Matches won at the table; a bye is none."), wins),
    "average": Tiebreak(
        say("average points"), say("Own points at the table for each match."), average_points
    ),
    "buchholz": Tiebreak(
        say("Buchholz"), say("The scores of all opponents met, added up."), buchholz
    ),
    "buchholz_cut_1": Tiebreak(
        say("Buchholz cut 1"), say("Buchholz without the weakest opponent."), buchholz_cut_1
    ),
    "buchholz_cut_2": Tiebreak(
        say("Buchholz cut 2"), say("Buchholz without the two weakest opponents."), buchholz_cut_2
    ),
    "median_buchholz": Tiebreak(
        say("median Buchholz"),
        say("Buchholz without the weakest and the strongest opponent."),
        median_buchholz,
    ),
    "sonneborn_berger": Tiebreak(
        say("Sonneborn-Berger"),
        say("What each match gave times that opponent’s score, added up."),
        sonneborn_berger,
    ),
    "progressive": Tiebreak(
        say("progressive score"), say("The scores after each round, added up."), progressive
    ),
}
