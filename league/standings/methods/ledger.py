"""What every entry has done, as columns: tens of thousands of matches are added up in a breath."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from games.engine.sentences import Sentence, say
from league.rounds.drawing.played import Bye, Match
from league.rounds.drawing.reading import Number, whole
from league.standings.methods.duels import Duels, points_of, sort_out
from league.standings.methods.scoring import (
    DRAWN,
    HALF,
    LOST,
    OWN_AVERAGE,
    WIN,
    WINNERS_AVERAGE,
    WON,
    MatchPoints,
    Method,
    best_sides,
)
from league.standings.methods.unrankable import CannotRank, impossible


class Adjustment(NamedTuple):
    """Points given (or taken, when negative) by the director, and why."""

    entry: str
    points: Number
    reason: str = ""


class AwardedBye(NamedTuple):
    round: int
    result: Number


@dataclass(slots=True)
class Ledger:
    """Two tables in columns, and what they come to for each entry.

    A line of the first is one entry in one match: `entries`, `numbers` (of the rounds), `results`
    (what the match was worth), `points`, `ahead` (of the average of the other sides), `outcomes`.
    A line of the second is one entry facing one other: `facing`, `opponents`, `results_against`.

    `totals` decide the rank; `scores` are the same without adjustments: a penalty for being late
    is no reason to value a win over that entry less. `accounts` say how a total came about, where
    that takes more than adding up results that everybody sees.
    """

    method: Method
    size: int
    rounds: int = 0
    entries: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    results: list[Number] = field(default_factory=list)
    points: list[Number] = field(default_factory=list)
    ahead: list[Number] = field(default_factory=list)
    outcomes: list[int] = field(default_factory=list)
    facing: list[int] = field(default_factory=list)
    opponents: list[int] = field(default_factory=list)
    results_against: list[Number] = field(default_factory=list)
    byes: dict[int, list[AwardedBye]] = field(default_factory=lambda: defaultdict(list))
    provisional: set[int] = field(default_factory=set)
    scores: list[Number] = field(default_factory=list)
    totals: list[Number] = field(default_factory=list)
    accounts: list[Sentence] = field(default_factory=list)

    def sums(self, column: Iterable[Number]) -> list[Number]:
        """Add up a column of the first table for each entry."""
        totals: list[Number] = [0] * self.size
        for entry, number in zip(self.entries, column, strict=True):
            totals[entry] += number
        return totals

    def sums_against(self, column: Iterable[Number]) -> list[Number]:
        """Add up a column of the second table for each entry."""
        totals: list[Number] = [0] * self.size
        for entry, number in zip(self.facing, column, strict=True):
            totals[entry] += number
        return totals

    def tallies(self) -> dict[int, list[int]]:
        """Count for each entry the matches WON, DRAWN and LOST."""
        tallies = {outcome: [0] * self.size for outcome in (WON, DRAWN, LOST)}
        for entry, outcome in zip(self.entries, self.outcomes, strict=True):
            tallies[outcome][entry] += 1
        return tallies

    def bye_result(self, entry: int) -> Number:
        return sum([bye.result for bye in self.byes[entry]]) if entry in self.byes else 0


def make_ledger(
    method: Method,
    entries: Sequence[str],
    *,
    matches: Collection[Match] = (),
    duels: Duels | None = None,
    byes: Collection[Bye] = (),
    adjustments: Iterable[Adjustment] = (),
) -> Ledger:
    """Return the ledger of all matches, byes and adjustments. Raises CannotRank."""
    index = {entry: place for place, entry in enumerate(entries)}
    ledger = Ledger(method, len(entries))
    try:
        single, others = sort_out(matches, index)
        for columns in (single, duels or Duels()):
            _enter_duels(ledger, columns)
        for match in others:
            _enter_match(ledger, match, index)
        _enter_byes(ledger, matches, byes, index)
        ledger.totals = ledger.scores.copy()
        for adjustment in adjustments:
            ledger.totals[index[adjustment.entry]] += adjustment.points
    except KeyError as unknown:
        raise CannotRank(
            "unknown_entry",
            say("%(entry)s is not among the entries", entry=str(unknown.args[0])),
        ) from unknown
    return ledger


def _enter_duels(ledger: Ledger, duels: Duels) -> None:
    pairs = zip(duels.home_points, duels.away_points, strict=True)
    ahead = [home - away for home, away in pairs]
    outcomes = [(lead > 0) - (lead < 0) for lead in ahead]
    for place, winner in enumerate(duels.winners):
        if winner is not None:
            outcomes[place] = LOST if winner else WON
    behind = [-lead for lead in ahead]
    turned = [-outcome for outcome in outcomes]
    worth = ledger.method.worth
    if worth is None:
        home_results, away_results = duels.home_points, duels.away_points
    else:
        home_results = [worth[outcome] for outcome in outcomes]
        away_results = [worth[outcome] for outcome in turned]

    ledger.rounds = max([ledger.rounds, *duels.rounds])
    ledger.entries += duels.homes + duels.aways
    ledger.numbers += duels.rounds + duels.rounds
    ledger.results += home_results + away_results
    ledger.points += duels.home_points + duels.away_points
    ledger.ahead += ahead + behind
    ledger.outcomes += outcomes + turned
    ledger.facing += duels.homes + duels.aways
    ledger.opponents += duels.aways + duels.homes
    ledger.results_against += home_results + away_results
    for place in duels.provisional:
        ledger.provisional |= {duels.homes[place], duels.aways[place]}


def _enter_match(ledger: Ledger, match: Match, index: Mapping[str, int]) -> None:
    """Enter a match with partners on a side, or with more than two sides."""
    worth = ledger.method.worth
    if worth is not None and len(match.sides) != 2:
        raise _too_many_sides(match)
    best = best_sides(match)
    points = [points_of(match, side) for side in match.sides]
    total = sum(points)
    sides = [[index[entry] for entry in side.entries] for side in match.sides]
    for place, (own, members) in enumerate(zip(points, sides, strict=True)):
        others = [entry for side in sides if side is not members for entry in side]
        outcome = LOST if place not in best else WON if len(best) == 1 else DRAWN
        result = own if worth is None else worth[outcome]
        for entry in members:
            ledger.entries.append(entry)
            ledger.numbers.append(match.round)
            ledger.results.append(result)
            ledger.points.append(own)
            ledger.ahead.append(whole(own - Fraction(total - own) / (len(sides) - 1)))
            ledger.outcomes.append(outcome)
            ledger.facing += [entry] * len(others)
            ledger.opponents += others
            ledger.results_against += [result] * len(others)
    ledger.rounds = max(ledger.rounds, match.round)
    if match.provisional:
        ledger.provisional.update(entry for side in sides for entry in side)


def _too_many_sides(match: Match) -> CannotRank:
    return impossible(
        "more_than_two_sides",
        say(
            "a table of round %(round)d has %(count)d sides, and match points are for two; "
            "rank these tables by total_points",
            round=match.round,
            count=len(match.sides),
        ),
        path="matches",
    )


def _enter_byes(
    ledger: Ledger, matches: Iterable[Match], byes: Collection[Bye], index: Mapping[str, int]
) -> None:
    """Give each bye what it is worth, worked out from the matches before any bye counts."""
    scores = ledger.sums(ledger.results)
    ledger.scores = scores
    if not byes:
        return
    ledger.rounds = max([ledger.rounds, *[bye.round for bye in byes]])
    played = ledger.sums([1] * len(ledger.entries))
    winners = _winners_averages(ledger)
    for bye in byes:
        entry = index[bye.entry]
        own_average = average(scores[entry], played[entry])
        worth = _worth_of_bye(ledger.method, own_average, winners.get(bye.round, 0))
        ledger.byes[entry].append(AwardedBye(bye.round, worth))
    ledger.scores = [score + ledger.bye_result(e) for e, score in enumerate(scores)]


def _worth_of_bye(method: Method, own_average: Number, winners_average: Number) -> Number:
    if not isinstance(method.bye, str):
        return method.bye
    win = method.win if isinstance(method, MatchPoints) else winners_average
    worth = {
        OWN_AVERAGE: own_average,
        WINNERS_AVERAGE: winners_average,
        WIN: win,
        HALF: whole(Fraction(win) / 2),
    }
    if isinstance(method, MatchPoints):
        worth |= {"draw": method.draw, "loss": method.loss}
    if method.bye not in worth:
        raise ValueError(f"{method.name} gives no {method.bye} for a bye")
    return worth[method.bye]


def _winners_averages(ledger: Ledger) -> dict[int, Number]:
    """Return for each round the average result of those who won, or drew, at their table."""
    points: dict[int, list[Number]] = defaultdict(list)
    for number, outcome, own in zip(ledger.numbers, ledger.outcomes, ledger.results, strict=True):
        if outcome != LOST:
            points[number].append(own)
    return {number: average(sum(best), len(best)) for number, best in points.items()}


def average(total: Number, count: Number) -> Number:
    """Return total / count exactly, and 0 where there is nothing to average."""
    return whole(Fraction(total) / count) if count else 0
