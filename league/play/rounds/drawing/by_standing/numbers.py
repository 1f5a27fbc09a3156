"""How good a round is, in numbers."""

from collections import Counter

import numpy as np

from league.play.rounds.drawing.by_standing.field import Field
from league.play.rounds.drawing.by_standing.penalties import FLOATS, Penalties
from league.play.rounds.drawing.by_standing.record import Pair
from league.play.rounds.drawing.by_standing.swiss_variant import Options
from league.play.rounds.drawing.drawn import DrawnRound
from league.play.rounds.drawing.request import DrawRequest


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
