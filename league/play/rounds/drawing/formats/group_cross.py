"""Two groups crossed: every entry of one group meets every entry of the other.

So the 56 International plays it, three against three at a table of six (clubs.md). As many rounds
as the larger group has entries; its entries have byes where the groups are unequal. Rounds in the
history are part of the answer and stay as they are.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from games.sentences import say
from league.foundation.doors.request_files import Entry
from league.play.rounds.drawing.breaches import Breach, met_too_often, still_to_meet, wrong_tables
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.drawn import Draw, DrawnRound, DrawnTable, Reason, round_played
from league.play.rounds.drawing.format import Cost, Format
from league.play.rounds.drawing.meeting_judge import first_deals
from league.play.rounds.drawing.meetings_left import Meeting, closed_up, rounds_for
from league.play.rounds.drawing.movement_facts import Pair, meetings_of, opponents_at
from league.play.rounds.drawing.request import (
    DrawRequest,
    check_not_fewer_than_played,
    check_round_is_open,
    options_asked,
    order_entries,
)
from league.play.rounds.drawing.stage_options import BY_SEED, GROUPING_OPTION, TWO_ROOMS_OPTION
from league.play.rounds.drawing.work import check_tables_at_once

# --- The matches of two crossed groups that are still to be played, round by round ---
# In round r entry i of the first group meets entry i + r of the second, counted round the larger
# group. Entry i is at home against j where i + j is even, so that nobody's first deals differ by
# more than one from the opponents'. Where late entries or a director's changes have left the
# schedule, the meetings that are still owed are put into as few rounds as possible.


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


# how many sit at a table; who meets whom is the same
class Options(Struct, kw_only=True):
    seats: Annotated[int, Meta(ge=2, le=8)] | None = None


def draw_group_cross(request: DrawRequest) -> Draw:
    """Return all rounds in which everybody of one group meets everybody of the other."""
    options_asked(request, Options)
    groups = groups_of(request)
    _check_history(request)
    check_round_is_open(request)
    plan = plan_crossing(request, groups)
    last = max([*plan, *request.history.rounds])
    _check_rounds(request, last)
    rounds = sorted(
        [
            *(_round_to_come(request, number, pairings) for number, pairings in plan.items()),
            *(round_played(request, number) for number in request.history.rounds),
        ],
        key=lambda drawn: drawn.round,
    )
    until = [drawn for drawn in rounds if drawn.round <= (request.round or request.rounds or last)]
    answer = until if request.round is None else until[-1:]
    if not answer or (request.round is not None and answer[0].round != request.round):
        raise impossible(
            "round_without_tables",
            say("nobody can play in round %(round)d", round=request.round or 1),
            path="round",
        )
    return Draw(rounds=tuple(answer), quality=_quality(request, groups, until))


def groups_of(request: DrawRequest) -> Groups:
    """Return the ids of the two groups, by seed. Raises CannotDraw for any other number of them."""
    ranked = order_entries(request.entries, BY_SEED, 0)
    known = {entry.id: entry for entry in request.entries}
    seen = {entry for match in request.history.matches for entry in match.entries}
    seen |= {bye.entry for bye in request.history.byes}
    entries = [known[id_] for id_ in ranked if known[id_].active or id_ in seen]
    without = next((entry for entry in entries if not entry.group), None)
    if without is not None:
        raise impossible(
            "no_group",
            say(
                "%(entry)s is in no group; give each entry one of two groups",
                entry=without.called,
            ),
            path="entries",
        )
    names = list(dict.fromkeys(entry.group for entry in entries))
    if len(names) == 1:
        # the other group may have left before anybody of it has played
        names += sorted({entry.group for entry in request.entries} - {*names, ""})
    if len(names) != 2:
        raise impossible(
            "not_two_groups",
            say(
                "two groups are crossed, and here are %(count)d; put the entries into exactly two "
                "groups, or play a round robin",
                count=len(names),
            ),
            path="entries",
        )
    _check_size(entries, names)
    one, other = ([e.id for e in entries if e.group == name] for name in sorted(names))
    return one, other


def _check_size(entries: Sequence[Entry], names: Sequence[str]) -> None:
    for name in names:
        if not any(entry.active for entry in entries if entry.group == name):
            raise impossible(
                "too_few_entries",
                say(
                    "group %(group)s has no active entry, so nobody can meet it; add entries",
                    group=name,
                ),
                path="entries",
            )
    count = sum(entry.group == names[0] for entry in entries)
    tables = count * (len(entries) - count)
    check_tables_at_once(len(entries), tables)


def _check_history(request: DrawRequest) -> None:
    for match in request.history.matches:
        if len(match.sides) != 2 or len(match.entries) != 2:
            raise impossible(
                "not_two_entries",
                say(
                    "round %(round)d of the history has a table of %(names)s; "
                    "when groups are crossed one entry meets one other",
                    round=match.round,
                    names=request.names(match.entries),
                ),
                path="history",
            )


def _check_rounds(request: DrawRequest, last: int) -> None:
    for path, number in (("rounds", request.rounds), ("round", request.round)):
        if number is not None and number > last:
            raise impossible(
                "too_many_rounds",
                say(
                    "everybody has met the whole other group after %(last)d rounds, so there is "
                    "no round %(number)d; ask for at most %(last)d",
                    last=last,
                    number=number,
                ),
                path=path,
            )
    check_not_fewer_than_played(request)


# ---------------------------------------------------------------------------------- the answer


def _round_to_come(request: DrawRequest, number: int, pairings: Sequence[Pairing]) -> DrawnRound:
    playing = {entry for pairing in pairings for entry in pairing[:2]}
    byes = tuple(entry.id for entry in request.active if entry.id not in playing)
    return DrawnRound(
        round=number,
        tables=tuple(
            DrawnTable(
                table=place,
                sides=((pairing.home,), (pairing.away,)),
                why=(pairing.why, *_avoided(request, pairing)),
            )
            for place, pairing in enumerate(pairings, start=1)
        ),
        byes=byes,
        why=tuple(
            Reason(
                "bye",
                say(
                    "a bye for %(entry)s: nobody of the other group is free in this round",
                    entry=request.names([entry]),
                ),
            )
            for entry in byes
        ),
    )


def _avoided(request: DrawRequest, pairing: Pairing) -> Iterator[Reason]:
    if frozenset(pairing[:2]) in request.avoid:
        sentence = say(
            "%(home)s and %(away)s should be kept apart, but here every entry of one group meets "
            "every entry of the other: put them into the same group",
            home=request.names([pairing.home]),
            away=request.names([pairing.away]),
        )
        yield Reason("avoid_pair", sentence)


def _quality(
    request: DrawRequest, groups: Groups, rounds: Sequence[DrawnRound]
) -> dict[str, object]:
    active = {entry.id for entry in request.active}
    tables = [table for drawn in rounds for table in drawn.tables]
    met = Counter(frozenset(table.entries) for table in tables)
    at_home = Counter(table.sides[0][0] for table in tables)
    away = Counter(table.sides[1][0] for table in tables)
    byes = Counter(entry for drawn in rounds for entry in drawn.byes)
    waits = [byes[entry] for entry in active]
    owed = [frozenset((a, b)) for a in groups[0] for b in groups[1] if {a, b} <= active]
    return {
        "repeat_partners": 0,
        "repeat_opponents": sum(times - 1 for times in met.values()),
        "meetings_left": sum(pair not in met for pair in owed),
        "avoid_pairs_met": sum(met[pair] for pair in request.avoid),
        "sit_outs": [min(waits), max(waits)],
        "balance": max(abs(at_home[entry] - away[entry]) for entry in active),
    }


# ------------------------------------------------------------------------------- what breaks it


def judge_crossing(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    """Yield what the rounds break, also that two of the same group meet."""
    group = {entry.id: entry.group for entry in request.entries}
    met = meetings_of(request.history)
    for drawn in to_come:
        yield from wrong_tables(request, drawn, 1)
        for table in drawn.tables:
            for pair in opponents_at(table.sides):
                met[pair] += 1
                yield from met_too_often(request, drawn, table, pair, met)
                entries = tuple(sorted(pair))
                if len({group.get(entry) for entry in pair}) == 1:
                    sentence = say("%(names)s are of the same group", names=request.names(entries))
                    yield Breach("same_group", sentence, drawn.round, table.table, entries)
    if request.rounds is None and request.round is None:
        yield from _not_met(request, met)
    yield from first_deals(request, to_come)


def _not_met(request: DrawRequest, met: Mapping[Pair, int]) -> Iterator[Breach]:
    one_group, other_group = groups_of(request)
    active = {entry.id for entry in request.active}
    for one in one_group:
        for other in other_group:
            if {one, other} <= active and not met.get(frozenset((one, other))):
                yield still_to_meet(request, one, other)


FORMAT = Format(
    id="group_cross",
    label=say("Two groups crossed"),
    help=say(
        "Every entry of one group meets every entry of the other; nobody meets its own group."
    ),
    who="sides",
    all_at_once=True,
    results="none",
    rests="bye",
    options=(GROUPING_OPTION, TWO_ROOMS_OPTION),
    filled=frozenset({"seats"}),
    draw=draw_group_cross,
    judge=judge_crossing,
    ways=(),
    cost=Cost(rounds=lambda entries: entries),
    times=1,
    needs_groups=True,
)
