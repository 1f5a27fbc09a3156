"""Making the ledger: every match, bye, forfeit, adjustment and carried point is entered once."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from games.sentences import say
from league.foundation.doors.played import ABSENT, REQUESTED, Bye, Match
from league.foundation.doors.reading import Number, whole
from league.tables.standings.methods.duels import Duels, points_of, sort_out
from league.tables.standings.methods.ledger import Adjustment, Carried, FactLine, Ledger, average
from league.tables.standings.methods.matches.awards import (
    DRAWN,
    LOST,
    OWN_AVERAGE,
    ROUND_AVERAGE,
    WON,
    Award,
)
from league.tables.standings.methods.matches.match_method import MatchMethod
from league.tables.standings.methods.matches.round_points import RoundPoints, RoundsByPlace
from league.tables.standings.methods.unplayed import Reason, Unplayed
from league.tables.standings.methods.unrankable import CannotRank, impossible


def make_ledger(
    method: MatchMethod,
    entries: Sequence[str],
    *,
    matches: Collection[Match] = (),
    duels: Duels | None = None,
    byes: Collection[Bye] = (),
    adjustments: Iterable[Adjustment] = (),
    carried: Iterable[Carried] = (),
    groups: Sequence[Sequence[str]] = (),
    with_facts: bool = False,
) -> Ledger:
    """Return the ledger of all matches, byes and adjustments. Raises CannotRank."""
    index = {entry: place for place, entry in enumerate(entries)}
    ledger = Ledger(method, len(entries))
    try:
        single, others = sort_out(matches, index)
        for columns in (single, duels or Duels()):
            _enter_duels(ledger, method, columns)
        for match in others:
            if not match.forfeits:
                _enter_match(ledger, method, match, index)
        if with_facts:
            _enter_facts(ledger, matches, index)
        if isinstance(method, RoundPoints):
            _rank_the_rounds(ledger, method, groups, index)
        _enter_unplayed(ledger, method, [match for match in others if match.forfeits], byes, index)
        if method.is_average:
            ledger.divisors = ledger.counted
            pairs = zip(ledger.scores, ledger.divisors, strict=True)
            ledger.scores = [average(*pair) for pair in pairs]
        ledger.add_what_was_not_played(carried, adjustments, index)
    except KeyError as unknown:
        raise CannotRank(
            "unknown_entry",
            say("%(entry)s is not among the entries", entry=str(unknown.args[0])),
        ) from unknown
    return ledger


def _enter_duels(ledger: Ledger, method: MatchMethod, duels: Duels) -> None:
    pairs = zip(duels.home_points, duels.away_points, strict=True)
    ahead = [home - away for home, away in pairs]
    outcomes = [(lead > 0) - (lead < 0) for lead in ahead]
    for place, winner in enumerate(duels.winners):
        if winner is not None:
            outcomes[place] = LOST if winner else WON
    counted = _capped_duels(method, duels)
    if counted is not duels:
        ahead = [h - a for h, a in zip(counted.home_points, counted.away_points, strict=True)]
    home_results, away_results = method.of_duels(counted if method.adds_points else duels, outcomes)
    behind = [-lead for lead in ahead]
    turned = [-outcome for outcome in outcomes]
    before = len(ledger.entries)

    ledger.rounds = max([ledger.rounds, *duels.rounds])
    ledger.entries += duels.homes + duels.aways
    ledger.numbers += duels.rounds + duels.rounds
    ledger.results += [*home_results, *away_results]
    ledger.points += counted.home_points + counted.away_points
    ledger.ahead += ahead + behind
    ledger.outcomes += outcomes + turned
    ledger.made += duels.home_points + duels.away_points
    ledger.against += duels.away_points + duels.home_points
    ledger.firsts += _first_deals(duels)
    ledger.facing += duels.homes + duels.aways
    ledger.opponents += duels.aways + duels.homes
    ledger.lines += range(before, len(ledger.entries))
    ledger.single_lines = len(ledger.entries)
    ledger.leads += ahead + behind
    for place in duels.provisional:
        ledger.provisional |= {duels.homes[place], duels.aways[place]}


def _capped_duels(method: MatchMethod, duels: Duels) -> Duels:
    if method.cap is None and method.cap_margin is None:
        return duels
    capped = [
        capped_points(method, pair)
        for pair in zip(duels.home_points, duels.away_points, strict=True)
    ]
    return Duels(
        rounds=duels.rounds,
        homes=duels.homes,
        aways=duels.aways,
        home_points=[home for home, _ in capped],
        away_points=[away for _, away in capped],
    )


def capped_points(method: MatchMethod, points: Sequence[Number]) -> list[Number]:
    """Return the points that count: at most `cap`, and at most `cap_margin` above the next side."""
    cap, margin = method.cap, method.cap_margin
    counted = list(points) if cap is None else [min(number, cap) for number in points]
    if margin is not None:
        best = max(counted)
        if counted.count(best) == 1:
            second = max([number for number in counted if number != best])
            counted[counted.index(best)] = min(best, second + margin)
    return counted


def _first_deals(duels: Duels) -> list[bool]:
    firsts = [True] * len(duels) + [False] * len(duels)
    for place in duels.first_deals_away:
        firsts[place], firsts[place + len(duels)] = False, True
    return firsts


def best_sides(match: Match) -> list[int]:
    """Return the sides that won: the named winner, else all those with most points."""
    if match.winner is not None:
        return [match.winner]
    points = [side.points or 0 for side in match.sides]
    most = max(points)
    return [side for side, number in enumerate(points) if number == most]


def _enter_match(
    ledger: Ledger, method: MatchMethod, match: Match, index: Mapping[str, int]
) -> None:
    """Enter a match with partners on a side, or with more than two sides."""
    if method.two_sided and len(match.sides) != 2:
        raise _too_many_sides(match, method)
    best = best_sides(match)
    made = [points_of(match, side) for side in match.sides]
    points = capped_points(method, made)
    total = sum(points)
    sides = [[index[entry] for entry in side.entries] for side in match.sides]
    outcomes = [
        LOST if place not in best else WON if len(best) == 1 else DRAWN
        for place in range(len(sides))
    ]
    results = method.of_table(points if method.adds_points else made, outcomes)
    for place, (own, members) in enumerate(zip(points, sides, strict=True)):
        others = [
            (entry, own - points[at])
            for at, side in enumerate(sides)
            if at != place
            for entry in side
        ]
        for entry in members:
            ledger.entries.append(entry)
            ledger.numbers.append(match.round)
            ledger.results.append(results[place])
            ledger.points.append(own)
            ledger.ahead.append(whole(own - Fraction(total - own) / (len(sides) - 1)))
            ledger.outcomes.append(outcomes[place])
            ledger.made.append(made[place])
            ledger.against.append(made[1 - place] if len(made) == 2 else None)
            ledger.firsts.append(place == match.first_deal)
            ledger.facing += [entry] * len(others)
            ledger.opponents += [other for other, _lead in others]
            ledger.lines += [len(ledger.entries) - 1] * len(others)
            ledger.leads += [lead for _other, lead in others]
            ledger.sitting += [entry] * (len(members) - 1)
            ledger.partners += [member for member in members if member != entry]
    ledger.rounds = max(ledger.rounds, match.round)
    if match.provisional:
        ledger.provisional.update(entry for side in sides for entry in side)


def _too_many_sides(match: Match, method: MatchMethod) -> CannotRank:
    return impossible(
        "more_than_two_sides",
        say(
            "a table of round %(round)d has %(count)d sides, and match points are for two; "
            "rank these tables by total_points",
            round=match.round,
            count=len(match.sides),
        )
        if method.name == "match_points"
        else say(
            "a table of round %(round)d has %(count)d sides, and %(method)s are for two; "
            "rank these tables by total_points",
            round=match.round,
            count=len(match.sides),
            method=method.name,
        ),
        path="matches",
    )


def _enter_facts(ledger: Ledger, matches: Iterable[Match], index: Mapping[str, int]) -> None:
    ledger.deal_facts = [
        FactLine(index[entry], match.round, others, side.facts)
        for match in matches
        for side, others in zip(match.sides, _others(match, index), strict=True)
        if side.facts is not None
        for entry in side.entries
    ]


def _others(match: Match, index: Mapping[str, int]) -> list[tuple[int, ...]]:
    """Return for each side of a match the entries of all the others."""
    return [
        tuple(index[entry] for other in match.sides if other is not side for entry in other.entries)
        for side in match.sides
    ]


def _rank_the_rounds(
    ledger: Ledger,
    method: RoundPoints,
    groups: Sequence[Sequence[str]],
    index: Mapping[str, int],
) -> None:
    """Replace the points of each round by those of the places in it, within each group."""
    of_group = {index[entry]: number for number, group in enumerate(groups) for entry in group}
    rounds = RoundsByPlace(method)
    lines = [of_group.get(entry, 0) for entry in ledger.entries], ledger.numbers, ledger.points
    rounds.add(*lines)
    ledger.results = list(rounds.results(*lines))


def _enter_unplayed(
    ledger: Ledger,
    method: MatchMethod,
    forfeited: Sequence[Match],
    byes: Collection[Bye],
    index: Mapping[str, int],
) -> None:
    """Enter the worth of byes and forfeits, calculated from the matches and before byes count.

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
        points = method.worth_of(award, own_average, winners.get(number, 0))
        ledger.unplayed[entry].append(Unplayed(number, points, reason, opponents, award))

    for bye in byes:
        give(index[bye.entry], bye.round, _award_of(bye, method), Reason(bye.kind))
    for match in forfeited:
        for entry, opponents, reason in _forfeits_of(match, index):
            came = reason is Reason.FORFEIT_WON
            award = method.forfeit_win if came else method.forfeit_loss
            give(entry, match.round, award, reason, opponents)
    for entry, rounds in ledger.unplayed.items():
        ledger.scores[entry] += sum([missed.result for missed in rounds])


def _award_of(bye: Bye, method: MatchMethod) -> Award:
    """Return the worth of a round off: a draw if it was requested, nothing for being absent."""
    if bye.points is not None:
        return bye.points
    if bye.kind == REQUESTED and method.even is not None:
        return method.even
    return 0 if bye.kind == ABSENT else method.bye


def _forfeits_of(
    match: Match, index: Mapping[str, int]
) -> Iterator[tuple[int, tuple[int, ...], Reason]]:
    """Yield the entries of a forfeited match, with the opponents and whether they came."""
    sides = [tuple([index[entry] for entry in side.entries]) for side in match.sides]
    for place, members in enumerate(sides):
        reason = Reason.FORFEIT_LOST if place in match.forfeits else Reason.FORFEIT_WON
        for entry in members:
            yield entry, sides[1 - place], reason


def _winners_averages(ledger: Ledger) -> dict[int, Number]:
    """Return for each round the average result of those who won, or drew, at their table."""
    points: dict[int, list[Number]] = defaultdict(list)
    for number, outcome, result in zip(
        ledger.numbers, ledger.outcomes, ledger.results, strict=True
    ):
        if outcome != LOST:
            points[number].append(result)
    return {number: average(sum(best), len(best)) for number, best in points.items()}


def _round_averages(ledger: Ledger) -> dict[int, Number]:
    """Return for each round the average result of all who played it at a table."""
    points: dict[int, list[Number]] = defaultdict(list)
    for number, result in zip(ledger.numbers, ledger.results, strict=True):
        points[number].append(result)
    return {number: average(sum(made), len(made)) for number, made in points.items()}
