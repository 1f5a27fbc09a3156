"""Two or three plans for a night: candidates are drawn to their end, and the best are kept."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from games.engine.sentences import Sentence, say
from league.rounds.drawing.drawn import DrawnRound
from league.rounds.drawing.formats import FORMATS
from league.rounds.drawing.unanswerable import CannotDraw, Unanswerable
from league.rounds.planning.candidate import Candidate
from league.rounds.planning.night import Night, check_night
from league.rounds.planning.plan import Plan
from league.rounds.planning.trial import play_through
from league.rounds.planning.ways import WAYS, Way

MOST_PLANS = 3
TRIED_A_WAY = 6
KEPT = 512


@dataclass(frozen=True, slots=True)
class Proposal:
    """Plans, the best first, or none and the sentence that says why and what to do."""

    plans: tuple[Plan, ...]
    why_none: Sentence | None = None

    def plan(self, key: str) -> Plan | None:
        return next((plan for plan in self.plans if plan.key == key), None)


@lru_cache(maxsize=KEPT)
def propose(night: Night) -> Proposal:
    """Return up to three plans that can be drawn for exactly this night.

    The same night gets the same plans, so that one can be chosen by its key.
    """
    try:
        check_night(night)
    except CannotDraw as fault:
        return Proposal((), fault.sentence)
    refusals: list[Sentence] = []
    plans = [plan for way in WAYS if way.format in FORMATS for plan in _drawn(night, way, refusals)]
    if plans:
        return Proposal(_best(plans))
    return Proposal((), refusals[0] if refusals else _why_none(night))


def _drawn(night: Night, way: Way, refusals: list[Sentence]) -> Iterator[Plan]:
    """Yield the first candidates of a way that can be drawn for so many."""
    for candidate in _candidates(night, way, refusals):
        try:
            rounds = play_through(candidate, candidate.entries(night))
        except Unanswerable as fault:
            refusals.append(fault.sentence)  # another way may be possible
            continue
        if len(rounds) == candidate.rounds and _suits(night, candidate, rounds):
            yield Plan.of(candidate, night, rounds)


def _suits(night: Night, candidate: Candidate, rounds: Iterable[DrawnRound]) -> bool:
    """Say whether every round has tables, and the game can be played at each of them."""
    sides_at = {size.seats: size.sides for size in night.sizes}
    return all(
        drawn.tables
        and all(
            sides_at.get(len(table.entries) * candidate.side_size) == len(table.sides)
            for table in drawn.tables
        )
        for drawn in rounds
    )


def _candidates(night: Night, way: Way, refusals: list[Sentence]) -> list[Candidate]:
    try:
        return list(islice(way.candidates(night), TRIED_A_WAY))
    except Unanswerable as fault:
        refusals.append(fault.sentence)
        return []


def _best(plans: Iterable[Plan]) -> tuple[Plan, ...]:
    """Return the best plan of each kind, then the next best, as long as they are different."""
    by_cost = sorted(plans, key=lambda plan: plan.cost)
    kinds: dict[tuple[str, int], Plan] = {}
    for plan in by_cost:
        kinds.setdefault((plan.format, plan.quality.table_sizes[0]), plan)
    firsts = list(kinds.values())
    chosen: list[Plan] = []
    for plan in (*firsts, *(plan for plan in by_cost if plan not in firsts)):
        if len(chosen) < MOST_PLANS and all(_is_different(plan, known) for known in chosen):
            chosen.append(plan)
    return tuple(sorted(chosen, key=lambda plan: plan.cost))


def _is_different(plan: Plan, known: Plan) -> bool:
    """Say whether a room would notice the difference.

    A Howell without prepared deals is a round robin under another name.
    """

    def seen(one: Plan) -> tuple[str, int, tuple[int, ...]]:
        format = "round_robin" if one.format == "howell" else one.format
        return format, one.rounds, one.quality.table_sizes

    return seen(plan) != seen(known)


def _why_none(night: Night) -> Sentence:
    seats = ", ".join(str(size.seats) for size in night.sizes)
    return say(
        "%(players)d players cannot be seated at tables of %(seats)s: let somebody join or rest, "
        "or choose another game",
        players=night.players,
        seats=seats,
    )
