"""The matches of a round robin that are still to be played, round by round.

As long as the rounds in the history fit the schedule, it goes on; a late entry takes the number
after the last one and meets those it missed at the end. Otherwise the meetings that are still owed
are put into as few rounds as possible.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from games.sentences import say
from league.foundation.doors.played import Match
from league.foundation.doors.request_files import Entry
from league.play.rounds.drawing.drawn import Reason
from league.play.rounds.drawing.meetings_left import Meeting, closed_up, rounds_for
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.schedule import double_schedule, single_schedule
from league.play.rounds.drawing.within_groups import is_within_groups


@dataclass(frozen=True, slots=True)
class Planned:
    """A match to come: who is at home, who comes, and why they meet now.

    The reason is put into words for the rounds alone that are asked for: of a large field most
    are not.
    """

    home: str
    away: str
    reason: Callable[[], Reason]

    @property
    def why(self) -> Reason:
        return self.reason()


Plan = dict[int, list[Planned]]


def plan_matches(
    request: DrawRequest, *, times: int, method: str, past: Collection[int] | None = None
) -> Plan:
    """Return the matches of every round that is not in the history.

    `past` are the rounds played where they are more than those of the history: of other groups.
    """
    past = request.history.rounds if past is None else past
    plan = _rest_of_schedule(request, past, times=times, method=method)
    goes_by_schedule = plan and not past  # then everybody meets everybody in it
    owed = None if goes_by_schedule else _owed(request, plan, times)
    if owed:
        first_free = max([0, *plan, *past]) + 1
        _add_rounds(request, plan, rounds_for(owed, _order(request), request.work), first_free)
    return closed_up(plan, past)


def _rest_of_schedule(
    request: DrawRequest, past: Collection[int], *, times: int, method: str
) -> Plan:
    """Return the scheduled matches still to come, or nothing when the history left the schedule."""
    make = single_schedule if times == 1 else double_schedule
    active = {entry.id for entry in request.active}
    group = request.entries[0].group if is_within_groups(request) else ""
    for numbered in _numberings(request):
        parse_int = {entry.id: number for number, entry in enumerate(numbered, start=1)}
        schedule = make(len(numbered), method)
        rounds = {match.round for match in request.history.matches}
        meetings = {
            number: {frozenset(pair) for pair in pairs}
            for number, pairs in enumerate(schedule, start=1)
            if number in rounds
        }
        if not all(_is_scheduled(match, meetings, parse_int) for match in request.history.matches):
            continue
        ids = {number: entry for entry, number in parse_int.items()}
        return {
            number: [
                Planned(
                    ids[home],
                    ids[away],
                    partial(_scheduled, number, (home, away), method, group),
                )
                for home, away in pairs
                if {ids[home], ids[away]} <= active
            ]
            for number, pairs in enumerate(schedule, start=1)
            if number not in past
        }
    return {}


def _numberings(request: DrawRequest) -> list[list[Entry]]:
    """Return the ways to number the entries: by seed, and with late entries after the others."""
    seen = {entry for match in request.history.matches for entry in match.entries}
    seen |= {bye.entry for bye in request.history.byes}
    order = _order(request)
    entries = sorted(
        (entry for entry in request.entries if entry.active or entry.id in seen),
        key=lambda entry: order[entry.id],
    )
    if not seen:
        return [entries]
    return [entries, sorted(entries, key=lambda entry: entry.id not in seen)]


def _order(request: DrawRequest) -> dict[str, int]:
    """Return each entry's place: by seed, those without one after them, as listed."""
    ordered = sorted(
        enumerate(request.entries),
        key=lambda item: (item[1].seed is None, item[1].seed or 0, item[0]),
    )
    return {entry.id: place for place, (_, entry) in enumerate(ordered)}


def _is_scheduled(
    match: Match, meetings: Mapping[int, set[frozenset[int]]], parse_int: Mapping[str, int]
) -> bool:
    met = frozenset(parse_int[entry] for entry in match.entries)
    return met in meetings.get(match.round, ())


def _scheduled(number: int, pair: tuple[int, int], method: str, group: str) -> Reason:
    table = say("Berger table") if method == "berger" else say("circle")
    sentence = say(
        "round %(round)d of the %(table)s: number %(home)d, at home, meets number %(away)d",
        round=number,
        table=table,
        home=pair[0],
        away=pair[1],
    )
    if group:
        sentence = say("group %(name)s, %(reason)s", name=group, reason=sentence)
    return Reason("schedule", sentence)


def _owed(request: DrawRequest, plan: Plan, times: int) -> Counter[Meeting]:
    owed = Counter(
        {frozenset(pair): times for pair in combinations([e.id for e in request.active], 2)}
    )
    owed.subtract(frozenset(match.entries) for match in request.history.matches)
    owed.subtract(frozenset((match.home, match.away)) for match in _matches(plan))
    return +owed


def _add_rounds(
    request: DrawRequest, plan: Plan, rounds: Iterable[Iterable[Meeting]], first: int
) -> None:
    order = _order(request)
    homes = _Homes(match.entries for match in request.history.matches)
    for match in _matches(plan):
        homes.add(match.home, match.away)
    pairs: list[tuple[int, str, str]] = []
    for number, meetings in enumerate(rounds, start=first):
        for meeting in meetings:
            one, other = sorted(meeting, key=lambda entry: order[entry])
            home, away = homes.fairer(one, other)
            homes.add(home, away)
            pairs.append((number, home, away))
    for number, home, away in homes.evened(pairs):
        reason = partial(_still_to_meet, request, home, away)
        plan.setdefault(number, []).append(Planned(home, away, reason))


def _still_to_meet(request: DrawRequest, home: str, away: str) -> Reason:
    sentence = say(
        "%(home)s and %(away)s have still to meet",
        home=request.names([home]),
        away=request.names([away]),
    )
    return Reason("still_to_meet", sentence)


class _Homes:
    """Who was at home how often, to share the first deal fairly in added rounds."""

    def __init__(self, pairs: Iterable[tuple[str, ...]]) -> None:
        self.hosted: Counter[tuple[str, ...]] = Counter()
        self.surplus: Counter[str] = Counter()  # times at home minus times away
        for home, away in pairs:
            self.add(home, away)

    def add(self, home: str, away: str, times: int = 1) -> None:
        self.hosted[home, away] += times
        self.surplus[home] += times
        self.surplus[away] -= times

    def fairer(self, one: str, other: str) -> tuple[str, str]:
        """Return (home, away): who hosted the other less often, then who was at home less."""
        if (self.hosted[one, other], self.surplus[one]) <= (
            self.hosted[other, one],
            self.surplus[other],
        ):
            return one, other
        return other, one

    def evened(self, pairs: list[tuple[int, str, str]]) -> list[tuple[int, str, str]]:
        """Turn matches round as long as that brings two entries nearer to an equal share."""
        turned = True
        while turned:
            turned = False
            for place, (number, home, away) in enumerate(pairs):
                hosts_more = self.hosted[home, away] > self.hosted[away, home]
                if hosts_more and self.surplus[home] - self.surplus[away] > 2:
                    self.add(home, away, -1)
                    self.add(away, home)
                    pairs[place] = (number, away, home)
                    turned = True
        return pairs


def _matches(plan: Plan) -> list[Planned]:
    return [match for matches in plan.values() for match in matches]
