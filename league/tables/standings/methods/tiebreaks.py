"""Tie-breaks: each is one value with its name for people, what it counts, and its addends.

Most are sums of addends; head-to-head and play-offs depend on who is level when they are applied.
`TIEBREAKS` lists them in the order in which forms offer them.

Sources: FIDE Tie-Break Regulations (C.07) in force since 1 March 2026; for changing partners EBU
White Book 143.5. What stands
in for the opponent of a round not played is calculated in `unplayed`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from operator import mul, sub

from games.sentences import Sentence, say
from league.foundation.doors.played import DealFacts
from league.foundation.doors.reading import Number
from league.tables.standings.methods.addends import (
    Addend,
    Breakdown,
    Column,
    Columns,
    Cut,
    added_up,
    addends_of,
    by_opponents,
    everybody,
    in_deals,
    list_table_lines,
    list_unplayed_lines,
    make_cut,
    only_highest,
    opponents,
    partners,
    summed,
    without_first,
)
from league.tables.standings.methods.head_to_head import Encounters
from league.tables.standings.methods.ledger import Ledger, average
from league.tables.standings.methods.matches.awards import WON
from league.tables.standings.methods.unplayed import Reason, Unplayed


class Fact(StrEnum):
    """What the matches must say besides their points for a tie-break to count it."""

    SETS = "sets"
    BIDS_MADE = "bids_made"
    HIGHEST_DEAL = "highest_deal"
    FIRST_DEAL = "first_deal"


# the facts that each side of a match states of its deals, and how they are read
FACTS_OF_DEALS: Mapping[Fact, Callable[[DealFacts], Number | None]] = {
    Fact.SETS: lambda facts: facts.sets,
    Fact.BIDS_MADE: lambda facts: facts.bids_made,
    Fact.HIGHEST_DEAL: lambda facts: facts.highest_deal,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreak:
    """A tie-break: its name in requests, `label` and `help` for people, the facts it needs.

    The higher number is ahead, unless `lower_is_ahead`.
    """

    name: str
    label: Sentence
    help: Sentence
    lower_is_ahead: bool = False
    needs: Fact | None = None

    @property
    def needs_deals(self) -> bool:
        """Whether the sides of a match must say what happened in its deals."""
        return self.needs in FACTS_OF_DEALS


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum(TieBreak):
    """The sum of the addends except those that are cut, divided by that of the divisor, if any.

    Where the sum of the divisor is less than `at_least`, `at_least` takes its place; where it is
    0, the number is 0 and its breakdown is empty. With `joins_deals`, several deals against the
    same opponents in a round are shown as one addend.
    """

    addends: Callable[[Ledger], Columns]
    cut: Cut | None = None
    divisor: Callable[[Ledger], Columns] | None = None
    at_least: Addend | None = None
    joins_deals: bool = False

    def numbers(self, ledger: Ledger) -> list[Number]:
        """Return the number of every entry."""
        totals = added_up(self.addends(ledger), ledger.size, self.cut)
        if self.divisor is None:
            return totals
        divisors = added_up(self.divisor(ledger), ledger.size)
        if self.at_least is not None:
            least = self.at_least.value
            divisors = [max(total, least) for total in divisors]
        return [average(*pair) for pair in zip(totals, divisors, strict=True)]

    def breakdown(self, ledger: Ledger, entry: int) -> Breakdown:
        """Return the addends, and the divisor, that make the number of one entry."""
        addends = self._shown(addends_of(self.addends(ledger), entry, self.cut))
        if self.divisor is None:
            return Breakdown(addends=addends)
        divisor = self._shown(addends_of(self.divisor(ledger), entry))
        if self.at_least is not None and summed(divisor) < self.at_least.value:
            divisor = (self.at_least,)
        if not summed(divisor):
            return Breakdown(addends=())
        return Breakdown(addends=addends, divisor=divisor)

    def _shown(self, addends: Iterable[Addend]) -> tuple[Addend, ...]:
        return tuple(by_opponents(addends) if self.joins_deals else addends)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadToHead(TieBreak):
    """Points in the matches among those who are level; its addends are the encounters."""

    encounters: Callable[[Ledger], Encounters]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOff(TieBreak):
    """Points in the play-offs of those who are level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot(TieBreak):
    """Drawn from the seed of the request; adds up nothing."""


# --------------------------------------------------------- results of the entry itself


def _points(ledger: Ledger) -> Columns:
    """The entry's points at the table, without those for byes and forfeits."""
    words = say("round %(round)d, points against %(names)s")
    return [Column(words=words, lines=list_table_lines(ledger), values=ledger.points)]


def _leads(ledger: Ledger) -> Columns:
    """The entry's points minus the opponents'; at tables of several sides minus their average."""
    words = say("round %(round)d, points ahead of %(names)s")
    return [Column(words=words, lines=list_table_lines(ledger), values=ledger.ahead)]


def _points_against(ledger: Ledger) -> Columns:
    """The opponents' points; at tables of several sides their average."""
    words = say("round %(round)d, points of %(names)s")
    against = list(map(sub, ledger.points, ledger.ahead))
    return [Column(words=words, lines=list_table_lines(ledger), values=against)]


def _matches(ledger: Ledger) -> Columns:
    """How many matches were played at a table."""
    words = say("matches at a table")
    return [Column(words=words, lines=everybody(ledger), values=ledger.played)]


def _wins(ledger: Ledger) -> Columns:
    """1 for each match won, also by forfeit; a table of several sides has one winner."""
    won = [line for line, outcome in enumerate(ledger.outcomes) if outcome == WON]
    return [_won(ledger, won), _forfeits(ledger)]


def _wins_with_first_deal(ledger: Ledger) -> Columns:
    """1 for each match won at the table by the side that dealt first."""
    pairs = enumerate(zip(ledger.outcomes, ledger.firsts, strict=True))
    won = [line for line, (outcome, first) in pairs if first and outcome == WON]
    return [_won(ledger, won)]


def _played(ledger: Ledger) -> Columns:
    """1 for each match at a table, and for those won because the other side did not come."""
    words = say("round %(round)d against %(names)s")
    ones = [1] * len(ledger.entries)
    return [Column(words=words, lines=list_table_lines(ledger), values=ones), _forfeits(ledger)]


def _won(ledger: Ledger, lines: Sequence[int]) -> Column:
    words = say("round %(round)d, won against %(names)s")
    return Column(words=words, lines=list_table_lines(ledger).only(lines), values=[1] * len(lines))


def _forfeits(ledger: Ledger) -> Column:
    won = [
        (entry, missed)
        for entry, missed in _unplayed(ledger)
        if missed.reason is Reason.FORFEIT_WON
    ]
    words = say("round %(round)d against %(names)s, won by forfeit")
    return Column(words=words, lines=list_unplayed_lines(won), values=[1] * len(won))


def _unplayed(ledger: Ledger) -> Iterator[tuple[int, Unplayed]]:
    return ((entry, missed) for entry, rounds in ledger.unplayed.items() for missed in rounds)


def _running_scores(ledger: Ledger) -> Columns:
    """The score of the entry after each round, in the order of the rounds."""
    results: dict[int, list[tuple[int, Number]]] = defaultdict(list)
    lines = zip(ledger.entries, ledger.numbers, ledger.results, strict=True)
    for entry, number, result in lines:
        results[number].append((entry, result))
    for entry, missed in _unplayed(ledger):
        results[missed.round].append((entry, missed.result))
    words = say("score after round %(round)d")
    columns: list[Column] = []
    scores: list[Number] = [0] * ledger.size
    for number in range(1, ledger.rounds + 1):
        scores = scores.copy()
        for entry, result in results.get(number, ()):
            scores[entry] += result
        columns.append(Column(words=words, lines=everybody(ledger, number), values=scores))
    return columns


def _read_deal_facts(fact: Fact) -> Callable[[Ledger], Columns]:
    """What the sides say of their deals, match by match."""
    number = FACTS_OF_DEALS[fact]

    def in_deals_of(ledger: Ledger) -> Columns:
        values = [number(deal_fact.facts) for deal_fact in ledger.deal_facts]
        chosen = [line for line, value in enumerate(values) if value is not None]
        return [
            Column(
                words=say("round %(round)d against %(names)s"),
                lines=in_deals(ledger, chosen),
                values=[value for value in values if value is not None],
            )
        ]

    return in_deals_of


# ------------------------------------------------- the scores of opponents and partners


def _scores_of_opponents(ledger: Ledger) -> Columns:
    """The scores of all opponents met at a table."""
    words = say("round %(round)d against %(names)s, whose score it is")
    return [Column(words=words, lines=opponents(ledger), values=_theirs(ledger))]


def _theirs(ledger: Ledger) -> list[Number]:
    adjusted = ledger.adjusted
    return [adjusted[other] for other in ledger.opponents]


def _scores_of_partners(ledger: Ledger) -> Columns:
    """The scores of all partners, once for each round played together."""
    words = say("played with %(names)s, whose score it is")
    adjusted = ledger.adjusted
    theirs = [adjusted[other] for other in ledger.partners]
    return [Column(words=words, lines=partners(ledger), values=theirs)]


def _buchholz(ledger: Ledger) -> Columns:
    """The scores of all opponents; rounds not played count the score that `unplayed` puts there."""
    rounds, scores = _stand_ins(ledger)
    words = say("round %(round)d, %(why)s: the score of who stands in for the opponent")
    absent = Column(words=words, lines=list_unplayed_lines(rounds), values=scores)
    return [*_scores_of_opponents(ledger), absent]


def _stand_ins(ledger: Ledger) -> tuple[list[tuple[int, Unplayed]], list[Number]]:
    """Return the rounds not played, and the score of who stands in for the opponent in each."""
    stand_ins = [
        (entry, *stand_in) for entry in ledger.unplayed for stand_in in ledger.stand_ins(entry)
    ]
    return [(entry, missed) for entry, missed, _ in stand_ins], [score for _, _, score in stand_ins]


def _sonneborn_berger(ledger: Ledger) -> Columns:
    """The points of each match times that opponent's score, and the same for rounds not played."""
    made, theirs = ledger.results_against, _theirs(ledger)
    rounds, scores = _stand_ins(ledger)
    results = [missed.result for _, missed in rounds]
    return [
        Column(
            words=say(
                "round %(round)d against %(names)s: made %(made)s, times their score %(score)s"
            ),
            lines=opponents(ledger),
            values=list(map(mul, made, theirs)),
            made=made,
            scores=theirs,
        ),
        Column(
            words=say(
                "round %(round)d, %(why)s: gave %(made)s, times the score %(score)s of who stands "
                "in for the opponent"
            ),
            lines=list_unplayed_lines(rounds),
            values=list(map(mul, results, scores)),
            made=results,
            scores=scores,
        ),
    ]


def _koya(ledger: Ledger) -> Columns:
    """The points against entries that have at least half of the possible points."""
    strong = _at_least_half(ledger)
    made = ledger.results_against
    met = [line for line, other in enumerate(ledger.opponents) if strong[other]]
    missed = [(entry, one) for entry, one in _unplayed(ledger) if _all_strong(one, strong)]
    return [
        Column(
            words=say(
                "round %(round)d against %(names)s, with at least half of the possible points"
            ),
            lines=opponents(ledger).only(met),
            values=[made[line] for line in met],
        ),
        Column(
            words=say("round %(round)d, %(why)s"),
            lines=list_unplayed_lines(missed),
            values=[one.result for _, one in missed],
        ),
    ]


def _at_least_half(ledger: Ledger) -> list[bool]:
    """Return which entries have at least half of the possible points.

    Possible are the points of a win in every match, and in every bye or forfeit that gave points.
    A method without a highest score (points at the table) has no half: there an entry counts that
    made at least as many points as its opponents.
    """
    win = ledger.method.worths.get("win")
    if win is None:
        return [lead >= 0 for lead in ledger.sums(ledger.ahead)]
    if ledger.method.is_average:
        return [score >= Fraction(win) / 2 for score in ledger.scores]
    possible = ledger.played.copy()
    for entry, missed in _unplayed(ledger):
        possible[entry] += bool(missed.result)
    return [
        2 * score >= win * matches for score, matches in zip(ledger.scores, possible, strict=True)
    ]


def _all_strong(missed: Unplayed, strong: list[bool]) -> bool:
    return bool(missed.opponents) and all(strong[other] for other in missed.opponents)


# --------------------------------------------------------------------------- the registry


def by_name(*tiebreaks: TieBreak) -> Mapping[str, TieBreak]:
    """Return the tie-breaks by name, in order. Raises ValueError if two have the same name."""
    named = {tiebreak.name: tiebreak for tiebreak in tiebreaks}
    if len(named) < len(tiebreaks):
        raise ValueError("two tie-breaks have the same name")
    return named


PLAY_OFF = "play_off"
LOT = "lot"

TIEBREAKS = by_name(
    HeadToHead(
        name="head_to_head",
        label=say("head-to-head"),
        help=say("The matches among those who are level, as a small league of their own."),
        encounters=Encounters.by_results,
    ),
    HeadToHead(
        name="head_to_head_difference",
        label=say("head-to-head difference"),
        help=say(
            "Own points minus the opponents’ points in the matches among those who are level, "
            "once all of them have met."
        ),
        encounters=Encounters.by_leads,
    ),
    Sum(
        name="point_difference",
        label=say("point difference"),
        help=say("Own points minus the opponents’ points, over all matches."),
        addends=_leads,
        joins_deals=True,
    ),
    Sum(
        name="points_for",
        label=say("points for"),
        help=say("Own points at the table, over all matches."),
        addends=_points,
        joins_deals=True,
    ),
    Sum(
        name="average",
        label=say("average points"),
        help=say("Own points at the table for each match."),
        addends=_points,
        divisor=_matches,
        joins_deals=True,
    ),
    Sum(
        name="quotient",
        label=say("points quotient"),
        help=say("Own points divided by the opponents’ points, over all matches."),
        addends=_points,
        divisor=_points_against,
        at_least=Addend(
            words=say("the opponents’ points, which count as at least one"),
            value=1,
        ),
        joins_deals=True,
    ),
    Sum(
        name="wins",
        label=say("wins"),
        help=say("Matches won, by forfeit too; a bye is none."),
        addends=_wins,
    ),
    Sum(
        name="wins_with_first_deal",
        label=say("wins with the first deal"),
        help=say("Matches won at the table when the own side dealt first."),
        addends=_wins_with_first_deal,
        needs=Fact.FIRST_DEAL,
    ),
    Sum(
        name="played",
        label=say("matches played"),
        help=say("Matches one came to; those forfeited by not coming do not count."),
        addends=_played,
    ),
    Sum(
        name="buchholz",
        label=say("Buchholz"),
        help=say(
            "The scores of all opponents met, added up. Rounds not played count as in FIDE’s rules "
            "in force since March 2026."
        ),
        addends=_buchholz,
    ),
    Sum(
        name="buchholz_cut_1",
        label=say("Buchholz cut 1"),
        help=say("Buchholz without the weakest opponent."),
        addends=_buchholz,
        cut=make_cut(lowest=1),
    ),
    Sum(
        name="buchholz_cut_2",
        label=say("Buchholz cut 2"),
        help=say("Buchholz without the two weakest opponents."),
        addends=_buchholz,
        cut=make_cut(lowest=2),
    ),
    Sum(
        name="median_buchholz",
        label=say("median Buchholz"),
        help=say("Buchholz without the weakest and the strongest opponent."),
        addends=_buchholz,
        cut=make_cut(lowest=1, highest=1),
    ),
    Sum(
        name="median_buchholz_2",
        label=say("median Buchholz 2"),
        help=say("Buchholz without the two weakest and the two strongest opponents."),
        addends=_buchholz,
        cut=make_cut(lowest=2, highest=2),
    ),
    Sum(
        name="sonneborn_berger",
        label=say("Sonneborn-Berger"),
        help=say(
            "What each match gave times that opponent’s score, added up. Rounds not played count "
            "as in FIDE’s rules in force since March 2026."
        ),
        addends=_sonneborn_berger,
    ),
    Sum(
        name="koya",
        label=say("Koya points"),
        help=say("Points made against those who have at least half of the possible points."),
        addends=_koya,
    ),
    Sum(
        name="progressive",
        label=say("progressive score"),
        help=say("The scores after each round, added up."),
        addends=_running_scores,
    ),
    Sum(
        name="progressive_cut_1",
        label=say("progressive score cut 1"),
        help=say("The scores after each round but the first, added up."),
        addends=_running_scores,
        cut=without_first,
    ),
    Sum(
        name="opponents_strength",
        label=say("opponents’ strength"),
        help=say("The final scores of all opponents, added up; for changing partners."),
        addends=_scores_of_opponents,
    ),
    Sum(
        name="partners_strength",
        label=say("partners’ strength"),
        help=say("The final scores of all partners, added up; weaker partners are ahead."),
        addends=_scores_of_partners,
        lower_is_ahead=True,
    ),
    Sum(
        name="opponents_to_partners",
        label=say("opponents to partners"),
        help=say("The opponents’ final scores added up, divided by those of the partners."),
        addends=_scores_of_opponents,
        divisor=_scores_of_partners,
    ),
    Sum(
        name="fewer_sets",
        label=say("fewer sets"),
        help=say("How often the own side was set; fewer are ahead."),
        addends=_read_deal_facts(Fact.SETS),
        lower_is_ahead=True,
        needs=Fact.SETS,
    ),
    Sum(
        name="bids_made",
        label=say("bids made"),
        help=say("How often the own side made its bid."),
        addends=_read_deal_facts(Fact.BIDS_MADE),
        needs=Fact.BIDS_MADE,
    ),
    Sum(
        name="highest_deal",
        label=say("highest deal"),
        help=say("The most points of the own side in one deal."),
        addends=_read_deal_facts(Fact.HIGHEST_DEAL),
        cut=only_highest,
        needs=Fact.HIGHEST_DEAL,
    ),
    PlayOff(
        name=PLAY_OFF,
        label=say("play-off"),
        help=say("The points in a play-off of those who are level."),
    ),
    Lot(
        name=LOT,
        label=say("lot"),
        help=say("A lot drawn from a number that is kept, so that anyone can draw it again."),
        lower_is_ahead=True,
    ),
)
# those whose numbers depend on who is level when they are applied
GROUPED = tuple(
    name for name, tiebreak in TIEBREAKS.items() if isinstance(tiebreak, HeadToHead | PlayOff)
)
