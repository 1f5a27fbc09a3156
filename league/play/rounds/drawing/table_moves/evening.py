"""The tables of a movement so far and to come: who met whom, who deals first, and why."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from games.sentences import Sentence, say
from league.foundation.doors.reasons import Called
from league.play.rounds.drawing.drawn import Draw, DrawnRound, DrawnTable, Reason
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.table_moves.going import How, Mover, waits_of
from league.play.rounds.drawing.table_moves.partners import Past, Split


class Evening:
    """Counts what has been played; seats the next tables and says how even it is with them."""

    def __init__(self, request: DrawRequest) -> None:
        self.request = request
        self.partners: Counter[frozenset[str]] = Counter()
        self.opponents: Counter[frozenset[str]] = Counter()
        self.first_deals: Counter[str] = Counter()
        last = max(request.history.rounds, default=0)
        last_partners: set[frozenset[str]] = set()
        for match in request.history.matches:
            self._remember([side.entries for side in match.sides])
            if match.round == last:
                last_partners |= {frozenset(s.entries) for s in match.sides if len(s.entries) == 2}
        self.past = Past(Counter(self.partners), Counter(self.opponents), frozenset(last_partners))

    def pairs_table(self, number: int, entries: Sequence[str], why: Iterable[Reason]) -> DrawnTable:
        """Return a table of two entries; whoever had the first deal less often has it."""
        home, away = sorted(entries, key=lambda entry: self.first_deals[entry])
        return self._table(number, ((home,), (away,)), None, why)

    def partners_table(self, number: int, split: Split, why: Iterable[Reason]) -> DrawnTable:
        """Return a table of single players; whoever dealt first least often has the first seat."""
        first = min(chain(*split), key=lambda entry: self.first_deals[entry])
        side, other = sorted(split, key=lambda pair: first not in pair)
        side = (first, side[0] if side[1] == first else side[1])
        return self._table(number, (side, other), (side[0], other[0], side[1], other[1]), why)

    def _table(
        self,
        number: int,
        sides: tuple[tuple[str, ...], ...],
        seats: tuple[str, ...] | None,
        why: Iterable[Reason],
    ) -> DrawnTable:
        reasons = (*why, *self._met_again(sides), *self._avoided(sides))
        self._remember(sides)
        return DrawnTable(table=number, sides=sides, seats=seats, why=reasons)

    def _remember(self, sides: Sequence[Sequence[str]]) -> None:
        for side in sides:
            self.partners.update(_pairs(side))
        one, other = sides
        self.opponents.update(frozenset((x, y)) for x in one for y in other)
        self.first_deals[one[0]] += 1

    def _met_again(self, sides: Sequence[Sequence[str]]) -> Iterator[Reason]:
        if len(sides[0]) > 1:
            return
        pair = frozenset(chain(*sides))
        if self.opponents[pair]:
            sentence = say(
                "%(names)s have met before (rounds so far: %(times)d); the results have brought "
                "them together again",
                names=self.request.names(chain(*sides)),
                times=self.opponents[pair],
            )
            yield Reason("repeat", sentence)

    def _avoided(self, sides: Sequence[Sequence[str]]) -> Iterator[Reason]:
        for pair in _pairs([entry for side in sides for entry in side]):
            if pair in self.request.avoid:
                sentence = say(
                    "%(names)s should be kept apart, but the results have brought them together",
                    names=self.request.names(sorted(pair)),
                )
                yield Reason("avoid_pair", sentence)

    def draw(self, drawn: DrawnRound, seed: int) -> Draw:
        """Return the answer with its quality over all rounds."""
        waits = waits_of(self.request)
        rested = set(drawn.sit_outs)
        shares = [waits[entry.id] + (entry.id in rested) for entry in self.request.active]
        deals = [self.first_deals[entry.id] for entry in self.request.active]
        met = self.partners + self.opponents
        quality = {
            "repeat_partners": sum(times - 1 for times in self.partners.values()),
            "repeat_opponents": sum(times - 1 for times in self.opponents.values()),
            "avoid_pairs_met": sum(met[pair] for pair in self.request.avoid),
            "sit_outs": [min(shares), max(shares)],
            "balance": max(deals) - min(deals),
            "seed": seed,
        }
        return Draw(rounds=(drawn,), quality=quality)


def explain_movers(request: DrawRequest, movers: Sequence[Mover], table: int) -> Iterator[Reason]:
    """Say where those of a table come from, a sentence for those who come the same way."""
    groups = dict.fromkeys((mover.how, mover.origin, mover.table) for mover in movers)
    for how, origin, wanted in groups:
        alike = [m.entry for m in movers if (m.how, m.origin, m.table) == (how, origin, wanted)]
        names = request.names(alike)
        yield Reason(how, _why_there(how, names, origin, table))
        if wanted != table and how != "comes_in":
            sentence = say(
                "the tables have closed up: %(names)s should sit at table %(wanted)d",
                names=names,
                wanted=wanted,
            )
            yield Reason("closed_up", sentence)


def _why_there(how: How, names: Called, origin: int | None, table: int) -> Sentence:
    match how:
        case "winners_up":
            return say("winners of table %(table)d, going up: %(names)s", names=names, table=origin)
        case "winners_stay":
            return say("winners at the head table, staying: %(names)s", names=names)
        case "losers_to_last":
            return say("losers at the head table, going to the last one: %(names)s", names=names)
        case "losers_down":
            return say(
                "losers of table %(table)d, going down: %(names)s", names=names, table=origin
            )
        case "losers_stay":
            return say("losers of table %(table)d, staying: %(names)s", names=names, table=origin)
        case "begins":
            return say("beginning at table %(table)d: %(names)s", names=names, table=table)
        case _:
            return say("taking a free place: %(names)s", names=names)


def why_sits_out(request: DrawRequest, entries: Sequence[str], at_a_table: int) -> Iterator[Reason]:
    waits = waits_of(request)
    for entry in entries:
        sentence = say(
            "%(entry)s sits out: %(count)d do not fill tables of %(size)d, and nobody else's turn "
            "comes before (rounds sat out so far: %(times)d)",
            entry=request.names([entry]),
            count=len(request.active),
            size=at_a_table,
            times=waits[entry],
        )
        yield Reason("sit_out", sentence)


def _pairs(entries: Sequence[str]) -> Iterator[frozenset[str]]:
    for place, one in enumerate(entries):
        for other in entries[place + 1 :]:
            yield frozenset((one, other))
