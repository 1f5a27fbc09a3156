"""Round robin and double round robin: everybody meets everybody, once or once at each home.

Rounds in the history are part of the answer and stay as they are; the opponents of an entry that
has withdrawn have byes. With the option `within_groups` everybody meets those of the own group
only; an entry whose group is done earlier than others stands nowhere in the rounds after that.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from games.sentences import say
from league.foundation.doors.reading import read_object
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
from league.play.rounds.drawing.formats.round_robin.match_plan import Plan, Planned, plan_matches
from league.play.rounds.drawing.meeting_judge import judge_meetings
from league.play.rounds.drawing.night import Night
from league.play.rounds.drawing.option import FormatOption, choices_of
from league.play.rounds.drawing.request import DrawRequest, check_round_is_open
from league.play.rounds.drawing.rounds_asked import check_not_fewer_than_played
from league.play.rounds.drawing.stage_options import (
    GROUPS_OPTION,
    TWO_ROOMS_OPTION,
    WITHDRAWALS_OPTION,
)
from league.play.rounds.drawing.within_groups import WITHIN_GROUPS, by_group, groups_apart
from league.play.rounds.drawing.work import check_tables_at_once

METHOD = FormatOption(
    name="method",
    label=say("Table of meetings"),
    help=say("Everybody meets everybody in both; only the order differs."),
    default="berger",
    choices=choices_of(("berger", say("Berger")), ("circle", say("circle"))),
)
OPTIONS = (GROUPS_OPTION, METHOD, TWO_ROOMS_OPTION, WITHDRAWALS_OPTION)


def draw_times(times: int) -> Callable[[DrawRequest], Draw]:
    """Return what draws all rounds in which everybody meets everybody so many times."""

    def draw(request: DrawRequest) -> Draw:
        return _draw(request, times=times)

    return draw


def _draw(request: DrawRequest, *, times: int) -> Draw:
    options = read_object(request.options, "options", allowed=("method", WITHIN_GROUPS))
    method = METHOD.read(options)
    groups = by_group(request)
    for group in groups:
        _check_size(group, times)
    _check_history(request)
    check_round_is_open(request)

    plan = _plan(request, groups, times=times, method=method)
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
