"""The last round: what each contender needs, exactly, from every way the open tables can end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from league.tables.outlook.methods.contest import Contest, Effort, Result, Standing, standing_in
from league.tables.outlook.methods.marks import Aim, Chance, Places, chances_of
from league.tables.outlook.methods.reach import MOST_EFFORT, Reach, best_of, worst_of
from league.tables.standings.methods.matches.awards import DRAWN, LOST, WON

# ways the tables that matter to one entry can end, beyond which nothing is said of it
MOST_ENDS = 20_000
# contenders for one aim that are looked at one by one
MOST_CONTENDERS = 12
OUTCOMES = (WON, DRAWN, LOST)
# more results than these are a scale, of which the least that is enough is looked for
A_SCALE = 12

Ends: TypeAlias = Sequence[tuple[Mapping[int, int], Standing]]


class Need(NamedTuple):
    """At a table elsewhere one of these outcomes, seen by its home side, must come about."""

    match: int
    outcomes: tuple[int, ...]


class Way(NamedTuple):
    """What an outcome of one's own table leads to; None: the entry does not play.

    The aim is reached for certain, or cannot be reached, or it takes what the `needs` say of other
    tables. Where that `is_enough`, it is certain then; else a tie is still to be broken, or
    several tables have to come together.
    """

    own: int | None
    chance: Chance
    needs: tuple[Need, ...] = ()
    is_enough: bool = False


class Enough(NamedTuple):
    """On a scale: the least of one's own results that is enough, and the least that may be."""

    certain: Result | None
    possible: Result | None


class Contender(NamedTuple):
    """An entry for which an aim is open, with its table (a place among the matches)."""

    entry: int
    aim: Aim
    match: int | None
    ways: tuple[Way, ...] = ()
    enough: Enough | None = None


def is_last_round(contest: Contest) -> bool:
    """Return whether every entry has one open match at most, and nothing else to come."""
    seats = [entry for match in contest.matches for entry in match.both]
    return bool(seats) and len(seats) == len(set(seats)) and not contest.has_spare


def contenders(contest: Contest, reaches: Sequence[Reach], places: Places) -> list[Contender]:
    """Return what everybody needs for whom something is open; none before the last round.

    Aim by aim, those with the most points first, MOST_CONTENDERS of an aim.
    """
    if not is_last_round(contest):
        return []
    whole, effort = contest.in_whole_numbers, Effort(MOST_EFFORT)
    found: list[Contender] = []
    for aim, last in places.needed.items():
        entries = [
            entry
            for entry, reach in enumerate(reaches)
            if chances_of(reach, places)[aim] is Chance.OPEN
        ]
        entries.sort(key=lambda entry: (-contest.points[entry], entry))
        needs = (_contender(whole, entry, aim, last, effort) for entry in entries[:MOST_CONTENDERS])
        found += [_as_counted(need, contest, whole) for need in needs if need is not None]
    return found


def _as_counted(contender: Contender, contest: Contest, whole: Contest) -> Contender:
    """Return it with the results of the contest, and not those in whole numbers."""
    if contender.enough is None:
        return contender
    counted = dict(zip(whole.results, contest.results, strict=True))
    certain, possible = contender.enough
    return contender._replace(
        enough=Enough(
            None if certain is None else counted[certain],
            None if possible is None else counted[possible],
        )
    )


def _contender(
    contest: Contest, entry: int, aim: Aim, last: int, effort: Effort
) -> Contender | None:
    """Return what an entry needs; None where too many tables matter to say it."""
    own = next(iter(contest.matches_of(entry)), None)
    if len(contest.results) > A_SCALE:
        if own is None:
            return None
        return Contender(entry, aim, own, enough=_enough(contest, entry, own, last, effort))
    matter = _that_matter(contest, entry)
    if len(contest.results) ** len(matter) > MOST_ENDS:
        return None
    ends = list(_ends(contest, entry, matter))
    return Contender(entry, aim, own, tuple(_ways(contest, entry, own, last, matter, ends)))


def _that_matter(contest: Contest, entry: int) -> list[int]:
    """Return the matches of the entry, and of all who may end level with it or change sides."""
    own, ranges = contest.ranges[entry], contest.ranges
    near = {
        one
        for one, other in enumerate(ranges)
        if other.most >= own.least and other.least <= own.most
    }
    return [at for at, match in enumerate(contest.matches) if near.intersection(match.both)]


def _ends(
    contest: Contest, entry: int, matter: Sequence[int]
) -> Iterator[tuple[Mapping[int, int], Standing]]:
    """Yield each way the tables can end, as outcomes by match, with the entry's place in it."""
    others = set(range(len(contest.matches))).difference(matter)
    rest = contest.after(dict.fromkeys(others, contest.results[0]))
    places = {match: at for at, match in enumerate(rest.matches)}
    for results in product(contest.results, repeat=len(matter)):
        chosen = zip(matter, results, strict=True)
        ended = rest.after({places[contest.matches[at]]: one for at, one in chosen})
        outcomes = {at: one.outcome for at, one in zip(matter, results, strict=True)}
        yield outcomes, standing_in(ended, entry)


def _ways(
    contest: Contest, entry: int, own: int | None, last: int, matter: Sequence[int], ends: Ends
) -> Iterator[Way]:
    others = [at for at in matter if at != own]
    if own is None:
        yield _way(None, last, others, ends)
        return
    sign = 1 if contest.matches[own].home == entry else -1
    for outcome in OUTCOMES:
        theirs = [end for end in ends if end[0][own] == sign * outcome]
        if theirs:
            yield _way(outcome, last, others, theirs)


def _way(own: int | None, last: int, others: Sequence[int], ends: Ends) -> Way:
    if all(standing.worst <= last for _outcomes, standing in ends):
        return Way(own, Chance.CERTAIN)
    good = [outcomes for outcomes, standing in ends if standing.best <= last]
    if not good:
        return Way(own, Chance.GONE)
    needs = []
    for at in others:
        allowed = {outcomes[at] for outcomes in good}
        if allowed != {outcomes[at] for outcomes, _standing in ends}:
            needs.append(Need(at, tuple(one for one in OUTCOMES if one in allowed)))
    met = [
        standing
        for outcomes, standing in ends
        if all(outcomes[need.match] in need.outcomes for need in needs)
    ]
    is_enough = all(standing.worst <= last for standing in met)
    return Way(own, Chance.OPEN, tuple(needs), is_enough)


def _enough(contest: Contest, entry: int, own: int, last: int, effort: Effort) -> Enough:
    """Return how much of a scale is enough: the better one's own result, the better the place."""
    at_home = contest.matches[own].home == entry
    rising = sorted(
        contest.results, key=lambda one: (one.seen(at_home=at_home)[0], one.lead(at_home=at_home))
    )

    def is_certain(result: Result) -> bool:
        place, is_exact = worst_of(contest.after({own: result}), entry, effort)
        return is_exact and place <= last

    def is_possible(result: Result) -> bool:
        return best_of(contest.after({own: result}), entry, effort)[0] <= last

    return Enough(_first(rising, is_certain), _first(rising, is_possible))


def _first(rising: Sequence[Result], is_so: Callable[[Result], bool]) -> Result | None:
    """Return the first of which it is so; it is so of all after the first."""
    low, high = 0, len(rising)
    while low < high:
        middle = (low + high) // 2
        if is_so(rising[middle]):
            high = middle
        else:
            low = middle + 1
    return rising[low] if low < len(rising) else None
