"""An evening of individual tables so far: who has met whom, dealt first, sat out, and why."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

from games.sentences import Sentence, say
from league.foundation.doors.played import Match
from league.play.rounds.drawing.drawn import DrawnRound, DrawnTable, Reason
from league.play.rounds.drawing.movement_facts import spread
from league.play.rounds.drawing.request import DrawRequest


def rounds_at_larger_tables(matches: Iterable[Match]) -> Counter[str]:
    """Count for each player the rounds at a table that was not among the round's smallest."""
    matches = list(matches)
    smallest: dict[int, int] = {}
    for match in matches:
        smallest[match.round] = min(smallest.get(match.round, 99), len(match.sides))
    return Counter(
        entry
        for match in matches
        if len(match.sides) > smallest[match.round]
        for entry in match.entries
    )


class Evening:
    """Who has met whom and who dealt first so far: seats the drawn tables and says why."""

    def __init__(self, request: DrawRequest, players: Sequence[str]) -> None:
        self.request = request
        self.players = players
        self.met: Counter[frozenset[str]] = Counter()
        self.first_deals: Counter[str] = Counter()
        self.waits = Counter(bye.entry for bye in request.history.byes)
        self.larger = rounds_at_larger_tables(request.history.matches)
        for match in request.history.matches:
            self._remember(match.entries)

    def sit_down(
        self, number: int, tables: Sequence[Sequence[str]], out: Sequence[str], rng: Random
    ) -> DrawnRound:
        """Return the round: whoever dealt first least often does so, the others sit by lot."""
        drawn: list[DrawnTable] = []
        sizes = [len(players) for players in tables]
        for place, players in enumerate(tables, start=1):
            seats = list(players)
            rng.shuffle(seats)
            first = min(range(len(seats)), key=lambda seat: self.first_deals[seats[seat]])
            seats = seats[first:] + seats[:first]
            why = (self._why_size(sizes), *self._why_together(seats))
            drawn.append(
                DrawnTable(
                    table=place, seats=tuple(seats), sides=tuple((p,) for p in seats), why=why
                )
            )
        for table in drawn:
            self._remember(table.entries)
            if len(table.entries) > min(sizes):
                self.larger.update(table.entries)
        self.waits.update(out)
        why = tuple(self._why_out(out, sum(sizes)))
        return DrawnRound(round=number, tables=tuple(drawn), sit_outs=tuple(out), why=why)

    def _remember(self, seats: Sequence[str]) -> None:
        self.met.update(frozenset(pair) for pair in combinations(seats, 2))
        self.first_deals[seats[0]] += 1

    def _why_out(self, out: Sequence[str], seated: int) -> Iterable[Reason]:
        for player in out:
            sentence = say(
                "%(player)s sits out: of %(players)d players %(seated)d can be seated, and nobody "
                "has sat out less (rounds sat out, this one too: %(waits)d)",
                player=self.request.names([player]),
                players=len(self.players),
                seated=seated,
                waits=self.waits[player],
            )
            yield Reason("sit_out", sentence)

    def _why_size(self, sizes: Sequence[int]) -> Reason:
        parts = Counter(sizes)
        sentence = say(
            "%(players)d players sit at %(tables)s",
            players=sum(sizes),
            tables=_sizes_in_words(sorted(parts.items(), reverse=True)),
        )
        return Reason("table_size", sentence)

    def _why_together(self, seats: Sequence[str]) -> Iterable[Reason]:
        pairs = list(combinations(seats, 2))
        again = [pair for pair in pairs if self.met[frozenset(pair)]]
        most = max(again, key=lambda pair: self.met[frozenset(pair)], default=())
        if not again:
            yield Reason("first_meeting", say("nobody at this table has met another one before"))
        else:
            sentence = say(
                "pairs at this table that have met before: %(again)d of %(pairs)d, most often "
                "%(names)s (meetings so far: %(times)d)",
                again=len(again),
                pairs=len(pairs),
                names=self.request.names(most),
                times=self.met[frozenset(most)],
            )
            yield Reason("repeat", sentence)
        for pair in pairs:
            if frozenset(pair) in self.request.avoid:
                sentence = say(
                    "%(names)s should be kept apart, but no seating was found that does",
                    names=self.request.names(pair),
                )
                yield Reason("avoid_pair", sentence)

    def quality(self, sizes: Sequence[int]) -> dict[str, object]:
        """Return how even the evening is, over all rounds and the players who are still in."""
        among = [self.met[frozenset(pair)] for pair in combinations(self.players, 2)]
        larger = [self.larger[player] for player in self.players]
        deals = [self.first_deals[player] for player in self.players]
        return {
            "repeat_partners": 0,
            "repeat_opponents": sum(max(0, times - 1) for times in among),
            "meetings": [min(among), max(among)],
            "avoid_pairs_met": sum(self.met[pair] for pair in self.request.avoid),
            "sit_outs": spread(self.waits, self.players),
            "table_sizes": list(sizes),
            "larger_tables": [min(larger), max(larger)],
            "first_deals": [min(deals), max(deals)],
            "balance": max(larger) - min(larger),
        }


def _sizes_in_words(parts: Sequence[tuple[int, int]]) -> Sentence:
    (size, tables), *rest = parts
    if tables == 1:
        words = say("one table of %(size)d", size=size)
    else:
        words = say("%(tables)d tables of %(size)d", tables=tables, size=size)
    if not rest:
        return words
    return say("%(larger)s and %(smaller)s", larger=words, smaller=_sizes_in_words(rest))
