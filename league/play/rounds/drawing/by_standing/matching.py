"""Perfect matchings that cost least, penalty by penalty: the first one counts before all others.

The costs of several penalties become one number for each possible table, in mixed radix, so that a
penalty counts more than everything after it together. rustworkx takes numbers of 128 bits, so that
many penalties need several matchings. What one of them proves is kept in the next: a penalty that
costs nothing by leaving out the tables that would break it, the others as digits once more.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
import rustworkx

from league.play.rounds.drawing.by_standing.field import Field
from league.play.rounds.drawing.by_standing.penalties import FLOATS, Flags, Ints, Penalties, Penalty
from league.play.rounds.drawing.by_standing.record import Pair
from league.play.rounds.drawing.by_standing.swiss_variant import Options
from league.play.rounds.drawing.drawn import DrawnRound
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.work import Work, matching_units

BITS = 96  # of 128: rustworkx adds up several weights
NEAR = 24
WORD = 62  # what numpy multiplies and adds exactly

Digit = tuple[Ints, int]  # costs, and the most that they can come to in a round


def best_matching(
    nodes: int, one: Ints, other: Ints, penalties: Sequence[Penalty], work: Work
) -> Ints | None:
    """Return the possible tables that cost least in the first penalty, then in the next, and so on.

    `one` and `other` are the nodes (from 0) of each possible table. The answer are indices into
    them; every node is at one of these tables. None: there is no such matching. Raises CannotDraw
    where the matchings are more than the work there may be.
    """
    edges = _Edges(nodes, one, other, work)
    todo = [penalty for penalty in penalties if penalty.costs.any()]
    best = None if todo else edges.match([])
    paid: list[tuple[Penalty, int]] = []
    while todo:
        step = _step(edges, paid, todo)
        if step is None:
            return best
        best, taken = step
        for penalty in todo[:taken]:
            cost = int(penalty.costs[best].sum())
            if cost:
                paid.append((penalty, cost))
            else:
                edges.leave_out(penalty.costs > 0)
        todo = todo[taken:]
    return best


def _step(
    edges: "_Edges", paid: Sequence[tuple[Penalty, int]], todo: Sequence[Penalty]
) -> tuple[Ints, int] | None:
    """Return the best tables for the next penalties, and for how many of them.

    None: nothing fits any more (what is proven stays), or there is no matching at all.
    """
    for digits, taken in _packings(paid, todo):
        tables = edges.match(digits)
        if tables is None:
            return None
        if all(penalty.costs[tables].sum() == cost for penalty, cost in paid):
            return tables, taken
    return None


def pair_all(count: int) -> tuple[Ints, Ints]:
    """Return everybody of so many with everybody."""
    one, other = np.triu_indices(count, k=1)
    return one, other


def near_pairs(count: int) -> tuple[Ints, Ints]:
    """Return everybody of so many with the next ones."""
    one = np.repeat(np.arange(count), NEAR)
    other = one + np.tile(np.arange(1, NEAR + 1), count)
    inside = other < count
    return one[inside], other[inside]


def _packings(
    paid: Sequence[tuple[Penalty, int]], todo: Sequence[Penalty]
) -> Iterator[tuple[list[Digit], int]]:
    """Yield ways to put the penalties into the bits there are, and how many of the new ones fit.

    What is paid goes first as one sum: if it can be kept to the least, which is so where nothing
    but odd numbers made us pay, each of them is. Else each gets a digit, a small one, which nearly
    always does, then one that is never too small. Whoever takes a packing has to look whether
    every paid penalty still costs the same.
    """
    costs = [penalty.costs for penalty, _ in paid]
    for digits in (
        [(np.sum(costs, axis=0), int(np.sum(costs, axis=0).max()))] if paid else [],
        [(penalty.costs, _small_digit(penalty, cost)) for penalty, cost in paid],
        [(penalty.costs, penalty.most) for penalty, _ in paid],
    ):
        bits = sum(most.bit_length() + 1 for _, most in digits)
        taken = 0
        for penalty in todo:
            bits += penalty.most.bit_length() + 1
            if bits > BITS:
                break
            digits.append((penalty.costs, penalty.most))
            taken += 1
        if taken:
            yield digits, taken


def _small_digit(penalty: Penalty, cost: int) -> int:
    return min(penalty.most, max(2 * cost + 2, int(penalty.costs.max())))


class _Edges:
    """The possible tables of a matching."""

    def __init__(self, nodes: int, one: Ints, other: Ints, work: Work) -> None:
        self.nodes = nodes
        self.work = work
        self.one = np.minimum(one, other)
        self.other = np.maximum(one, other)
        keys = self.one * nodes + self.other
        self._order = np.argsort(keys)
        self._keys = keys[self._order]
        self._left = np.arange(len(one))

    def leave_out(self, broken: Flags) -> None:
        self._left = self._left[~broken[self._left]]

    def match(self, digits: Sequence[Digit]) -> Ints | None:
        left = self._left
        self.work.need(matching_units(self.nodes, len(left)))
        weights = in_one_number([(costs[left], most) for costs, most in digits], len(left))
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(self.nodes))
        ends = zip(self.one[left].tolist(), self.other[left].tolist(), weights, strict=True)
        graph.extend_from_weighted_edge_list(list(ends))
        pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int.__neg__)
        if 2 * len(pairs) < self.nodes:
            return None
        keys = [min(pair) * self.nodes + max(pair) for pair in pairs]
        found: Ints = self._order[np.searchsorted(self._keys, np.sort(keys))]
        return found


def in_one_number(digits: Sequence[Digit], count: int) -> list[int]:
    """Return the costs of each table as one number; the first digit is the highest."""
    high_part: list[int] = [0] * count
    word, radix = np.zeros(count, dtype=np.int64), 1
    for costs, most in digits:
        if radix * (most + 1) >= 1 << WORD:
            parts = zip(high_part, word.tolist(), strict=True)
            high_part = [high * radix + low for high, low in parts]
            word, radix = np.zeros(count, dtype=np.int64), 1
        word, radix = word * (most + 1) + costs, radix * (most + 1)
    return [high * radix + low for high, low in zip(high_part, word.tolist(), strict=True)]


def nobody_need_meet_again(kept_apart: Sequence[int] | Ints) -> bool:
    """Say whether there is a round in which nobody meets whom it is kept apart from.

    `kept_apart` has the number of those for each entry. By Chvátal's theorem on degrees there may
    be a circle through everybody in which all neighbours can meet: every second step of it is a
    round, and with an odd number so it is after any one entry has the bye. False says nothing.
    """
    count = len(kept_apart)
    if count < 3:
        return False
    can_meet = np.sort(count - 1 - np.array(kept_apart))
    lowest = np.arange(1, (count + 1) // 2)
    is_few = can_meet[lowest - 1] <= lowest
    is_made_up = can_meet[count - lowest - 1] >= count - lowest
    return bool((is_made_up | ~is_few).all())


# --- How good a round is, in numbers ---


def quality_of(
    request: DrawRequest, options: Options, field: Field, drawn: DrawnRound
) -> dict[str, object]:
    """Return the numbers of the round; `sit_outs` and `balance` are those of all rounds so far.

    `sit_outs` are the fewest and the most byes of anybody, `balance` the largest difference between
    first deals had and given to the opponent; `floats` are tables of different scores.
    """
    place_of = {entry.id: place for place, entry in enumerate(field.entries)}
    pairs = pairs_of(field, drawn)
    real = [pair for pair in pairs if pair[1] != field.nobody]
    byes = Counter(dict(enumerate(field.byes)))
    byes.update(place_of[entry] for entry in drawn.byes)
    surplus = list(field.surplus)
    for table in drawn.tables:
        surplus[place_of[table.sides[0][0]]] += 1
        surplus[place_of[table.sides[1][0]]] -= 1
    numbers: dict[str, object] = {
        "repeat_partners": 0,
        "repeat_opponents": sum(pair in field.met for pair in real),
        "avoid_pairs_met": sum(pair in field.avoid for pair in real),
        "floats": sum(field.groups[one] != field.groups[other] for one, other in real),
        "sit_outs": [min(byes.values()), max(byes.values())],
        "balance": max(abs(more) for more in surplus),
    }
    if options.uses_lot(field.number):
        numbers["seed"] = options.seed
    return numbers


def pairs_of(field: Field, drawn: DrawnRound) -> list[Pair]:
    """Return the round as pairs of places, the better one first; a bye meets nobody."""
    place_of = {entry.id: place for place, entry in enumerate(field.entries)}
    pairs = []
    for table in drawn.tables:
        one, other = sorted(place_of[entry] for entry in table.entries)
        pairs.append((one, other))
    return pairs + [(place_of[entry], field.nobody) for entry in drawn.byes]


def costs_of(field: Field, pairs: list[Pair]) -> dict[tuple[str, int], int]:
    """Return what a round costs in each penalty, in their order; floats also by score group."""
    places = np.array(pairs, dtype=np.int64).reshape(len(pairs), 2)
    penalties = Penalties(field).rate(places[:, 0], places[:, 1])
    return {
        (penalty.code, penalty.group if penalty.code == FLOATS else 0): int(penalty.costs.sum())
        for penalty in penalties
    }
