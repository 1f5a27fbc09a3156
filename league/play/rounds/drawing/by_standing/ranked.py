"""Monrad and Danish: down the ranking, everybody meets the best placed who is left.

In a Monrad nobody meets twice: the first meets the best placed it has not met, and so on. Where
those at the bottom could not be paired any more, the tables above them change, from the lowest up
and no more of them than needed. In a Danish round repeats are allowed.

Where every round has a repeat (or joins a pair to be kept apart), those with the fewest count.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from games.sentences import say
from league.foundation.doors.reasons import Called
from league.play.rounds.drawing.by_standing.field import Field
from league.play.rounds.drawing.by_standing.matching import (
    best_matching,
    near_pairs,
    nobody_need_meet_again,
    pair_all,
)
from league.play.rounds.drawing.by_standing.penalties import AVOID, REPEAT, Ints, Penalty
from league.play.rounds.drawing.by_standing.reasons import why_avoided, why_repeat
from league.play.rounds.drawing.by_standing.record import Pair
from league.play.rounds.drawing.by_standing.swiss_variant import PATTERNS
from league.play.rounds.drawing.drawn import Reason

Broken = tuple[int, int]  # repeats, pairs that should be kept apart
NOTHING: Broken = (0, 0)
MOST_IN_STEPS = 200  # a larger field that must have penalties is paired at once, by nearness


class Ranking:
    """The field on its way down. The first `may_repeat` places may meet each other again."""

    def __init__(self, field: Field, may_repeat: int = 0) -> None:
        self.field = field
        self.may_repeat = may_repeat
        self.repeats = {pair for pair in field.met if pair[1] >= may_repeat}
        self.apart: list[set[int]] = [set() for _ in range(field.size)]
        for pairs in (self.repeats, field.avoid):
            for one, other in pairs:
                self.apart[one].add(other)
                self.apart[other].add(one)

    def pairs(self) -> list[Pair]:
        """Return the tables as pairs of places, in order; who has a bye meets nobody."""
        byes = [self.bye()] if self.field.is_odd else []
        left = self.in_order([place for place in range(self.field.size) if place not in byes])
        tables = self._down(left)
        pairs = [(min(pair), max(pair)) for pair in tables]
        return pairs + [(bye, self.field.nobody) for bye in byes]

    def in_order(self, places: Sequence[int]) -> list[int]:
        """Return them as neighbours meet: by rank, or by the pattern of the first round."""
        half = len(places) // 2
        match self.field.pattern if self.field.number == 1 else "adjacent":
            case "lot":
                return sorted(places, key=self.field.positions.__getitem__)
            case "slide":
                return [
                    place for pair in zip(places, places[half:], strict=False) for place in pair
                ]
            case "fold":
                turned = places[half:][::-1]
                return [place for pair in zip(places, turned, strict=False) for place in pair]
            case _:
                return list(places)

    def bye(self) -> int:
        """Return who has the bye: of those with fewest the worst placed that costs no repeat."""
        worst_first = self.field.may_have_bye()[::-1]
        if nobody_need_meet_again([len(apart) for apart in self.apart]):
            return worst_first[0]
        fewest: dict[int, int] = {}
        for place in worst_first:
            left = [other for other in range(self.field.size) if other != place]
            fewest[place] = self._fewest(left)[0]
            if fewest[place] == 0:
                break
        return min(fewest, key=lambda place: (fewest[place], -place))

    def _down(self, left: list[int]) -> list[Pair]:
        if len(left) > MOST_IN_STEPS and not self._is_certain(left):
            return self._at_once(left)
        fewest = self._fewest(left)
        if fewest == NOTHING:
            tables, stuck = self._straight_down(left)
            if not stuck:
                return tables
            kept = self._keep(left, tables)
            seated = {place for table in kept for place in table}
            left = [place for place in left if place not in seated]
            return kept + self._step_by_step(left, NOTHING)
        return self._step_by_step(left, fewest)

    def _straight_down(self, left: Sequence[int]) -> tuple[list[Pair], bool]:
        """Pair downwards without looking ahead; True: the last of them could not be paired."""
        tables: list[Pair] = []
        waiting = dict.fromkeys(left)
        while waiting:
            first = next(iter(waiting))
            del waiting[first]
            other = next((place for place in waiting if place not in self.apart[first]), None)
            if other is None:
                return tables, True
            del waiting[other]
            tables.append((first, other))
        return tables, False

    def _keep(self, left: Sequence[int], tables: list[Pair]) -> list[Pair]:
        """Return as many of the first tables as leave the others a round without a repeat."""

        def can_go_on(kept: int) -> bool:
            seated = {place for table in tables[:kept] for place in table}
            return self._fewest([place for place in left if place not in seated]) == NOTHING

        step, kept, too_many = 1, len(tables), len(tables) + 1
        while kept and not can_go_on(kept):
            too_many, kept, step = kept, max(0, kept - step), 2 * step
        while too_many - kept > 1:
            middle = (kept + too_many) // 2
            if can_go_on(middle):
                kept = middle
            else:
                too_many = middle
        return tables[:kept]

    def _step_by_step(self, left: list[int], fewest: Broken) -> list[Pair]:
        """Pair downwards, and look each time whether the others still have no more penalties."""
        tables: list[Pair] = []
        while left:
            first, *others = left
            for other in others:
                broken = self._broken(first, other)
                if broken <= fewest:
                    rest = [place for place in others if place != other]
                    after = self._fewest(rest)
                    if (broken[0] + after[0], broken[1] + after[1]) == fewest:
                        tables.append((first, other))
                        left, fewest = rest, after
                        break
        return tables

    def _broken(self, one: int, other: int) -> Broken:
        pair = (min(one, other), max(one, other))
        return int(pair in self.repeats), int(pair in self.field.avoid)

    def _fewest(self, left: Sequence[int]) -> Broken:
        """Return what a round of these must break at least."""
        if not left or self._is_certain(left):
            return NOTHING
        one, other = self._possible(len(left))
        repeats, avoided = self._costs(left, one, other)
        matching = best_matching(len(left), one, other, [repeats, avoided], self.field.work)
        if matching is None:  # cannot be: neighbours may meet
            raise RuntimeError(f"no round for {len(left)} entries")
        return int(repeats.costs[matching].sum()), int(avoided.costs[matching].sum())

    def _is_certain(self, left: Sequence[int]) -> bool:
        among = set(left)
        return nobody_need_meet_again([len(self.apart[place] & among) for place in left])

    def _at_once(self, left: Sequence[int]) -> list[Pair]:
        one, other = self._possible(len(left))
        gap = Penalty("gap", (other - one - 1) ** 2, len(left) ** 3)
        penalties = [*self._costs(left, one, other), gap]
        matching = best_matching(len(left), one, other, penalties, self.field.work)
        if matching is None:
            raise RuntimeError(f"no round for {len(left)} entries")
        tables = zip(one[matching].tolist(), other[matching].tolist(), strict=True)
        return [(left[first], left[second]) for first, second in sorted(tables)]

    def _possible(self, count: int) -> tuple[Ints, Ints]:
        return pair_all(count) if count <= MOST_IN_STEPS else near_pairs(count)

    def _costs(self, left: Sequence[int], one: Ints, other: Ints) -> tuple[Penalty, Penalty]:
        broken = np.array(
            [
                self._broken(left[first], left[second])
                for first, second in zip(one.tolist(), other.tolist(), strict=True)
            ],
            dtype=np.int64,
        )
        half = len(left) // 2
        return Penalty(REPEAT, broken[:, 0], half), Penalty(AVOID, broken[:, 1], half)


# Why the tables of a Monrad or Danish round are as they are, in sentences.

NEXT, NOT_MET, FOR_OTHERS = "next", "not_met", "for_others"


class RankedReasons:
    """Says for each table why these two meet; `pairs` are all tables, from the top."""

    def __init__(self, ranking: Ranking, pairs: Sequence[Pair]) -> None:
        self.ranking = ranking
        self.field = ranking.field
        self._kinds = dict(_kinds(ranking, pairs))

    def of(self, pair: Pair) -> Iterator[Reason]:
        """Yield why these two meet, the main reason first."""
        if self.field.number == 1:
            yield self._first_round(pair)
        else:
            yield self._meets(pair)
        if pair in self.ranking.repeats:
            yield why_repeat(self.field, pair)
        elif pair in self.field.met:
            sentence = say(
                "they have met before (meetings so far: %(times)d), which is allowed here",
                times=self.field.met[pair][0],
            )
            yield Reason("repeat_allowed", sentence)
        yield from why_avoided(self.field, pair)

    def _first_round(self, pair: Pair) -> Reason:
        sentence = say(
            "first round: number %(one)d meets number %(other)d (%(pattern)s)",
            one=self.field.numbers[pair[0]],
            other=self.field.numbers[pair[1]],
            pattern=PATTERNS[self.field.pattern],
        )
        return Reason("first_round", sentence)

    def _meets(self, pair: Pair) -> Reason:
        one, other = pair
        kind = self._kinds[pair]
        names = {
            "one": Called((self.field.entries[one],)),
            "place": one + 1,
            "other": Called((self.field.entries[other],)),
            "below": other + 1,
        }
        if kind == NEXT:
            sentence = say(
                "%(one)s in place %(place)d meets %(other)s in place %(below)d, the next one left",
                **names,
            )
        elif kind == NOT_MET:
            sentence = say(
                "%(one)s in place %(place)d meets %(other)s in place %(below)d, the best placed "
                "one left that it has not met and need not avoid",
                **names,
            )
        else:
            sentence = say(
                "%(one)s in place %(place)d meets %(other)s in place %(below)d: a better placed "
                "one is left to those below, who could not all be paired otherwise",
                **names,
            )
        return Reason(kind, sentence)


def _kinds(ranking: Ranking, pairs: Sequence[Pair]) -> Iterator[tuple[Pair, str]]:
    """Go down the tables once more, and see who was passed over and why."""
    real = [pair for pair in pairs if pair[1] != ranking.field.nobody]
    waiting = dict.fromkeys(ranking.in_order(sorted(place for pair in real for place in pair)))
    for one, other in real:
        first = next(iter(waiting))
        second = other if first == one else one
        del waiting[first]
        passed = []
        for place in waiting:
            if place == second:
                break
            passed.append(place)
        if not passed:
            yield (one, other), NEXT
        elif all(place in ranking.apart[first] for place in passed):
            yield (one, other), NOT_MET
        else:
            yield (one, other), FOR_OTHERS
        del waiting[second]
