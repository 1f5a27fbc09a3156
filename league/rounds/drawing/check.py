"""What a round drawn or edited by hand breaks: a director sees it before it is kept.

Rounds that are also in the history must be as they were; the others are judged together with it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from games.engine.sentences import say
from league.rounds.drawing.best_round import beside_the_best_round
from league.rounds.drawing.breach import Breach
from league.rounds.drawing.drawn import DrawnRound, DrawnTable
from league.rounds.drawing.drawn_json import read_rounds
from league.rounds.drawing.faults import missing, opponents, wrong_sizes
from league.rounds.drawing.formats import FORMATS
from league.rounds.drawing.individual_tables import read_options
from league.rounds.drawing.judges import JUDGES
from league.rounds.drawing.movement_judges import MOVEMENT_JUDGES
from league.rounds.drawing.request import DrawRequest, read_request
from league.rounds.drawing.swiss import BY_STANDING
from league.rounds.drawing.within_groups import across_groups, groups_apart, playing_groups

OF_ONE_FORMAT = {**JUDGES, **MOVEMENT_JUDGES}


def check_draw(
    request: DrawRequest | Mapping[str, Any],
    rounds: Sequence[DrawnRound] | Sequence[Mapping[str, Any]],
) -> list[Breach]:
    """Return what the rounds break, in the order of the rounds; an empty list is a sound draw.

    Codes: unknown_entry, withdrawn_entry, entry_twice, missing_entry, table_twice, table_size,
    changed_round (nothing of the past may change), repeat, avoid_pair, still_to_meet, first_deal;
    for formats drawn by standing also bye_again, bye_score, bye_place, floats and club, and those
    of single formats in judges.py and movement_judges.py.
    Raises CannotDraw for what cannot be read.
    """
    typed = request if isinstance(request, DrawRequest) else read_request(request)
    drawn = sorted(read_rounds(rounds), key=lambda one: one.round)
    past = set(typed.history.rounds)
    to_come = [one for one in drawn if one.round not in past]
    breaches = [breach for one in drawn if one.round in past for breach in _changed(typed, one)]
    for one in to_come:
        breaches += [*_nobody_twice(typed, one), *_strangers(typed, one)]
    breaches += OF_ONE_FORMAT.get(typed.format, _judge_meetings)(typed, to_come)
    in_turn = typed.options.get("first_deal", "balanced") == "balanced"
    if in_turn and (typed.format not in OF_ONE_FORMAT or typed.format == "group_cross"):
        breaches += _first_deals(typed, to_come)
    if typed.format in BY_STANDING:
        breaches = beside_the_best_round(typed, to_come, breaches)
    return sorted(breaches, key=lambda breach: (breach.round or 0, breach.table or 0))


# ------------------------------------------------------------------------------ a round by itself


def _changed(request: DrawRequest, drawn: DrawnRound) -> Iterator[Breach]:
    matches = [match for match in request.history.matches if match.round == drawn.round]
    before = {tuple(side.entries for side in match.sides) for match in matches}
    if before != {table.sides for table in drawn.tables}:
        sentence = say("round %(round)d has been played and must stay as it is", round=drawn.round)
        yield Breach("changed_round", sentence, drawn.round)


def _nobody_twice(request: DrawRequest, drawn: DrawnRound) -> Iterator[Breach]:
    at_tables = [entry for table in drawn.tables for entry in table.entries]
    for entry, times in Counter([*at_tables, *drawn.byes, *drawn.sit_outs]).items():
        if times > 1:
            sentence = say(
                "%(entry)s is in %(times)d places of round %(round)d",
                entry=request.names([entry]),
                times=times,
                round=drawn.round,
            )
            yield Breach("entry_twice", sentence, drawn.round, None, (entry,))
    for number, times in Counter(table.table for table in drawn.tables).items():
        if times > 1:
            sentence = say(
                "round %(round)d has table %(table)d twice", round=drawn.round, table=number
            )
            yield Breach("table_twice", sentence, drawn.round, number)


def _strangers(request: DrawRequest, drawn: DrawnRound) -> Iterator[Breach]:
    active = {entry.id: entry.active for entry in request.entries}
    at_tables = [(entry, table.table) for table in drawn.tables for entry in table.entries]
    waiting = [(entry, None) for entry in (*drawn.byes, *drawn.sit_outs)]
    for entry, table in (*at_tables, *waiting):
        if entry not in active:
            sentence = say("%(entry)s is not among the entries", entry=entry)
            yield Breach("unknown_entry", sentence, drawn.round, table, (entry,))
        elif not active[entry]:
            sentence = say(
                "%(entry)s has withdrawn and cannot be drawn", entry=request.names([entry])
            )
            yield Breach("withdrawn_entry", sentence, drawn.round, table, (entry,))


def _judge_meetings(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    everybody, groups = [entry.id for entry in request.active], groups_apart(request)
    apart = len(set(groups.values())) > 1
    for drawn in to_come:
        playing = playing_groups(drawn, groups)
        due = [entry for entry in everybody if not apart or groups[entry] in playing]
        yield from missing(request, drawn, due)
        yield from _sizes(request, drawn)
    yield from across_groups(request, to_come, groups)
    yield from _meetings(request, to_come)


def _sizes(request: DrawRequest, drawn: DrawnRound) -> Iterator[Breach]:
    if request.format == "individual_tables":
        options = read_options(request)
        least, most = options.minimum, options.maximum
    else:
        least = most = 2
    yield from wrong_sizes(drawn, least, most)


# --------------------------------------------------------------------------- the rounds together


def _meetings(request: DrawRequest, to_come: Iterable[DrawnRound]) -> Iterator[Breach]:
    drawn_format = FORMATS.get(request.format)
    times = drawn_format.times if drawn_format else None
    met: Counter[frozenset[str]] = Counter()
    for match in request.history.matches:
        met.update(opponents([side.entries for side in match.sides]))
    for drawn in to_come:
        for table in drawn.tables:
            for pair in opponents(table.sides):
                met[pair] += 1
                yield from _judge_meeting(request, drawn, table, pair, met[pair], times or 1)
    if times and drawn_format and request.rounds is None and request.round is None:
        yield from _still_to_meet(request, met, times)


def _judge_meeting(
    request: DrawRequest,
    drawn: DrawnRound,
    table: DrawnTable,
    pair: frozenset[str],
    met: int,
    times: int,
) -> Iterator[Breach]:
    entries = tuple(sorted(pair))
    names = request.names(entries)
    if met > times:
        sentence = say("%(names)s would have met %(met)d times", names=names, met=met)
        yield Breach("repeat", sentence, drawn.round, table.table, entries)
    if pair in request.avoid:
        sentence = say("%(names)s should be kept apart", names=names)
        yield Breach("avoid_pair", sentence, drawn.round, table.table, entries)


def _still_to_meet(
    request: DrawRequest, met: Mapping[frozenset[str], int], times: int
) -> Iterator[Breach]:
    groups = groups_apart(request)
    for one, other in combinations(request.active, 2):
        if groups[one.id] != groups[other.id]:
            continue
        left = times - met.get(frozenset((one.id, other.id)), 0)
        if left > 0:
            sentence = say(
                "%(one)s and %(other)s have still to meet; matches missing: %(left)d",
                one=one.called,
                other=other.called,
                left=left,
            )
            yield Breach("still_to_meet", sentence, None, None, (one.id, other.id))


def _first_deals(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    """Judge who is at home: in turn at tables of two sides, and never much before one's table."""
    firsts: Counter[str] = Counter()
    others: Counter[str] = Counter()
    tables = [[side.entries for side in match.sides] for match in request.history.matches]
    for sides in tables:
        _count_first(sides, firsts, others)
    for drawn in to_come:
        for table in drawn.tables:
            if len(table.sides) > 2:
                yield from _first_too_often(request, drawn, table, firsts)
            _count_first(table.sides, firsts, others)
    if not any(len(table.sides) > 2 for drawn in to_come for table in drawn.tables):
        yield from _homes_out_of_balance(request, firsts, others)


def _count_first(
    sides: Sequence[Sequence[str]], firsts: Counter[str], others: Counter[str]
) -> None:
    if sides:
        firsts.update(sides[0])
    for side in sides[1:]:
        others.update(side)


def _first_too_often(
    request: DrawRequest, drawn: DrawnRound, table: DrawnTable, firsts: Mapping[str, int]
) -> Iterator[Breach]:
    first = table.entries[0]
    fewest = min(table.entries, key=lambda entry: firsts.get(entry, 0))
    if firsts.get(first, 0) - firsts.get(fewest, 0) > 0:
        sentence = say(
            "first deals so far: %(first)s %(often)d, %(fewest)s %(seldom)d; "
            "let %(fewest)s deal first",
            first=request.names([first]),
            often=firsts.get(first, 0),
            fewest=request.names([fewest]),
            seldom=firsts.get(fewest, 0),
        )
        yield Breach("first_deal", sentence, drawn.round, table.table, (first, fewest))


def _homes_out_of_balance(
    request: DrawRequest, firsts: Mapping[str, int], others: Mapping[str, int]
) -> Iterator[Breach]:
    for entry in request.active:
        home, away = firsts.get(entry.id, 0), others.get(entry.id, 0)
        if abs(home - away) > 2:
            sentence = say(
                "%(entry)s has the first deal %(home)d times and the opponents %(away)d times",
                entry=entry.called,
                home=home,
                away=away,
            )
            yield Breach("first_deal", sentence, None, None, (entry.id,))
