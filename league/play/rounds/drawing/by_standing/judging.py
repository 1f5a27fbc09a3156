"""What a round breaks, however it came about, and whether any round would break less.

The penalties are those of `penalties`, in their order. A round is the best when none costs less in
the first penalty in which they differ. For fields of up to `WHOLE` entries that is proven for all
penalties of a Swiss round, by the best matching of everybody with everybody; for larger ones for
the first penalties, those that players notice. Monrad and Danish rounds have the penalties about
byes, repeats and pairs to be kept apart.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.sentences import Sentence, say
from league.foundation.doors.reading import InvalidRequest
from league.play.rounds.drawing.breaches import Breach
from league.play.rounds.drawing.by_standing.drawing import may_repeat, paired
from league.play.rounds.drawing.by_standing.field import Field, read_field
from league.play.rounds.drawing.by_standing.matching import costs_of, pairs_of
from league.play.rounds.drawing.by_standing.pairing import WHOLE
from league.play.rounds.drawing.by_standing.penalties import (
    AGAIN,
    AVOID,
    BYE_AGAIN,
    BYE_RUNNING,
    BYE_SCORE,
    CLUB,
    DEALS,
    FAR,
    FIRST_PENALTIES,
    FLOAT_AGAIN,
    FLOATS,
    PATTERN,
    REPEAT,
)
from league.play.rounds.drawing.by_standing.reasons import shown
from league.play.rounds.drawing.by_standing.record import Pair
from league.play.rounds.drawing.by_standing.swiss_variant import Options, SwissVariant, read_options
from league.play.rounds.drawing.cannot_draw import CannotDraw, impossible
from league.play.rounds.drawing.drawn import DrawnRound
from league.play.rounds.drawing.request import DrawRequest

Costs = Mapping[tuple[str, int], int]
BYE_PLACE = "bye_place"
NOTICED = (BYE_AGAIN, BYE_RUNNING, BYE_SCORE, BYE_PLACE, FLOATS, CLUB)


class Judged(NamedTuple):
    """One penalty: what this round costs in it, and what the best round costs."""

    code: str
    sentence: Sentence
    cost: int
    fewest: int


class Judgement(NamedTuple):
    """The penalties in their order, those of no table left out.

    `worse` is the first penalty in which another round is better; None: this is the best round.
    `is_proven` says that the comparison is with the best round there is, in every penalty.
    """

    penalties: tuple[Judged, ...]
    worse: Judged | None
    is_proven: bool

    def breaks_too_often(self, code: str) -> bool:
        """Say whether the round has the penalty more often than the best round does."""
        return any(
            penalty.code == code and penalty.cost > penalty.fewest for penalty in self.penalties
        )

    def needless(self) -> Iterator[Judged]:
        """Yield the penalties that a director notices and the round has without need."""
        seen = set()
        for penalty in self.penalties:
            if (
                penalty.cost > penalty.fewest
                and penalty.code in NOTICED
                and penalty.code not in seen
            ):
                seen.add(penalty.code)
                yield penalty


def judge_round(variant: SwissVariant, request: DrawRequest, drawn: DrawnRound) -> Judgement:
    """Return how the round compares with the best one.

    Raises CannotDraw for a round in which not everybody stands in exactly one place, or which has
    a table that is not one entry against one other.
    """
    options = read_options(request, variant)
    field = read_field(request, options, drawn.round)
    _check_placed(request, drawn)
    pairs = pairs_of(field, drawn)
    best, _ = paired(options, field)
    costs, fewest = _costs(options, field, pairs), _costs(options, field, best)
    judged = tuple(
        Judged(penalty[0], _sentence(field, penalty), cost, fewest[penalty])
        for penalty, cost in costs.items()
        if cost or fewest[penalty]
    )
    first = next((penalty for penalty in judged if penalty.cost != penalty.fewest), None)
    worse = first if first is not None and first.cost > first.fewest else None
    return Judgement(judged, worse, _is_proven(options, field, fewest, best))


def drop_needful(
    variant: SwissVariant,
    request: DrawRequest,
    to_come: Sequence[DrawnRound],
    breaches: list[Breach],
) -> list[Breach]:
    """Leave out breaches that no round could avoid, and add penalties that the best one avoids."""
    try:
        judged = {drawn.round: judge_round(variant, request, drawn) for drawn in to_come[:1]}
    except CannotDraw as fault:  # it is not a round at all; a breach may say so already
        is_reported = any(breach.round == to_come[0].round for breach in breaches)
        return breaches if is_reported else [Breach(fault.code, fault.sentence, to_come[0].round)]
    except InvalidRequest as fault:
        raise CannotDraw.because_of(fault) from fault
    penalties = {"repeat": REPEAT, "avoid_pair": AVOID}
    needless = [
        breach
        for breach in breaches
        if breach.code not in penalties
        or breach.round not in judged
        or judged[breach.round].breaks_too_often(penalties[breach.code])
    ]
    for number, judgement in judged.items():
        for penalty in judgement.needless():
            sentence = say(
                "%(what)s: %(cost)d, where %(fewest)d would do",
                what=penalty.sentence,
                cost=penalty.cost,
                fewest=penalty.fewest,
            )
            needless.append(Breach(penalty.code, sentence, number))
    return needless


def _check_placed(request: DrawRequest, drawn: DrawnRound) -> None:
    placed = [entry for table in drawn.tables for entry in table.entries]
    placed += [*drawn.byes, *drawn.sit_outs]
    is_sound = sorted(placed) == sorted(entry.id for entry in request.active)
    sides = [[len(side) for side in table.sides] for table in drawn.tables]
    if not is_sound or drawn.sit_outs or any(count != [1, 1] for count in sides):
        raise impossible(
            "not_a_round",
            say(
                "round %(round)d cannot be compared: everybody who is in must be at one table of "
                "two, or have the bye",
                round=drawn.round,
            ),
            path="rounds",
        )


def _costs(options: Options, field: Field, pairs: Sequence[Pair]) -> dict[tuple[str, int], int]:
    costs = costs_of(field, list(pairs))
    extra = max(0, sum(other == field.nobody for _, other in pairs) - 1)
    costs[BYE_AGAIN, 0] += extra * (1 + max(field.free_rounds))
    if not options.in_order:
        if field.size > WHOLE:
            return {
                penalty: cost for penalty, cost in costs.items() if penalty[0] in FIRST_PENALTIES
            }
        return costs
    allowed = may_repeat(options, field)
    repeats = sum(pair in field.met and pair[1] >= allowed for pair in pairs)
    byes = [place for place, other in pairs if other == field.nobody]
    return {
        (BYE_AGAIN, 0): costs[BYE_AGAIN, 0],
        (BYE_RUNNING, 0): costs[BYE_RUNNING, 0],
        (REPEAT, 0): repeats,
        (BYE_PLACE, 0): sum(field.size - 1 - place for place in byes),
        (AVOID, 0): costs[AVOID, 0],
    }


def _is_proven(options: Options, field: Field, fewest: Costs, best: Sequence[Pair]) -> bool:
    """Say whether no round can cost less: by the matching of all with all, or by plain bounds."""
    if field.size <= WHOLE or options.in_order:
        return True
    bye = next((place for place, other in best if other == field.nobody), None)
    if any(fewest[code, 0] for code in (BYE_AGAIN, REPEAT, AVOID)):
        return False
    if bye is not None and field.groups[bye] != field.groups[field.may_have_bye()[-1]]:
        return False
    return all(fewest[FLOATS, group] == odd for group, odd in enumerate(_odd(field, bye)))


def _odd(field: Field, bye: int | None) -> Iterator[int]:
    """Yield for the edge below each group but the last 1 where an odd number is above it, else 0.

    So many tables must join both sides of the edge at least.
    """
    above = 0
    for group, places in enumerate(field.members()[:-1]):
        above += len(places) - (bye is not None and field.groups[bye] == group)
        yield above % 2


def _sentence(field: Field, penalty: tuple[str, int]) -> Sentence:
    code, group = penalty
    if code != FLOATS:
        return SENTENCES[code]
    score = next(score for score, at in zip(field.scores, field.groups, strict=True) if at == group)
    return say("tables of one with %(score)s or more and one with less", score=shown(score))


SENTENCES: dict[str, Sentence] = {
    BYE_AGAIN: say(
        "the bye goes to somebody who had more byes and wins by forfeit than others, or there is "
        "more than one bye"
    ),
    BYE_RUNNING: say("the bye goes to somebody who sat out the round before, too"),
    REPEAT: say("tables of two who have met before"),
    BYE_SCORE: say("score groups below the one that has the bye"),
    BYE_PLACE: say("places below the one that has the bye"),
    AVOID: say("tables of two who should be kept apart"),
    AGAIN: say("repeats of meetings that were many or not long ago"),
    CLUB: say("tables of two of the same club"),
    FAR: say("floats over more than one score group"),
    FLOAT_AGAIN: say("floats of somebody who floated the same way in the last two rounds"),
    DEALS: say("first deals that cannot be shared evenly"),
    PATTERN: say("distance from the pattern inside the score groups"),
}
