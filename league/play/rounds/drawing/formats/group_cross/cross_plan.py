"""The matches of two crossed groups that are still to be played, round by round.

In round r entry i of the first group meets entry i + r of the second, counted round the larger
group. Entry i is at home against j where i + j is even, so that nobody's first deals differ by
more than one from the opponents'. Where late entries or a director's changes have left the
schedule, the meetings that are still owed are put into as few rounds as possible.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from games.sentences import say
from league.play.rounds.drawing.drawn import Reason
from league.play.rounds.drawing.meetings_left import Meeting, closed_up, rounds_for
from league.play.rounds.drawing.request import DrawRequest


class Pairing(NamedTuple):
    """A match to come: who is at home, who comes, and why they meet now."""

    home: str
    away: str
    why: Reason


Plan = dict[int, list[Pairing]]
Groups = tuple[list[str], list[str]]


def plan_crossing(request: DrawRequest, groups: Groups) -> Plan:
    """Return the matches to come: the schedule, unless what it lacks takes fewer rounds without.

    A late entry could meet the other group after the schedule only, one table at a time; mixing
    its meetings with all that are owed is shorter.
    """
    scheduled = _rest_of_schedule(request, groups)
    if not _owed(request, groups, scheduled):
        return closed_up(scheduled, request.history.rounds)
    plans = [_with_what_is_owed(request, groups, plan) for plan in (scheduled, {})]
    return min(plans, key=len)


def _with_what_is_owed(request: DrawRequest, groups: Groups, scheduled: Plan) -> Plan:
    plan = dict(scheduled)
    owed = _owed(request, groups, plan)
    if owed:
        order = {entry: place for place, entry in enumerate([*groups[0], *groups[1]])}
        surplus = _surplus(request, plan)
        first = max([0, *plan, *request.history.rounds]) + 1
        for number, meetings in enumerate(rounds_for(owed, order, request.work), start=first):
            plan[number] = [_still_owed(request, meeting, order, surplus) for meeting in meetings]
    return closed_up(plan, request.history.rounds)


def _rest_of_schedule(request: DrawRequest, groups: Groups) -> Plan:
    """Return the scheduled matches still to come, or nothing when the history left the schedule."""
    active = {entry.id for entry in request.active}
    past = set(request.history.rounds)
    for one, other in _numberings(request, groups):
        scheduled = {
            number: [(one[i], other[j], (i + j) % 2 == 0) for i, j in pairs]
            for number, pairs in enumerate(cross_schedule(len(one), len(other)), start=1)
        }
        meetings = {
            (number, frozenset((a, b))) for number, pairs in scheduled.items() for a, b, _ in pairs
        }
        if all((m.round, frozenset(m.entries)) in meetings for m in request.history.matches):
            return {
                number: [
                    _scheduled(request, number, (a, b) if a_at_home else (b, a))
                    for a, b, a_at_home in pairs
                    if {a, b} <= active
                ]
                for number, pairs in scheduled.items()
                if number not in past
            }
    return {}


def cross_schedule(one: int, other: int) -> Iterator[list[tuple[int, int]]]:
    """Yield for each round the pairs (i, j) of places in two groups of these sizes, from 0."""
    larger = max(one, other)
    for shift in range(larger):
        if one <= other:
            yield [(i, (i + shift) % larger) for i in range(one)]
        else:
            yield [((j + shift) % larger, j) for j in range(other)]


def _numberings(request: DrawRequest, groups: Groups) -> list[Groups]:
    """Return the ways to number the groups: all their entries, and those seen in the history."""
    seen = {entry for match in request.history.matches for entry in match.entries}
    seen |= {bye.entry for bye in request.history.byes}
    if not seen:
        return [groups]
    one, other = groups
    late_last = (
        sorted(one, key=lambda entry: entry not in seen),
        sorted(other, key=lambda entry: entry not in seen),
    )
    without_late = ([e for e in one if e in seen], [e for e in other if e in seen])
    return [groups, late_last, without_late]


def _owed(request: DrawRequest, groups: Groups, plan: Plan) -> Counter[Meeting]:
    active = {entry.id for entry in request.active}
    owed = Counter(frozenset((a, b)) for a in groups[0] for b in groups[1] if {a, b} <= active)
    owed.subtract(frozenset(match.entries) for match in request.history.matches)
    owed.subtract(frozenset((p.home, p.away)) for pairings in plan.values() for p in pairings)
    return +owed


def _surplus(request: DrawRequest, plan: Plan) -> Counter[str]:
    """Count for each entry the first deals it has more than its opponents."""
    surplus: Counter[str] = Counter()
    pairs = [match.entries for match in request.history.matches]
    pairs += [(p.home, p.away) for pairings in plan.values() for p in pairings]
    for home, away in pairs:
        surplus[home] += 1
        surplus[away] -= 1
    return surplus


def _scheduled(request: DrawRequest, number: int, pair: tuple[str, str]) -> Pairing:
    sentence = say(
        "round %(round)d of the crossing: %(home)s and %(away)s are of different groups and have "
        "not met before",
        round=number,
        home=request.names(pair[:1]),
        away=request.names(pair[1:]),
    )
    return Pairing(*pair, Reason("schedule", sentence))


def _still_owed(
    request: DrawRequest, meeting: Meeting, order: dict[str, int], surplus: Counter[str]
) -> Pairing:
    home, away = sorted(meeting, key=lambda entry: (surplus[entry], order[entry]))
    surplus[home] += 1
    surplus[away] -= 1
    sentence = say(
        "%(home)s and %(away)s have still to meet",
        home=request.names([home]),
        away=request.names([away]),
    )
    return Pairing(home, away, Reason("still_to_meet", sentence))
