"""Plans for a night: pure functions from the players present to ways in which they can play.

`propose` answers with two or three plans, drawn to their end and measured; `form_sides` makes
pairs and teams of those who are present.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, islice, zip_longest
from random import Random
from typing import Any, NamedTuple

from games.sentences import Sentence, say
from league.foundation.doors.played import Bye, Match, Played, Side
from league.foundation.doors.reading import InvalidRequest
from league.foundation.doors.request_files import Entry
from league.play.rounds.drawing.candidate import USUAL_TABLE, Candidate
from league.play.rounds.drawing.cannot_draw import CannotDraw
from league.play.rounds.drawing.door import draw_rounds
from league.play.rounds.drawing.drawn import DrawnRound
from league.play.rounds.drawing.format import Format, Way, Who
from league.play.rounds.drawing.formats import FORMATS
from league.play.rounds.drawing.night import Night, check_night
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.work import MOST_SEARCHED

# --- How good a plan is, counted from its rounds as they were drawn ---

Pairs = Counter[frozenset[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """What a night is like for those who play it; the pairs of numbers are least and most.

    `partners_again` and `opponents_again` count how often two people are together, or against
    each other, once more than the first time. `met` is how many of the `others` somebody meets.
    """

    tables: int
    table_sizes: tuple[int, ...]
    table_sides: tuple[int, ...]
    others: int
    partners_again: int
    opponents_again: int
    met: tuple[int, int]
    sit_outs: tuple[int, int]
    first_deals: tuple[int, int]

    @property
    def balance(self) -> int:
        """How much more often one begins the deal than another."""
        return self.first_deals[1] - self.first_deals[0]

    @property
    def everybody_meets(self) -> bool:
        return self.met[0] == self.others


def measure(rounds: Sequence[DrawnRound], entries: int, side_size: int) -> Quality:
    """Count a night of entries "1", "2" ...; table sizes are in players."""
    everybody = [str(number) for number in range(1, entries + 1)]
    partners: Pairs = Counter()
    opponents: Pairs = Counter()
    first_deals: Counter[str] = Counter()
    at_tables: Counter[str] = Counter()
    for table in (table for drawn in rounds for table in drawn.tables):
        for side in table.sides:
            partners.update(_pairs(side))
        together = set().union(*(set(_pairs(side)) for side in table.sides))
        opponents.update(pair for pair in _pairs(table.entries) if pair not in together)
        first_deals[table.seats[0] if table.seats else table.sides[0][0]] += 1
        at_tables.update(table.entries)
    met: Counter[str] = Counter(player for pair in opponents | partners for player in pair)
    first = max(rounds, key=lambda drawn: len(drawn.tables))
    shapes = [(len(table.entries) * side_size, len(table.sides)) for table in first.tables]
    shapes.sort(reverse=True)
    return Quality(
        tables=len(first.tables),
        table_sizes=tuple(size for size, _sides in shapes),
        table_sides=tuple(sides for _size, sides in shapes),
        others=entries - 1,
        partners_again=sum(times - 1 for times in partners.values()),
        opponents_again=sum(times - 1 for times in opponents.values()),
        met=_span(met[player] for player in everybody),
        sit_outs=_span(len(rounds) - at_tables[player] for player in everybody),
        first_deals=_span(first_deals[player] for player in everybody),
    )


def _pairs(entries: Iterable[str]) -> list[frozenset[str]]:
    return [frozenset(pair) for pair in combinations(entries, 2)]


def _span(numbers: Iterable[int]) -> tuple[int, int]:
    ordered = sorted(numbers)
    return ordered[0], ordered[-1]


# --- A plan for a night: how it is played, how good that is in numbers, and why it is proposed ---


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """One way to spend the night, drawn to its end. `minutes` is what it will take."""

    candidate: Candidate
    night: Night
    quality: Quality
    first_round: DrawnRound

    @classmethod
    def of(cls, candidate: Candidate, night: Night, rounds: tuple[DrawnRound, ...]) -> "Plan":
        entries = candidate.entries(night)
        quality = measure(rounds, entries, candidate.side_size)
        return cls(candidate=candidate, night=night, quality=quality, first_round=rounds[0])

    @property
    def key(self) -> str:
        return self.candidate.key

    @property
    def format(self) -> str:
        return self.candidate.format

    @property
    def _format(self) -> Format:
        return FORMATS[self.format]

    @property
    def label(self) -> Sentence:
        return self._format.label

    @property
    def help(self) -> Sentence:
        return self._format.help

    @property
    def who(self) -> Who:
        return self._format.who

    @property
    def gives_partners(self) -> bool:
        """Say whether single players get partners by the draw."""
        return any(len(side) > 1 for table in self.first_round.tables for side in table.sides)

    @property
    def options(self) -> Mapping[str, Any]:
        return self.candidate.stage_options

    @property
    def side_size(self) -> int:
        return self.candidate.side_size

    @property
    def rounds(self) -> int:
        return self.candidate.rounds

    @property
    def deals(self) -> int:
        return self.candidate.deals

    @property
    def minutes(self) -> int:
        return self.night.needed(self.rounds, self.deals)

    @property
    def entries(self) -> int:
        return self.candidate.entries(self.night)

    @property
    def largest_table(self) -> int:
        return self.quality.table_sizes[0]

    @property
    def left_over(self) -> int:
        return self.candidate.left_over(self.night)

    @property
    def cost(self) -> float:
        """Return how far the plan is from the perfect night; 0 is perfect."""
        quality, slots = self.quality, self.entries * self.rounds
        waits = sum(quality.sit_outs) / (2 * self.rounds)
        again = 2 * quality.partners_again + quality.opponents_again
        if quality.table_sizes == (self.night.players,):
            again = 0  # at the only table there is nobody else to meet
        unmet = 1 - quality.met[0] / max(1, quality.others)
        idle = 1 - self.minutes / self.night.minutes
        return (
            4 * self.left_over / self.night.players
            + 2 * waits
            + again / max(1, slots)
            + 0.3 * unmet
            + 0.5 * idle
            + 0.5 * max(0, quality.sit_outs[1] - quality.sit_outs[0] - 1)
            + 0.2 * (self.deals % max(quality.table_sizes) != 0)
            + 0.4 * (self.rounds == 1)
            + 0.1 * self._unusual()
        )

    def _unusual(self) -> float:
        """Return by how many seats tables of people who play alone are not the usual ones."""
        if self.gives_partners or self.side_size > 1:
            return 0
        sizes = self.quality.table_sizes
        return sum(abs(size - USUAL_TABLE) for size in sizes) / len(sizes)

    def reasons(self) -> Iterator[Sentence]:
        """Say what speaks for the plan and what against it; whole sentences but for the stop."""
        yield self._time()
        yield from self._meetings()
        yield from self._waiting()
        sizes = self.quality.table_sizes
        if len(set(sizes)) == 1 and self.deals % sizes[0] == 0:
            yield say("in every round everybody deals equally often")
        if self._format.results != "none":
            yield say(
                "who meets whom depends on the results, so the numbers are those of a night with "
                "invented ones"
            )

    def _time(self) -> Sentence:
        return say(
            "it takes about %(needed)d of the %(minutes)d minutes, with %(change)d minutes between "
            "two rounds",
            needed=self.minutes,
            minutes=self.night.minutes,
            change=self.night.change_minutes,
        )

    def _meetings(self) -> Iterator[Sentence]:
        quality = self.quality
        if self.gives_partners:
            if quality.partners_again:
                yield say(
                    "partners who play together again: %(count)d", count=quality.partners_again
                )
            else:
                yield say("nobody has the same partner twice")
        if quality.everybody_meets and quality.opponents_again == 0:
            yield say("everybody meets everybody, and nobody plays against anybody twice")
        elif quality.table_sizes == (self.night.players,) and not self.gives_partners:
            yield say("there is one table, so everybody plays everybody in every round")
        elif quality.opponents_again == 0:
            yield say("nobody plays against anybody twice")
        else:
            if quality.everybody_meets:
                yield say("everybody meets everybody")
            yield say("opponents who meet again: %(count)d", count=quality.opponents_again)

    def _waiting(self) -> Iterator[Sentence]:
        least, most = self.quality.sit_outs
        if most == 0:
            yield say("nobody sits out")
            return
        if least == most:
            yield say("everybody sits out equally often (rounds: %(count)d)", count=most)
        else:
            yield say("everybody sits out %(least)d to %(most)d rounds", least=least, most=most)
        if self.who == "sides":
            yield say("a round sat out counts as much as a match won")
        else:
            yield say(
                "a round sat out counts as much as one’s own average in the rounds played, so that "
                "nobody falls behind by it"
            )

    def warning(self) -> Sentence | None:
        """Say who cannot play at once, if there is somebody."""
        if self.left_over and self.side_size == 2:
            return say("one player has no partner yet, and joins as soon as somebody comes")
        if self.left_over:
            return say(
                "the players left over when all teams are full (%(count)d) are reserves in a team",
                count=self.left_over,
            )
        return None


# --- Two or three plans for a night: candidates are drawn to their end, and the best are kept ---

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


# --- Pairs or teams for a night: those who want to play together first, the others by lot ---


class Sides(NamedTuple):
    """Complete sides (ids of players) in the order of entry, and the players who are left over."""

    complete: tuple[tuple[int, ...], ...]
    left_over: tuple[int, ...]


def form_sides(
    players: Sequence[int], together: Sequence[Sequence[int]], size: int, rng: Random
) -> Sides:
    """Return as many sides of `size` players as there can be.

    Groups in `together` get the same side; one that is too large for a side, or cannot be filled
    up, is split. Everything else is by lot, also the order of the sides.
    """
    here = set(players)
    groups = [[player for player in group if player in here] for group in together]
    groups = [group for group in groups if 1 < len(group) <= size]
    grouped = {player for group in groups for player in group}
    singles = [player for player in players if player not in grouped]
    rng.shuffle(singles)
    rng.shuffle(groups)
    groups.sort(key=len)  # the largest is filled up first
    complete: list[tuple[int, ...]] = []
    while len(groups) * size or len(singles) >= size:
        side = groups.pop() if groups else []
        while len(side) < size:
            fitting = next((g for g in reversed(groups) if len(g) <= size - len(side)), None)
            if fitting is not None:
                groups.remove(fitting)
                side = [*side, *fitting]
            elif singles:
                side = [*side, singles.pop()]
            elif groups:
                singles = groups.pop(0)
            else:
                break
        if len(side) < size:
            singles = side
            break
        complete.append(tuple(side))
    rng.shuffle(complete)
    return Sides(tuple(complete), tuple(singles))
