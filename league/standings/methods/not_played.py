"""What byes and forfeits are given, once all matches are in the ledger."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from league.rounds.drawing.match_facts import ABSENT, REQUESTED
from league.rounds.drawing.played import Bye, Match
from league.rounds.drawing.reading import Number
from league.standings.methods.ledger import Ledger, average
from league.standings.methods.matches.awards import LOST, OWN_AVERAGE, ROUND_AVERAGE, Award
from league.standings.methods.matches.match_method import MatchMethod
from league.standings.methods.unplayed import Reason, Unplayed


def enter_unplayed(
    ledger: Ledger,
    method: MatchMethod,
    forfeited: Sequence[Match],
    byes: Collection[Bye],
    index: Mapping[str, int],
) -> None:
    """Give byes and forfeits what they are worth, worked out from the matches before they count.

    Whoever has played no match yet has no average of its own: until then it gets that of all who
    played at a table in the round.
    """
    ledger.scores = ledger.sums(ledger.results)
    if not byes and not forfeited:
        return
    numbers = [bye.round for bye in byes] + [match.round for match in forfeited]
    ledger.rounds = max([ledger.rounds, *numbers])
    winners, everybody = _winners_averages(ledger), _round_averages(ledger)

    def give(
        entry: int, number: int, award: Award, reason: Reason, opponents: tuple[int, ...] = ()
    ) -> None:
        if ledger.played[entry]:
            own_average = average(ledger.scores[entry], ledger.played[entry])
        else:
            own_average = everybody.get(number, 0)
            award = ROUND_AVERAGE if award == OWN_AVERAGE else award
        given = method.worth_of(award, own_average, winners.get(number, 0))
        ledger.unplayed[entry].append(Unplayed(number, given, reason, opponents, award))

    for bye in byes:
        give(index[bye.entry], bye.round, _award_of(bye, method), Reason(bye.kind))
    for match in forfeited:
        for entry, opponents, reason in _forfeits_of(match, index):
            came = reason is Reason.FORFEIT_WON
            award = method.forfeit_win if came else method.forfeit_loss
            give(entry, match.round, award, reason, opponents)
    for entry, rounds in ledger.unplayed.items():
        ledger.scores[entry] += sum([one.result for one in rounds])


def _award_of(bye: Bye, method: MatchMethod) -> Award:
    """A rest that was asked for is worth a draw, where there is one; being absent nothing."""
    if bye.points is not None:
        return bye.points
    if bye.kind == REQUESTED and method.even is not None:
        return method.even
    return 0 if bye.kind == ABSENT else method.bye


def _forfeits_of(
    match: Match, index: Mapping[str, int]
) -> Iterator[tuple[int, tuple[int, ...], Reason]]:
    """Yield the entries of a forfeited match with whom they were to meet and what they did."""
    sides = [tuple([index[entry] for entry in side.entries]) for side in match.sides]
    for place, members in enumerate(sides):
        reason = Reason.FORFEIT_LOST if place in match.forfeits else Reason.FORFEIT_WON
        for entry in members:
            yield entry, sides[1 - place], reason


def _winners_averages(ledger: Ledger) -> dict[int, Number]:
    """Return for each round the average result of those who won, or drew, at their table."""
    points: dict[int, list[Number]] = defaultdict(list)
    for number, outcome, own in zip(ledger.numbers, ledger.outcomes, ledger.results, strict=True):
        if outcome != LOST:
            points[number].append(own)
    return {number: average(sum(best), len(best)) for number, best in points.items()}


def _round_averages(ledger: Ledger) -> dict[int, Number]:
    """Return for each round the average result of all who played it at a table."""
    points: dict[int, list[Number]] = defaultdict(list)
    for number, own in zip(ledger.numbers, ledger.results, strict=True):
        points[number].append(own)
    return {number: average(sum(made), len(made)) for number, made in points.items()}
