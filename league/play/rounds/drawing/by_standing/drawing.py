"""Swiss, Monrad and Danish: one round at a time, in which whoever is about level meets.

Sources: FIDE Handbook C.04 (order of the penalties, bye, floats, accelerated pairing by C.04.5.1)
and the Monrad of Magic Contest (magicscoring.com). A round follows from the request alone: what has
been played, edited by hand or cannot be kept any more is a fact to go on from, never an error.
"""

from collections.abc import Callable, Sequence
from random import Random

from games.sentences import Sentence, say
from league.foundation.doors.reasons import Called
from league.play.rounds.drawing.by_standing.field import Field, read_field
from league.play.rounds.drawing.by_standing.matching import quality_of
from league.play.rounds.drawing.by_standing.pairing import pair_field
from league.play.rounds.drawing.by_standing.ranked import RankedReasons, Ranking
from league.play.rounds.drawing.by_standing.reasons import SwissReasons, shown, why_bye
from league.play.rounds.drawing.by_standing.record import Pair
from league.play.rounds.drawing.by_standing.swiss_variant import Options, SwissVariant, read_options
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.drawn import Draw, DrawnRound, DrawnTable, Reason
from league.play.rounds.drawing.request import DrawRequest, check_round_is_open

Why = Callable[[Pair], Sequence[Reason]]


def draw_by_standing(variant: SwissVariant, request: DrawRequest) -> Draw:
    """Return the round asked for, or the next one, drawn by this variant.

    Swiss: the round with the fewest penalties, as `penalties` orders them. Monrad: from the top,
    each meets the best placed it has not met. Danish: the first meets the second, and so on.
    Raises CannotDraw for options that are not known and for fewer than two entries.
    """
    options = read_options(request, variant)
    number = round_asked(request)
    check_round(request, options, number)
    field = read_field(request, options, number)
    pairs, why = paired(options, field)
    deals = FirstDeals(field, options)
    tables: list[DrawnTable] = []
    byes: list[int] = []
    for pair in pairs:
        if pair[1] == field.nobody:
            byes.append(pair[0])
            continue
        (first, second), reason = deals.give(len(tables) + 1, pair)
        tables.append(
            DrawnTable(
                table=len(tables) + 1,
                sides=((field.entries[first].id,), (field.entries[second].id,)),
                why=(*why(pair), reason),
            )
        )
    drawn = DrawnRound(
        round=number,
        tables=tuple(tables),
        byes=tuple(field.entries[place].id for place in byes),
        why=(*(why_bye(field, place) for place in byes), *_why_round(request, options, field)),
    )
    return Draw(rounds=(drawn,), quality=quality_of(request, options, field, drawn))


def paired(options: Options, field: Field) -> tuple[list[Pair], Why]:
    """Return the tables from the top, as pairs of places, and what explains each of them."""
    if not options.in_order:
        pairs = pair_field(field)
        swiss = SwissReasons(field, pairs)
        return pairs, lambda pair: tuple(swiss.of(pair))
    ranking = Ranking(field, may_repeat(options, field))
    pairs = ranking.pairs()
    ranked = RankedReasons(ranking, pairs)
    return pairs, lambda pair: tuple(ranked.of(pair))


def may_repeat(options: Options, field: Field) -> int:
    """Return how many places from the top may meet each other again."""
    return {"none": 0, "top_half": -(-field.size // 2), "allowed": field.size}[options.repeats]


def round_asked(request: DrawRequest) -> int:
    return request.round if request.round is not None else request.next_round


def check_round(request: DrawRequest, options: Options, number: int) -> None:
    check_round_is_open(request)
    if request.rounds is not None and number > request.rounds:
        raise impossible(
            "too_many_rounds",
            say(
                "there are %(rounds)d rounds in all, so there is no round %(number)d; "
                "ask for at most %(rounds)d, or for more rounds",
                rounds=request.rounds,
                number=number,
            ),
            path="rounds" if request.round is None else "round",
        )
    if options.is_accelerated and request.rounds is None:
        raise impossible(
            "rounds_unknown",
            say(
                "an accelerated start needs the number of rounds in all, for it ends half-way; "
                "give rounds, or draw without it"
            ),
            path="rounds",
        )


def _why_round(request: DrawRequest, options: Options, field: Field) -> list[Reason]:
    why = []
    if options.delayed and field.number > 1:
        sentence = say(
            "drawn by the scores after round %(round)d, so that the tables are known early",
            round=max(0, field.number - 2),
        )
        why.append(Reason("delayed", sentence))
    if options.is_accelerated and field.bonus:
        sentence = say(
            "accelerated start: the upper half is drawn with %(bonus)s more than it has won",
            bonus=shown(field.bonus),
        )
        why.append(Reason("accelerated", sentence))
    if field.without_result:
        sentence = say(
            "tables behind without a result: %(count)d; they count for nothing in this draw",
            count=field.without_result,
        )
        why.append(Reason("without_result", sentence))
    if options.uses_lot(field.number):
        sentence = say("drawn by lot, with the seed %(seed)d", seed=options.seed)
        why.append(Reason("lot", sentence))
    return why


# Who of two deals first.


class FirstDeals:
    """Gives the first deal at the tables of a round, one after the other from the top."""

    def __init__(self, field: Field, options: Options) -> None:
        self.field = field
        self.way = options.first_deal
        # repeatable on purpose: the seed is part of the answer
        self._lot = Random(f"{options.seed} {field.number} first deals")  # noqa: S311  # nosec B311

    def give(self, table: int, pair: Pair) -> tuple[Pair, Reason]:
        """Return (who deals first, the other), and why."""
        better, other = pair
        match self.way:
            case "higher":
                first, why = better, say("the higher placed has the first deal")
            case "lot":
                first, why = self._lot.choice(pair), say("the first deal went by lot")
            case _:
                first, why = self._in_turn(table, pair)
        return (first, other if first == better else better), Reason("first_deal", why)

    def _in_turn(self, table: int, pair: Pair) -> tuple[int, Sentence]:
        """Choose who had it less often, then who did not have it last, then up and down in turn."""
        better, other = pair
        surplus, last = self.field.surplus, self.field.last_deal
        if surplus[better] != surplus[other]:
            first = min(pair, key=surplus.__getitem__)
            sentence = say("%(entry)s has had the first deal less often", entry=self._name(first))
        elif last[better] != last[other]:
            first = min(pair, key=last.__getitem__)
            sentence = say(
                "%(entry)s has waited longer for the first deal", entry=self._name(first)
            )
        else:
            first = better if table % 2 else other
            sentence = say(
                "level in first deals too: at tables with an odd number the higher placed has it"
            )
        return first, sentence

    def _name(self, place: int) -> Called:
        return Called((self.field.entries[place],))
