"""Winners move: the winners of a table go up one, losers stay, the head's losers go to the last.

Single players get a new partner every round, one who stayed with one who came; pairs stay
together. Sources in formats.md, section 6: Moyoung pitch, Ohio euchre, the silver games of
Franklin county (nobody the same partner twice), the World Series of Pinochle (cards for partners).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Annotated

from games.sentences import say
from league.play.rounds.drawing.breaches import Breach, partners_again, wrong_tables
from league.play.rounds.drawing.candidate import (
    MOST_MIXED_ROUNDS,
    SEED,
    USUAL_TABLE,
    Candidate,
    lengths,
    make_two_sided_candidate,
    sizes_with_two_sides,
)
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.drawn import Draw, DrawnRound, DrawnTable, Reason
from league.play.rounds.drawing.format import Format, Way
from league.play.rounds.drawing.night import Night
from league.play.rounds.drawing.request import DrawRequest, options_asked
from league.play.rounds.drawing.stage_options import (
    BY_LOT,
    DrawOrder,
    Order,
    options_of,
    said,
)
from league.play.rounds.drawing.table_moves import going, needs, partners
from league.play.rounds.drawing.table_moves.evening import Evening, explain_movers, why_sits_out
from league.play.rounds.drawing.table_moves.going import Mover
from league.play.rounds.drawing.table_moves.needs import Arranged, Ties, arrange
from league.play.rounds.drawing.table_moves.partners import CARDS, NO_REPEAT, SPLIT, Split
from league.play.rounds.drawing.table_moves.results import LOT


class Options(Order, frozen=True, kw_only=True):
    """How partners are found, what decides a level table, and who begins where.

    `partners`: "split" looks for new ones at the table, "no_repeat" lets players change tables for
    them, "cards" are drawn. `ties`: "lot", or "play_off" to refuse until somebody has won.
    """

    order: DrawOrder = BY_LOT
    pairs: bool = False
    partners: Annotated[
        str,
        said(
            say("New partners"),
            say("How single players find their partner of the next round."),
            (SPLIT, say("who arrives sits with one who stayed")),
            (NO_REPEAT, say("nobody gets the same partner twice if it can be helped")),
            (CARDS, say("cards are drawn for partners")),
            for_singles=True,
        ),
    ] = SPLIT
    head_stays_together: Annotated[
        bool,
        said(
            say("The winners at the head table stay together"),
            say("Everywhere else partners are split."),
            for_singles=True,
        ),
    ] = False
    ties: Ties = LOT

    @property
    def at_a_table(self) -> int:
        return 2 if self.pairs else 4


OPTIONS = options_of(Options)
FOR_PLAYERS = [option.name for option in OPTIONS if option.for_singles]


def draw_winners_move(request: DrawRequest) -> Draw:
    """Return the next round. Raises CannotDraw where the last one lacks a result."""
    options = read_options(request)
    needs.check_request(request, at_a_table=options.at_a_table)
    _check_sides(request, options)
    arranged = arrange(
        request, options, going.winners_move, at_a_table=options.at_a_table, ties=options.ties
    )
    evening = Evening(request)
    if options.pairs:
        tables = [
            evening.pairs_table(
                number, [mover.entry for mover in movers], explain_movers(request, movers, number)
            )
            for number, movers in enumerate(arranged.tables, start=1)
        ]
    else:
        tables = _Partners(request, options, evening).tables(arranged)
    drawn = DrawnRound(
        round=request.next_round,
        tables=tuple(tables),
        sit_outs=tuple(arranged.sit_outs),
        why=(*arranged.why, *why_sits_out(request, arranged.sit_outs, options.at_a_table)),
    )
    return evening.draw(drawn, options.seed)


def read_options(request: DrawRequest) -> Options:
    options = options_asked(request, Options)
    sent = [key for key in FOR_PLAYERS if request.options.get(key) is not None]
    if options.pairs and sent:
        raise impossible(
            "useless_option",
            say(
                "pairs stay together, so options.%(key)s has no meaning for them; leave it out, or "
                "let single players compete",
                key=sent[-1],
            ),
            path=f"options.{sent[-1]}",
        )
    return options


def _check_sides(request: DrawRequest, options: Options) -> None:
    size = options.at_a_table // 2
    for match in request.history.matches:
        if any(len(side.entries) > size for side in match.sides):
            raise impossible(
                "wrong_sides",
                say(
                    "round %(round)d of the history has a table of %(names)s with more than "
                    "%(size)d on a side; single players sit two on a side, pairs are one entry",
                    round=match.round,
                    names=request.names(match.entries),
                    size=size,
                ),
                path="history",
            )


class _Partners:
    """Finds partners for single players and seats them."""

    def __init__(self, request: DrawRequest, options: Options, evening: Evening) -> None:
        self.request = request
        self.options = options
        self.evening = evening

    def tables(self, arranged: Arranged) -> list[DrawnTable]:
        seated = arranged.tables
        exchanged: Sequence[tuple[str, str]] = ()
        if self.options.partners == NO_REPEAT:
            seated, exchanged = partners.exchange_for_new_partners(seated, self._repeats)
            moved = {entry for pair in exchanged for entry in pair}
            seated = [
                [m._replace(table=number) if m.entry in moved else m for m in movers]
                for number, movers in enumerate(seated, start=1)
            ]
        tables: list[DrawnTable] = []
        for number, movers in enumerate(seated, start=1):
            split, why = self._split(movers, number)
            reasons = [
                *explain_movers(self.request, movers, number),
                *self._why_exchanged(movers, exchanged),
                *why,
                *partners.why_partners(self.request, split, self.evening.past),
            ]
            tables.append(self.evening.partners_table(number, split, reasons))
        return tables

    def _splits(self, movers: Sequence[Mover]) -> list[Split]:
        together = self.options.head_stays_together
        return partners.splits_of(movers, self.evening.past, together=together)

    def _repeats(self, movers: Sequence[Mover]) -> int:
        past = self.evening.past
        return min(partners.repeats_in(split, past) for split in self._splits(movers))

    def _split(self, movers: Sequence[Mover], number: int) -> tuple[Split, list[Reason]]:
        splits = self._splits(movers)
        # repeatable on purpose: the seed is part of the answer
        lot = f"{self.options.seed} {self.request.next_round} {number}"
        rng = Random(lot)  # noqa: S311  # nosec B311
        if self.options.partners == CARDS and len(splits) > 1:
            split, sentence = partners.split_by_cards(self.request, splits, rng)
            return split, [Reason("cards", sentence)]
        return partners.best_split(splits, self.evening.past, rng), []

    def _why_exchanged(
        self, movers: Sequence[Mover], exchanged: Iterable[tuple[str, str]]
    ) -> Iterable[Reason]:
        here = {mover.entry for mover in movers}
        for pair in exchanged:
            if here & set(pair):
                sentence = say(
                    "%(names)s have changed tables, so that nobody has a partner twice",
                    names=self.request.names(pair),
                )
                yield Reason("exchanged", sentence)


def judge_winners_move(request: DrawRequest, to_come: Sequence[DrawnRound]) -> Iterator[Breach]:
    """Yield what the rounds break, where nobody should have a partner twice also that."""
    options = read_options(request)
    partners = Counter(
        frozenset(side.entries) for match in request.history.matches for side in match.sides
    )
    for drawn in to_come:
        yield from wrong_tables(request, drawn, options.at_a_table // 2)
        for table in drawn.tables:
            for side in map(frozenset, table.sides):
                if len(side) == 2 and partners[side] and options.partners == NO_REPEAT:
                    yield partners_again(request, drawn, table, side, partners)
                partners[side] += 1


def _single_players(night: Night) -> Iterator[Candidate]:
    """Single players at tables of four: winners go up, and all get other partners."""
    for size in sizes_with_two_sides(night):
        if size.seats != USUAL_TABLE or night.players < 2 * USUAL_TABLE:
            continue
        for rounds, deals in lengths(night, size.seats, most_rounds=MOST_MIXED_ROUNDS):
            options = {"pairs": False, **SEED}
            yield make_two_sided_candidate(
                size, FORMAT.id, rounds, deals, singles=True, options=options
            )


FORMAT = Format(
    id="winners_move",
    label=say("Winners move"),
    help=say(
        "Winners go up a table, losers stay, the head table's losers go to the last; single "
        "players get a new partner every round. Any number can play."
    ),
    who="partners",
    all_at_once=False,
    results="needed",
    rests="sit_out",
    options=OPTIONS,
    filled=frozenset({"seed", "pairs"}),
    draw=draw_winners_move,
    judge=judge_winners_move,
    ways=(Way(9, _single_players),),
    cost=None,
    seats=(4,),
    pairs_too=True,
)
