"""Who could have met whom: an independent look at a Swiss request, by networkx and by counting."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import networkx

NOBODY = "nobody"
Pair = tuple[str, str]


class Standing:
    """What a request says, read once more from its JSON: scores by the points of the sides."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.active = [e["id"] for e in request["entries"] if e.get("active", True)]
        self.score = Counter(dict.fromkeys((e["id"] for e in request["entries"]), 0))
        self.byes: Counter[str] = Counter()
        self.met: set[frozenset[str]] = set()
        self.avoid = {frozenset(pair) for pair in request.get("avoid", [])}
        for played in request["history"]:
            if "bye" in played:
                self.byes[played["bye"]] += 1
                self.score[played["bye"]] += 2
                continue
            one, other = ((*side["entries"], side["points"]) for side in played["sides"])
            self.met.add(frozenset((one[0], other[0])))
            self.score[one[0]] += (one[1] > other[1]) - (one[1] < other[1]) + 1
            self.score[other[0]] += (one[1] < other[1]) - (one[1] > other[1]) + 1
        fewest = min(self.byes[entry] for entry in self.active)
        last = max((played["round"] for played in request["history"]), default=0)
        just = [played.get("bye") for played in request["history"] if played["round"] == last]
        few = [entry for entry in self.active if self.byes[entry] == fewest]
        self.may_have_bye = [entry for entry in few if entry not in just] or few
        self.edges = sorted({self.score[entry] for entry in self.active}, reverse=True)[:-1]

    def cost(self, pairs: list[Pair]) -> tuple[int, ...]:
        """Return what a round costs: repeats, the bye's score, pairs to avoid, joins by edge."""
        tables = [frozenset(pair) for pair in pairs if NOBODY not in pair]
        byes = [one for one, other in pairs if other == NOBODY]
        joins = [
            sum(len({self.score[entry] >= edge for entry in table}) == 2 for table in tables)
            for edge in self.edges
        ]
        return (
            sum(entry not in self.may_have_bye for entry in byes),
            sum(table in self.met for table in tables),
            sum(self.score[entry] for entry in byes),
            sum(table in self.avoid for table in tables),
            *joins,
        )

    def least(self) -> tuple[int, ...]:
        """Return what the best of all rounds costs, by looking at every one of them."""
        return min(map(self.cost, self.rounds()))

    def rounds(self) -> Iterator[list[Pair]]:
        if len(self.active) % 2 == 0:
            yield from every_pairing(self.active)
            return
        for bye in self.active:
            others = [entry for entry in self.active if entry != bye]
            for pairs in every_pairing(others):
                yield [*pairs, (bye, NOBODY)]

    def needs_a_repeat(self) -> bool:
        """Say by networkx whether every round has a repeat, or a bye to one who had more."""
        graph = networkx.Graph()
        graph.add_nodes_from(self.active)
        graph.add_edges_from(
            (one, other)
            for place, one in enumerate(self.active)
            for other in self.active[:place]
            if frozenset((one, other)) not in self.met
        )
        if len(self.active) % 2:
            graph.add_edges_from((entry, NOBODY) for entry in self.may_have_bye)
        matching = networkx.max_weight_matching(graph, maxcardinality=True)
        return 2 * len(matching) < len(graph)


def every_pairing(entries: list[str]) -> Iterator[list[Pair]]:
    if not entries:
        yield []
        return
    first, *rest = entries
    for other in rest:
        left = [entry for entry in rest if entry != other]
        for pairs in every_pairing(left):
            yield [(first, other), *pairs]


def pairs_of(drawn: dict[str, Any]) -> list[Pair]:
    tables = [(table["sides"][0][0], table["sides"][1][0]) for table in drawn["tables"]]
    return tables + [(entry, NOBODY) for entry in drawn["byes"]]
