"""Why the tables of a Monrad or Danish round are as they are, in sentences."""

from collections.abc import Iterator, Sequence

from games.sentences import say
from league.rounds.drawing.by_standing.options import PATTERNS
from league.rounds.drawing.by_standing.ranked import Ranking
from league.rounds.drawing.by_standing.reasons import why_avoided, why_repeat
from league.rounds.drawing.by_standing.record import Pair
from league.rounds.drawing.drawn import Reason

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
            "one": self.field.entries[one].called,
            "place": one + 1,
            "other": self.field.entries[other].called,
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
