"""Rounds drawn again from the facts, where a movement cannot go on as it was meant.

Round after round a matching of least cost: first that nobody misses many rounds more than others,
then no meeting again, then no pair that is to be kept apart. Homes stay homes.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeAlias

import rustworkx

from games.sentences import Sentence, say
from league.play.rounds.drawing.deal_sets import SetBook
from league.play.rounds.drawing.movement_facts import Facts
from league.play.rounds.drawing.movements.movement import Sitting
from league.play.rounds.drawing.movements.numbers_held import Places
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.work import matching_units

MISSED, AGAIN, APART, LOT = 100_000, 1_000, 300, 10
MOST_COST = 10**9
TRIES, EFFORT = 8, 400
FEW_TABLES = 3  # at so few tables no deals can travel without being met again

Pairing: TypeAlias = list[tuple[str, str]]


class Redrawn:
    """Draws rounds for the entries that are in, from who met whom and who missed how much."""

    def __init__(
        self, *, request: DrawRequest, places: Places, facts: Facts, book: SetBook, seed: int
    ) -> None:
        self.request = request
        self.places = places
        self.facts = facts
        self.book = book
        self.seed = seed
        self.active = [entry.id for entry in request.active]
        self.homes, self.visitors = self._fields()
        rounds_played = request.history.rounds
        self.missed = Counter({e: len(rounds_played) - facts.played[e] for e in self.active})

    def rounds(self, numbers: Sequence[int]) -> list[Sitting]:
        """Return the tables of these rounds; of several lots the one with fewest repeats."""
        tries = max(1, min(TRIES, EFFORT // (len(self.active) * max(1, len(numbers)))))
        best: list[Pairing] = []
        best_cost: int | None = None
        for lot in range(tries):
            # repeatable on purpose: the seed is part of the request
            rng = Random(f"{self.seed} {lot}")  # noqa: S311  # nosec B311
            cost, rounds = self._lot(len(numbers), rng)
            if best_cost is None or cost < best_cost:
                best, best_cost = rounds, cost
            if cost == 0:
                break
        met = Counter(self.facts.opponents)
        sittings: list[Sitting] = []
        for number, pairing in zip(numbers, best, strict=True):
            sittings += self._seated(number, pairing, met)
            met.update(frozenset(pair) for pair in pairing)
        return sittings

    def _fields(self) -> tuple[list[str], list[str]]:
        """Return homes and visitors, in a movement where homes stay; else everybody twice."""
        movement = self.places.movement
        if not movement.homes:
            return self.active, self.active
        numbers = self.places.parse_int
        known = [entry for entry in self.active if entry in numbers]
        homes = [entry for entry in known if numbers[entry] in movement.homes]
        visitors = [entry for entry in known if entry not in homes]
        for entry in self.active:
            if entry not in numbers:
                min(homes, visitors, key=len).append(entry)
        while abs(len(homes) - len(visitors)) > 1:  # better to change sides than to wait
            longer, shorter = sorted((homes, visitors), key=len, reverse=True)
            shorter.append(longer.pop())
        return homes, visitors

    # ------------------------------------------------------------------------------ the pairings

    def _lot(self, rounds: int, rng: Random) -> tuple[int, list[Pairing]]:
        met, missed = Counter(self.facts.opponents), Counter(self.missed)
        drawn: list[Pairing] = []
        cost = 0
        for _ in range(rounds):
            pairing = self._pairing(met, missed, rng)
            cost += sum(met[frozenset(pair)] for pair in pairing)
            cost += sum(frozenset(pair) in self.request.avoid for pair in pairing)
            met.update(frozenset(pair) for pair in pairing)
            missed.update(set(self.active) - {entry for pair in pairing for entry in pair})
            drawn.append(pairing)
        return cost, drawn

    def _pairing(self, met: Counter[frozenset[str]], missed: Counter[str], rng: Random) -> Pairing:
        self.request.work.need(matching_units(len(self.active), len(self.active) ** 2 // 2))
        graph = rustworkx.PyGraph()
        index = {entry: graph.add_node(entry) for entry in self.active}
        for one, other in self._possible():
            pair = frozenset((one, other))
            cost = AGAIN * met[pair] ** 2 + APART * (pair in self.request.avoid)
            graph.add_edge(index[one], index[other], MOST_COST - cost - rng.randrange(LOT))
        least = min(missed[entry] for entry in self.active)
        longer, waits = self._waiting()
        for _ in range(waits):
            nobody = graph.add_node(None)
            for entry in longer:
                cost = MISSED * (missed[entry] - least) + rng.randrange(LOT)
                graph.add_edge(index[entry], nobody, MOST_COST - cost)
        matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        pairs = sorted(sorted(pair) for pair in matching)
        nodes = [(graph[one], graph[other]) for one, other in pairs]
        return [(one, other) for one, other in nodes if one is not None and other is not None]

    def _possible(self) -> Iterable[tuple[str, str]]:
        if self.places.movement.homes:
            return ((home, visitor) for home in self.homes for visitor in self.visitors)
        return (
            (one, other)
            for place, one in enumerate(self.active)
            for other in self.active[place + 1 :]
        )

    def _waiting(self) -> tuple[list[str], int]:
        """Return who may have to wait in a round, and how many of them do."""
        if not self.places.movement.homes:
            return self.active, len(self.active) % 2
        longer = max(self.homes, self.visitors, key=len)
        return longer, abs(len(self.homes) - len(self.visitors))

    # -------------------------------------------------------------------------------- the tables

    def _seated(self, number: int, pairing: Pairing, met: Counter[frozenset[str]]) -> list[Sitting]:
        pairs = sorted((self._turned(pair) for pair in pairing), key=self._place)
        sets = self._sets(pairs)
        taken: set[int] = set()
        sittings: list[Sitting] = []
        for (first, second), deal_set in zip(pairs, sets, strict=True):
            table = self._own_table((first, second))
            if table is None or table in taken:
                table = next(
                    number for number in range(1, 2 * len(pairs) + 2) if number not in taken
                )
            taken.add(table)
            self.facts.first_deals[first] += 1
            again = met[frozenset((first, second))]
            sittings.append(
                Sitting(
                    round=number,
                    table=table,
                    first=first,
                    second=second,
                    deal_set=deal_set,
                    why=self._why(first, second, again),
                    code="again" if again else "anew",
                )
            )
        return sorted(sittings, key=lambda sitting: sitting.table)

    def _turned(self, pair: tuple[str, str]) -> tuple[str, str]:
        one, other = pair
        movement = self.places.movement
        if movement.homes and not movement.alternating:
            return (one, other) if one in self.homes else (other, one)
        seldom = self.facts.first_deals
        return (one, other) if seldom[one] <= seldom[other] else (other, one)

    def _place(self, pair: tuple[str, str]) -> tuple[bool, int]:
        """Order tables: those whose home has one of its own first."""
        table = self._own_table(pair)
        return table is None, table or self.active.index(pair[0])

    def _own_table(self, pair: tuple[str, str]) -> int | None:
        for entry in pair:
            number = self.places.parse_int.get(entry)
            if number in self.places.movement.homes:
                return number
        return None

    def _sets(self, pairs: Sequence[tuple[str, str]]) -> list[int]:
        movement = self.places.movement
        if movement.together or (not movement.homes and len(pairs) <= FEW_TABLES):
            shared = self.book.fresh()
            for pair in pairs:
                self.book.note(pair, [shared])
            return [shared] * len(pairs)
        return self.book.hand_out(pairs, at_hand=range(1, movement.sets + 1))

    def _why(self, first: str, second: str, again: int) -> Sentence:
        names = self.request.names((first, second))
        if again:
            return say(
                "drawn anew because the movement was disturbed: %(names)s meet again "
                "(meetings so far: %(times)d), since nobody new is left for all",
                names=names,
                times=again,
            )
        return say(
            "drawn anew because the movement was disturbed: %(names)s have not met yet",
            names=names,
        )
