"""The field before a round: everybody who can be drawn, best first, with what they bring along.

Entries are counted by their place in this order, from 0. Where their number is odd one of them
meets "nobody", who stands at the place after the last one: that is the bye.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from games.sentences import say
from league.foundation.doors.reading import Number
from league.foundation.doors.request_files import Entry
from league.play.rounds.drawing.by_standing.record import Meetings, Pair, Record
from league.play.rounds.drawing.by_standing.swiss_variant import Options
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """All sequences go by place; `number` is the round, `pattern` says who meets whom when level.

    `scores` are those of the draw, `groups` count the different scores from the top, `positions`
    count inside a group. `byes` were drawn; `free_rounds` are they and the wins by forfeit, which
    both use up the right to a bye; `just_sat_out` are those who had a bye in the round before.
    `surplus` is how often one dealt first more than the opponent,
    `last_deal` 1, -1 or 0 for first, not first, never; `floats` are those of the last round and of
    the one before it. `met` and `avoid` have pairs in order of place. `without_result` counts
    tables played that have no points yet; `bonus` is what an accelerated start adds for the upper
    half.
    """

    number: int
    pattern: str
    clubs_apart: bool
    entries: Sequence[Entry]
    numbers: Sequence[int]
    scores: Sequence[Number]
    groups: Sequence[int]
    positions: Sequence[int]
    byes: Sequence[int]
    free_rounds: Sequence[int]
    just_sat_out: Sequence[bool]
    surplus: Sequence[int]
    last_deal: Sequence[int]
    floats: Sequence[tuple[int, int]]
    met: Mapping[Pair, Meetings]
    avoid: frozenset[Pair]
    without_result: int
    bonus: Number
    work: Work = field(default_factory=Work, compare=False, repr=False)

    @property
    def size(self) -> int:
        return len(self.entries)

    @property
    def is_odd(self) -> bool:
        return self.size % 2 == 1

    @property
    def nobody(self) -> int:
        return self.size

    def members(self) -> list[list[int]]:
        """Return the places of each score group by position, the best group first."""
        by_group: list[list[int]] = [[] for _ in range(self.groups[-1] + 1)]
        for place in sorted(range(self.size), key=self.positions.__getitem__):
            by_group[self.groups[place]].append(place)
        return by_group

    def may_have_bye(self) -> list[int]:
        """Return the places of those who had the fewest byes and wins by forfeit (FIDE C.04.1).

        Those who sat out the round before are not among them unless there is nobody else.
        """
        fewest = min(self.free_rounds)
        places = [place for place, rounds in enumerate(self.free_rounds) if rounds == fewest]
        return [place for place in places if not self.just_sat_out[place]] or places


def read_field(request: DrawRequest, options: Options, number: int) -> Field:
    """Return the field before the round.

    Raises CannotDraw for fewer than two entries, and for a table played that is not one entry
    against one other.
    """
    _check_size(request)
    record = Record(request, options, number)
    active = {entry.id: entry for entry in request.active}
    ids = sorted(active, key=record.rank)
    place_of = {entry: place for place, entry in enumerate(ids)}
    scores = [record.score(entry) for entry in ids]
    groups = _groups(scores)
    pattern = options.pattern(number)
    return Field(
        number=number,
        pattern=pattern,
        clubs_apart=number <= options.clubs_apart,
        entries=[active[entry] for entry in ids],
        numbers=[record.numbers[entry] for entry in ids],
        scores=scores,
        groups=groups,
        positions=_positions(groups, pattern, f"{options.seed} {number}"),
        byes=[record.byes[entry] for entry in ids],
        free_rounds=[record.free_rounds[entry] for entry in ids],
        just_sat_out=[entry in record.just_sat_out for entry in ids],
        surplus=[record.surplus[entry] for entry in ids],
        last_deal=[record.last_deal[entry] for entry in ids],
        floats=[record.floats(entry) for entry in ids],
        met=record.meetings(place_of),
        avoid=_pairs(request.avoid, place_of),
        without_result=record.without_result,
        bonus=record.bonus,
        work=request.work,
    )


def _check_size(request: DrawRequest) -> None:
    if len(request.active) < 2:
        raise impossible(
            "too_few_entries",
            say(
                "a round needs at least 2 active entries, not %(count)d; add entries",
                count=len(request.active),
            ),
            path="entries",
        )


def _groups(scores: Sequence[Number]) -> list[int]:
    groups = [0]
    for before, score in pairwise(scores):
        groups.append(groups[-1] + (score != before))
    return groups


def _positions(groups: Sequence[int], pattern: str, seed: str) -> list[int]:
    """Return each place's position inside its group; a lot mixes them."""
    positions: list[int] = []
    for group, count in sorted(Counter(groups).items()):
        inside = list(range(count))
        if pattern == "lot":
            # repeatable on purpose: the seed is part of the answer
            Random(f"{seed} {group}").shuffle(inside)  # noqa: S311  # nosec B311
        positions += inside
    return positions


def _pairs(pairs: Iterable[frozenset[str]], place_of: Mapping[str, int]) -> frozenset[Pair]:
    place_pairs = set()
    for pair in pairs:
        one, other = sorted(place_of.get(entry, -1) for entry in pair)
        if one >= 0:
            place_pairs.add((one, other))
    return frozenset(place_pairs)
