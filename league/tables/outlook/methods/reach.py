"""The best and the worst place that each entry of a contest can still reach."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from league.foundation.doors.reading import Number
from league.tables.outlook.methods.contest import Contest, Effort, Result, standing_in

# what is worked out exactly; above it only the sums of the least and the most are compared
MOST_ENTRIES, MOST_MATCHES = 128, 1_500


# of the solver for one contest, in its own deterministic seconds; then only bounds are given
MOST_EFFORT = 8.0


class Reach(NamedTuple):
    """The places an entry can still reach. Not `is_exact`: no better and no worse ones than these.

    A tie that nothing settles yet counts as both: the best place in it, and the worst.
    """

    best: int
    worst: int
    is_exact: bool


def reach_of_all(contest: Contest) -> list[Reach]:
    """Return for each entry the places it can still reach.

    In contests of more than MOST_ENTRIES or MOST_MATCHES these are bounds: the most points of one
    against the least of all others, whoever meets whom.
    """
    whole = contest.in_whole_numbers
    if contest.size > MOST_ENTRIES or len(contest.matches) > MOST_MATCHES:
        return list(_bounds_of_all(whole))
    effort = Effort(MOST_EFFORT)
    return [reach_of(whole, entry, effort) for entry in range(contest.size)]


def reach_of(contest: Contest, entry: int, effort: Effort) -> Reach:
    """Return the places that one entry can still reach; the points are whole numbers."""
    if contest.is_over:
        standing = standing_in(contest, entry)
        return Reach(standing.best, standing.worst, is_exact=True)
    best, is_best = best_of(contest, entry, effort)
    worst, is_worst = worst_of(contest, entry, effort)
    return Reach(best, worst, is_best and is_worst)


def best_of(contest: Contest, entry: int, effort: Effort) -> tuple[int, bool]:
    """Return the best place of an entry, and whether it is exact."""
    return _end(contest, entry, effort, best=True)


def worst_of(contest: Contest, entry: int, effort: Effort) -> tuple[int, bool]:
    """Return the worst place of an entry, and whether it is exact."""
    return _end(contest, entry, effort, best=False)


def bounds_of(contest: Contest, entry: int) -> Reach:
    """Return places that an entry cannot leave: its own points against those of each other."""
    own, ranges = contest.ranges[entry], contest.ranges
    ahead = sum(other.least > own.most for other in ranges)
    near = sum(other.most >= own.least for other in ranges)
    return Reach(ahead + 1, near, is_exact=False)


def _end(contest: Contest, entry: int, effort: Effort, *, best: bool) -> tuple[int, bool]:
    if contest.is_over:
        standing = standing_in(contest, entry)
        return (standing.best if best else standing.worst), True
    bounds = bounds_of(contest, entry)
    bound = bounds.best if best else bounds.worst
    if _example(contest, entry, best=best) == bound:
        return bound, True
    if effort.is_spent:
        return bound, False
    # only here: it takes seconds to load, and most questions need no search
    from league.tables.outlook.methods.search import search_place  # noqa: PLC0415

    return search_place(contest, entry, effort, best=best)


def _example(contest: Contest, entry: int, *, best: bool) -> int:
    """Return the place of the entry in one way that the contest may end, a likely extreme."""
    ended = contest.after(_likely(contest, entry, best=best))
    if contest.has_spare:
        ended = _with_spare(ended, entry, best=best)
    standing = standing_in(ended, entry)
    return standing.best if best else standing.worst


def _likely(contest: Contest, entry: int, *, best: bool) -> dict[int, Result]:
    """Return results by match: the best (or worst) of the entry's own, and what suits of others.

    Match by match: for the best place nobody more gets ahead if that can be helped, and who is
    ahead anyway takes the wins; for the worst whoever lacks least gets them.
    """
    own = contest.ranges[entry]
    line = own.most if best else own.least
    points = list(contest.points)
    chosen: dict[int, Result] = {}
    for at, match in enumerate(contest.matches):
        if entry in match.both:
            at_home = (match.home == entry) == best
            chosen[at] = max(contest.results, key=partial(Result.lead, at_home=at_home))
        else:
            have = [points[one] for one in match.both]
            weigh = partial(_overtaking if best else _falling_short, have, line)
            chosen[at] = min(_few(contest.results), key=weigh)
        for one, brought in zip(match.both, chosen[at].seen(at_home=True), strict=True):
            points[one] += brought
    return chosen


def _few(results: Sequence[Result]) -> list[Result]:
    middle = len(results) // 2
    return [results[0], results[middle], results[-1]]


def _overtaking(have: Sequence[Number], line: Number, brought: Result) -> tuple[int, Number]:
    """Weigh a result by how many it takes over the line, then by how near it takes them."""
    pairs = zip(have, brought.seen(at_home=True), strict=True)
    ends = [own + more for own, more in pairs if own <= line]
    return sum(end > line for end in ends), max(ends, default=0)


def _falling_short(have: Sequence[Number], line: Number, brought: Result) -> tuple[int, Number]:
    """Weigh a result by how many it takes to the line, the more the better, then by how near."""
    pairs = zip(have, brought.seen(at_home=True), strict=True)
    ends = [own + more for own, more in pairs if own < line]
    return -sum(end >= line for end in ends), -max(ends, default=0)


def _with_spare(contest: Contest, entry: int, *, best: bool) -> Contest:
    points = list(contest.points)
    for one, spare in enumerate(contest.spare):
        points[one] += spare.most if (one == entry) == best else spare.least
    return Contest(points=points)


def _bounds_of_all(contest: Contest) -> Iterator[Reach]:
    """Yield what `bounds_of` says of each, by sorting once."""
    ranges = contest.ranges
    least, most = sorted(one.least for one in ranges), sorted(one.most for one in ranges)
    for own in ranges:
        ahead = len(ranges) - bisect_right(least, own.most)
        behind = bisect_left(most, own.least)
        yield Reach(ahead + 1, len(ranges) - behind, is_exact=contest.is_over)
