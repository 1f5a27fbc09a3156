"""The breaches of an edited round in which entries meet: second meetings, uneven first deals."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

from games.sentences import say
from league.play.rounds.drawing.breaches import (
    Breach,
    Judge,
    met_too_often,
    missing,
    still_to_meet,
    wrong_sizes,
)
from league.play.rounds.drawing.drawn import DrawnRound, DrawnTable
from league.play.rounds.drawing.movement_facts import Pair, meetings_of, opponents_at
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.within_groups import across_groups, groups_apart, playing_groups

# the fewest and the most sides that a table may have
Sizes: TypeAlias = Callable[[DrawRequest], tuple[int, int]]


def two_sides(request: DrawRequest) -> tuple[int, int]:
    return 2, 2


def judge_meetings(*, times: int | None = None, sizes: Sizes = two_sides) -> Judge:
    """Return the judge of a format in which two entries should meet `times`, or as few as can be.

    Codes: missing_entry, table_size, other_group, repeat, avoid_pair, still_to_meet, first_deal.
    """

    def judge(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
        everybody, groups = [entry.id for entry in request.active], groups_apart(request)
        apart = len(set(groups.values())) > 1
        least, most = sizes(request)
        for drawn in to_come:
            playing = playing_groups(drawn, groups)
            due = [entry for entry in everybody if not apart or groups[entry] in playing]
            yield from missing(request, drawn, due)
            yield from wrong_sizes(drawn, least, most)
        yield from across_groups(request, to_come, groups)
        yield from _meetings(request, to_come, times)
        if request.options.get("first_deal", "balanced") == "balanced":
            yield from first_deals(request, to_come)

    return judge


def _meetings(
    request: DrawRequest, to_come: Iterable[DrawnRound], times: int | None
) -> Iterator[Breach]:
    met = meetings_of(request.history)
    for drawn in to_come:
        for table in drawn.tables:
            for pair in opponents_at(table.sides):
                met[pair] += 1
                yield from met_too_often(request, drawn, table, pair, met, most=times or 1)
                if pair in request.avoid:
                    entries = tuple(sorted(pair))
                    sentence = say("%(names)s should be kept apart", names=request.names(entries))
                    yield Breach("avoid_pair", sentence, drawn.round, table.table, entries)
    if times and request.rounds is None and request.round is None:
        yield from _not_met(request, met, times)


def _not_met(request: DrawRequest, met: Mapping[Pair, int], times: int) -> Iterator[Breach]:
    groups = groups_apart(request)
    for one, other in combinations(request.active, 2):
        left = times - met.get(frozenset((one.id, other.id)), 0)
        if groups[one.id] == groups[other.id] and left > 0:
            yield still_to_meet(request, one.id, other.id, left)


def first_deals(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
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
