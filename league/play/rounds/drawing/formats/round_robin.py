"""Round robin and double round robin: everybody meets everybody, once or once at each home.

Rounds in the history are part of the answer and stay as they are; the opponents of an entry that
has withdrawn have byes. With the option `within_groups` everybody meets those of the own group
only; an entry whose group is done earlier than others stands nowhere in the rounds after that.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Annotated, Any

from msgspec import Struct

from games.sentences import say
from league.foundation.doors.played import Match
from league.foundation.doors.request_files import Entry
from league.play.rounds.drawing.candidate import (
    Candidate,
    deals_that_fit,
    lengths,
    make_two_sided_candidate,
    sizes_with_two_sides,
)
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.drawn import Draw, DrawnRound, DrawnTable, Reason, round_played
from league.play.rounds.drawing.format import Cost, Format, Way
from league.play.rounds.drawing.meeting_judge import judge_meetings
from league.play.rounds.drawing.meetings_left import Meeting, closed_up, rounds_for
from league.play.rounds.drawing.night import Night
from league.play.rounds.drawing.request import (
    DrawRequest,
    check_not_fewer_than_played,
    check_round_is_open,
    options_asked,
)
from league.play.rounds.drawing.schedule import double_schedule, single_schedule
from league.play.rounds.drawing.stage_options import (
    GROUPS_OPTION,
    TWO_ROOMS_OPTION,
    WITHDRAWALS_OPTION,
    options_of,
    said,
)
from league.play.rounds.drawing.within_groups import (
    by_group,
    groups_apart,
    is_within_groups,
)
from league.play.rounds.drawing.work import check_tables_at_once

# --- The matches of a round robin that are still to be played, round by round ---
# As long as the rounds in the history fit the schedule, it goes on; a late entry takes the number
# after the last one and meets those it missed at the end. Otherwise the meetings that are still
# owed are put into as few rounds as possible.


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


class Options(Struct, frozen=True, kw_only=True):
    """The order in which everybody is met, and whether the groups are played apart."""

    method: Annotated[
        str,
        said(
            say("Table of meetings"),
            say("Everybody meets everybody in both; only the order differs."),
            ("berger", say("Berger")),
            ("circle", say("circle")),
        ),
    ] = "berger"
    within_groups: bool = False


OPTIONS = (GROUPS_OPTION, *options_of(Options), TWO_ROOMS_OPTION, WITHDRAWALS_OPTION)


def draw_times(times: int) -> Callable[[DrawRequest], Draw]:
    """Return what draws all rounds in which everybody meets everybody so many times."""

    def draw(request: DrawRequest) -> Draw:
        return _draw(request, times=times)

    return draw


def _draw(request: DrawRequest, *, times: int) -> Draw:
    options = options_asked(request, Options)
    groups = by_group(request)
    for group in groups:
        _check_size(group, times)
    _check_history(request)
    check_round_is_open(request)

    plan = _plan(request, groups, times=times, method=options.method)
    last = max([*plan, *request.history.rounds])
    _check_rounds(request, last, times)
    wanted = range(1, (request.rounds or last) + 1)
    if request.round is not None:
        wanted = range(request.round, request.round + 1)
    until = _rounds_until(request, plan, wanted[-1])
    rounds = tuple(drawn for drawn in until if drawn.round in wanted)
    if not rounds:
        raise impossible(
            "round_without_tables",
            say("nobody can play in round %(round)d", round=wanted[0]),
            path="round",
        )
    return Draw(rounds=rounds, quality=_quality(request, until, times))


def _plan(request: DrawRequest, groups: Sequence[DrawRequest], *, times: int, method: str) -> Plan:
    """Return the rounds to come with the matches of all groups, one group after the other."""
    plan: Plan = {}
    for group in groups:
        past = request.history.rounds
        for number, matches in plan_matches(group, times=times, method=method, past=past).items():
            plan.setdefault(number, []).extend(matches)
    return plan


# ------------------------------------------------------------------------------- what is asked


def _check_size(request: DrawRequest, times: int) -> None:
    count = len(request.active)
    if count < 2:
        raise impossible(
            "too_few_entries",
            say(
                "a round robin needs at least 2 active entries, not %(count)d; add entries",
                count=count,
            ),
            path="entries",
        )
    tables = times * len(request.entries) * (len(request.entries) - 1) // 2
    check_tables_at_once(len(request.entries), tables)


def _check_history(request: DrawRequest) -> None:
    for match in request.history.matches:
        if len(match.sides) != 2 or len(match.entries) != 2:
            raise impossible(
                "not_two_entries",
                say(
                    "round %(round)d of the history has a table of %(names)s; "
                    "in a round robin one entry meets one other",
                    round=match.round,
                    names=request.names(match.entries),
                ),
                path="history",
            )


def _check_rounds(request: DrawRequest, last: int, times: int) -> None:
    for name, number in (("rounds", request.rounds), ("round", request.round)):
        if number is not None and number > last:
            raise impossible(
                "too_many_rounds",
                say(
                    "%(count)d entries have all met %(times)s after %(last)d rounds, so there is "
                    "no round %(number)d; ask for at most %(last)d, or for a format in which they "
                    "meet more often",
                    count=len(request.active),
                    times=say("once") if times == 1 else say("twice"),
                    last=last,
                    number=number,
                ),
                path=name,
            )
    check_not_fewer_than_played(request)


# ---------------------------------------------------------------------------------- the answer


def _rounds_until(request: DrawRequest, plan: Plan, last: int) -> list[DrawnRound]:
    """Return the rounds up to the last that is asked for; those after it are not worked out."""
    rounds = [
        _round_to_come(request, number, matches)
        for number, matches in plan.items()
        if number <= last
    ]
    rounds += [round_played(request, number) for number in request.history.rounds if number <= last]
    return sorted(rounds, key=lambda drawn: drawn.round)


def _round_to_come(request: DrawRequest, number: int, matches: Sequence[Planned]) -> DrawnRound:
    playing = {entry for match in matches for entry in (match.home, match.away)}
    groups = groups_apart(request)
    busy = {groups[entry] for entry in playing}
    byes = tuple(
        entry.id for entry in request.active if entry.id not in playing and groups[entry.id] in busy
    )
    return DrawnRound(
        round=number,
        tables=tuple(
            DrawnTable(
                table=place,
                sides=((match.home,), (match.away,)),
                why=(match.why, *_avoided(request, match)),
            )
            for place, match in enumerate(matches, start=1)
        ),
        byes=byes,
        why=tuple(_why_bye(request, entry) for entry in byes),
    )


def _avoided(request: DrawRequest, match: Planned) -> tuple[Reason, ...]:
    if frozenset((match.home, match.away)) not in request.avoid:
        return ()
    sentence = say(
        "%(home)s and %(away)s should be kept apart, but here everybody meets everybody",
        home=request.names([match.home]),
        away=request.names([match.away]),
    )
    return (Reason("avoid_pair", sentence),)


def _why_bye(request: DrawRequest, entry: str) -> Reason:
    groups = groups_apart(request)
    name = request.names([entry])
    count = sum(groups[other.id] == groups[entry] for other in request.active)
    if count % 2:
        sentence = say(
            "a bye for %(entry)s: with %(count)d entries somebody waits in each round",
            entry=name,
            count=count,
        )
    else:
        sentence = say("a bye for %(entry)s: nobody is left to meet in this round", entry=name)
    return Reason("bye", sentence)


def _quality(request: DrawRequest, rounds: Sequence[DrawnRound], times: int) -> dict[str, object]:
    active = [entry.id for entry in request.active]
    tables = [table for drawn in rounds for table in drawn.tables]
    met = Counter(frozenset(table.entries) for table in tables)
    at_home = Counter(table.sides[0][0] for table in tables)
    away = Counter(table.sides[1][0] for table in tables)
    byes = Counter(entry for drawn in rounds for entry in drawn.byes)
    waits = [byes[entry] for entry in active]
    groups, still_in = groups_apart(request), set(active)
    sizes = Counter(groups[entry] for entry in active)
    pairs = sum(size * (size - 1) // 2 for size in sizes.values())
    among_active = [p for p in met if p <= still_in and len({groups[entry] for entry in p}) == 1]
    return {
        "repeat_partners": 0,
        "repeat_opponents": sum(max(0, count - times) for count in met.values()),
        "meetings_left": pairs * times - sum(min(times, met[pair]) for pair in among_active),
        "avoid_pairs_met": sum(met[pair] for pair in request.avoid),
        "sit_outs": [min(waits), max(waits)],
        "balance": max(abs(at_home[entry] - away[entry]) for entry in active),
    }


def rounds_to_meet(entries: int) -> int:
    """Return in how many rounds everybody meets everybody, with a bye a round for an odd field."""
    return entries - 1 + entries % 2 if entries > 1 else 0


def meeting(format: str, times: int) -> Callable[[Night], Iterator[Candidate]]:
    """All rounds if the time allows, and else as many as give everybody a deal at each table."""

    def candidates(night: Night) -> Iterator[Candidate]:
        for size in sizes_with_two_sides(night):
            entries = night.players // size.side_size
            if entries < 2:
                continue
            all_rounds = times * rounds_to_meet(entries)
            deals = deals_that_fit(night, all_rounds, size.seats)
            if deals >= min(2, night.deals_a_round or 2):
                yield make_two_sided_candidate(size, format, all_rounds, deals)
            if times == 1:
                for rounds, a_round in lengths(night, size.seats, most_rounds=all_rounds - 1):
                    yield make_two_sided_candidate(size, format, rounds, a_round)

    return candidates


def _rounds(entries: int, options: Mapping[str, Any]) -> int:
    return rounds_to_meet(entries)


FORMAT = Format(
    id="round_robin",
    is_usual=True,
    label=say("Round robin"),
    help=say("Everybody meets everybody once; with an odd number one has a bye each round."),
    who="sides",
    all_at_once=True,
    results="none",
    rests="bye",
    options=OPTIONS,
    filled=frozenset(),
    draw=draw_times(1),
    judge=judge_meetings(times=1),
    ways=(Way(4, meeting("round_robin", 1)),),
    cost=Cost(rounds=lambda entries: entries),
    times=1,
    rounds_of=_rounds,
)
