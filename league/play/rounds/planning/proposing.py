"""Two or three plans for a night: candidates are drawn to their end, and the best are kept."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, zip_longest
from random import Random

from games.sentences import Sentence, say
from league.foundation.doors.played import Bye, Match, Played, Side
from league.foundation.doors.reading import InvalidRequest
from league.foundation.doors.request_files import Entry
from league.play.rounds.drawing.candidate import Candidate
from league.play.rounds.drawing.cannot_draw import CannotDraw
from league.play.rounds.drawing.door import draw_rounds
from league.play.rounds.drawing.drawn import DrawnRound
from league.play.rounds.drawing.format import Way
from league.play.rounds.drawing.formats import FORMATS
from league.play.rounds.drawing.night import Night, check_night
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.work import MOST_SEARCHED
from league.play.rounds.planning.plan import Plan

MOST_PLANS = 3
TRIED_A_WAY = 6
NOT_MUCH_WORSE = 0.7
CACHE_SIZE = 512
MOST_WORK = 900_000  # to draw candidates for one night, in about microseconds of one core
A_PLACE, A_SEARCHED_PLACE, SEATING = 50, 400, 100  # of it for one entry in one round, as measured
A_SCHEDULED_PLACE = 2  # for one that is not asked for, of a format that goes by a whole schedule


@dataclass(frozen=True, slots=True)
class Proposal:
    """Plans, the best first, or none and the sentence that says why and what to do.

    `not_tried` names the formats of which no candidate was small enough to be drawn at once.
    """

    plans: tuple[Plan, ...]
    why_none: Sentence | None = None
    not_tried: Sentence | None = None

    def plan(self, key: str) -> Plan | None:
        return next((plan for plan in self.plans if plan.key == key), None)


@lru_cache(maxsize=CACHE_SIZE)
def propose(night: Night) -> Proposal:
    """Return up to three plans that can be drawn for exactly this night.

    The same night gets the same plans, so that one can be chosen by its key.
    """
    try:
        check_night(night)
    except CannotDraw as fault:
        return Proposal((), fault.sentence)
    refusals: list[Sentence] = []
    plans: list[Plan] = []
    candidates = _all_candidates(night, refusals)
    tried: set[str] = set()
    left = MOST_WORK
    for candidate in candidates:
        units = work_of(candidate, night)
        if units > left:
            continue  # a shorter one may still be drawn
        left -= units
        tried.add(candidate.format)
        plans += _drawn(night, candidate, refusals)
    too_large = dict.fromkeys(
        candidate.format for candidate in candidates if candidate.format not in tried
    )
    not_tried = _why_not_tried(night, list(too_large)) if too_large else None
    if plans:
        return Proposal(_best(sorted(plans, key=_turn)), not_tried=not_tried)
    return Proposal((), not_tried or (refusals[0] if refusals else _why_none(night)))


def work_of(candidate: Candidate, night: Night) -> int:
    """Return at most how much work it is to draw the candidate, in about microseconds."""
    places = candidate.entries(night) * candidate.rounds
    format = FORMATS[candidate.format]
    if format.cost is not None and format.cost.searched:
        return min(MOST_SEARCHED, A_SEARCHED_PLACE * places) + SEATING * places
    if format.cost is None or not format.all_at_once:
        return A_PLACE * places
    entries = candidate.entries(night)
    return A_PLACE * places + A_SCHEDULED_PLACE * entries * format.cost.rounds(entries)


def _all_candidates(night: Night, refusals: list[Sentence]) -> list[Candidate]:
    """Return the first candidates of every way: the first of each, then the second of each."""
    listed = chain.from_iterable(format.ways for format in FORMATS.values())
    ways = [_candidates(night, way, refusals) for way in sorted(listed, key=lambda way: way.turn)]
    in_turn = chain.from_iterable(zip_longest(*ways))
    return [candidate for candidate in in_turn if candidate is not None]


def _turn(plan: Plan) -> int:
    return min(way.turn for way in FORMATS[plan.format].ways)


def _drawn(night: Night, candidate: Candidate, refusals: list[Sentence]) -> Iterator[Plan]:
    """Yield the plan, if the candidate can be drawn for so many."""
    try:
        rounds = play_through(candidate, candidate.entries(night))
    except InvalidRequest as fault:
        refusals.append(fault.sentence)  # another one may be possible
        return
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
    except InvalidRequest as fault:
        refusals.append(fault.sentence)
        return []


def _best(plans: Iterable[Plan]) -> tuple[Plan, ...]:
    """Return the best plan of each kind, then the next best, as long as they are different.

    Where the game knows other sizes of table, one of the three shows it, if it is not much worse.
    """
    by_cost = sorted(plans, key=lambda plan: plan.cost)
    kinds: dict[tuple[str, int], Plan] = {}
    for plan in by_cost:
        kinds.setdefault((plan.format, plan.largest_table), plan)
    firsts = list(kinds.values())
    wanted = _different([*firsts, *(plan for plan in by_cost if plan not in firsts)])
    chosen = wanted[:MOST_PLANS]
    sizes = {plan.largest_table for plan in chosen}
    other = next((plan for plan in wanted if plan.largest_table not in sizes), None)
    if len(sizes) == 1 and other is not None and other.cost < chosen[0].cost + NOT_MUCH_WORSE:
        chosen = [*chosen[: MOST_PLANS - 1], other]
    return tuple(sorted(chosen, key=lambda plan: plan.cost))


def _different(plans: Iterable[Plan]) -> list[Plan]:
    best: list[Plan] = []
    for plan in plans:
        if all(_is_different(plan, known) for known in best):
            best.append(plan)
    return best


def _is_different(plan: Plan, known: Plan) -> bool:
    """Say whether a room would notice the difference."""
    return _seen(plan) != _seen(known)


def _seen(plan: Plan) -> tuple[str, int, int, tuple[int, ...]]:
    """Return what the room sees of a plan."""
    format = plan.candidate.like or plan.format
    return format, plan.side_size, plan.rounds, plan.quality.table_sizes


def _why_not_tried(night: Night, formats: Sequence[str]) -> Sentence:
    names = FORMATS[formats[0]].label
    for format in formats[1:]:
        names = say("%(first)s, %(then)s", first=names, then=FORMATS[format].label)
    return say(
        "for %(players)d players and so many rounds these formats were not tried, because that "
        "takes too long for a page: %(ways)s; allow more deals per round or less time, or set "
        "up an event with the format, whose draw is made in the background",
        players=night.players,
        ways=names,
    )


def _why_none(night: Night) -> Sentence:
    seats = ", ".join(str(size.seats) for size in night.sizes)
    return say(
        "%(players)d players cannot be seated at tables of %(seats)s: let somebody join or rest, "
        "or choose another game",
        players=night.players,
        seats=seats,
    )


# A plan tried out: every round drawn as it will be, with invented results where they matter.

# fixed, so that a plan looked at twice says the same numbers
RESULTS = "a night that is only thought of"


def play_through(candidate: Candidate, entries: int) -> tuple[DrawnRound, ...]:
    """Return all rounds of the plan. Raises CannotDraw where one cannot be drawn."""
    people = tuple(Entry(id=str(number), seed=number) for number in range(1, entries + 1))
    if FORMATS[candidate.format].all_at_once:
        request = DrawRequest(
            format=candidate.format,
            entries=people,
            rounds=candidate.rounds,
            options=candidate.draw_options,
        )
        return draw_rounds(request).rounds
    # repeatable on purpose; nothing is secret about it
    rng = Random(RESULTS)  # noqa: S311  # nosec B311
    history = Played()
    rounds: list[DrawnRound] = []
    for number in range(1, candidate.rounds + 1):
        request = DrawRequest(
            format=candidate.format,
            entries=people,
            round=number,
            history=history,
            options=candidate.draw_options,
        )
        drawn = draw_rounds(request).rounds[0]
        rounds.append(drawn)
        history = _with_results(history, drawn, rng)
    return tuple(rounds)


def _with_results(history: Played, drawn: DrawnRound, rng: Random) -> Played:
    """Return the history with the round, as if every table had played and somebody had won."""
    matches = []
    for table in drawn.tables:
        points = rng.sample(range(1, 100), len(table.sides))
        sides = tuple(Side(side, won) for side, won in zip(table.sides, points, strict=True))
        matches.append(Match(round=drawn.round, sides=sides, table=table.table))
    byes = [Bye(drawn.round, entry) for entry in (*drawn.byes, *drawn.sit_outs)]
    return Played((*history.matches, *matches), (*history.byes, *byes))
