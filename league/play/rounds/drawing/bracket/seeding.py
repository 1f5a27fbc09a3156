"""Who stands where in a bracket: seeds, the places of the seeds, and pairs kept apart at first."""

from collections.abc import Sequence
from typing import NamedTuple

from games.sentences import Sentence, say
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.request import (
    DrawRequest,
    order_entries,
)
from league.play.rounds.drawing.stage_options import Order

MOST_ENTRIES = 1024


class Field(NamedTuple):
    """The entries of a bracket by seed, those that came too late to be seeded, and who changed.

    `apart` holds (moved, in the place of, kept apart from), one for each exchange.
    """

    seeds: tuple[str, ...]
    late: tuple[str, ...] = ()
    apart: tuple[tuple[str, str, str], ...] = ()


def bracket_size(count: int) -> int:
    """Return the next power of two: the places of a bracket for so many entries."""
    return 1 << max(0, count - 1).bit_length()


def seed_places(size: int) -> list[int]:
    """Return the seeds in the order of their places, by doubling: 1, 8, 4, 5, 2, 7, 3, 6.

    Each place p of a bracket of L becomes (p, 2L + 1 - p), so that the first two seeds can only
    meet in the final, the first four in the semi-finals. `size` is a power of two.
    """
    places = [1]
    while len(places) < size:
        around = 2 * len(places) + 1
        places = [seed for place in places for seed in (place, around - place)]
    return places


def field_of(request: DrawRequest, *, order: str, seed: int) -> Field:
    """Return the field: all active entries, or once round 1 was played those that took part in it.

    A history may leave out the byes of round 1: entries that would have had one are seeded too.
    """
    ranked = order_entries(request.entries, order, seed)
    active = {entry.id for entry in request.active}
    history = request.history
    if not history.rounds:
        return _kept_apart([entry for entry in ranked if entry in active], request.avoid)
    playing = {entry for m in history.matches if m.round == 1 for entry in m.entries}
    byes = {bye.entry for bye in history.byes if bye.round == 1}
    seen = {entry for match in history.matches for entry in match.entries}
    seen |= {bye.entry for bye in history.byes}
    everybody = [entry for entry in ranked if entry in active | seen]
    started = playing | byes
    if not byes:
        would_wait = everybody[: bracket_size(len(everybody)) - len(everybody)]
        unseen = set(everybody) - started
        if unseen <= set(would_wait):
            started |= unseen
    field = _kept_apart([entry for entry in everybody if entry in started], request.avoid)
    return field._replace(late=tuple(entry for entry in everybody if entry not in started))


def _kept_apart(ranked: Sequence[str], avoid: frozenset[frozenset[str]]) -> Field:
    """Exchange entries of the lower half where a pair to be kept apart would meet in round 1."""
    seeds = list(ranked)
    size = bracket_size(len(seeds))
    apart: list[tuple[str, str, str]] = []

    def clashes(place: int) -> bool:
        return frozenset((seeds[place], seeds[size - 1 - place])) in avoid

    for place in range(len(seeds) - 1, size // 2 - 1, -1):
        if not avoid or not clashes(place):
            continue
        nearest = sorted(range(size // 2, len(seeds)), key=lambda other: abs(other - place))
        for other in nearest:
            seeds[place], seeds[other] = seeds[other], seeds[place]
            if not clashes(place) and not clashes(other):
                apart.append((seeds[other], seeds[place], seeds[size - 1 - place]))
                break
            seeds[place], seeds[other] = seeds[other], seeds[place]
    return Field(tuple(seeds), apart=tuple(apart))


# ------------------------------------------------------------------------------ what is asked


def read_field(request: DrawRequest, options: Order) -> Field:
    """Return who stands in the bracket, after making sure that one can be drawn for them."""
    _check_history(request)
    field = field_of(request, order=options.order, seed=options.seed)
    _check_size(len(field.seeds))
    return field


def _check_size(entries: int) -> None:
    if entries < 2:
        raise impossible(
            "too_few_entries",
            say(
                "a bracket needs at least 2 active entries, not %(count)d; add entries",
                count=entries,
            ),
            path="entries",
        )
    if entries > MOST_ENTRIES:
        raise impossible(
            "too_many_entries",
            say(
                "%(count)d entries are too many for one bracket; at most %(most)d can be drawn: "
                "play groups or a Swiss stage first, and take the best of them",
                count=entries,
                most=MOST_ENTRIES,
            ),
            path="entries",
        )


def _check_history(request: DrawRequest) -> None:
    rounds = request.history.rounds
    missing = next((at for at, number in enumerate(rounds, start=1) if at != number), None)
    if missing is not None:
        raise impossible(
            "missing_round",
            say(
                "the history has round %(later)d but not round %(missing)d; who moves on in a "
                "knock-out is read from every round: add round %(missing)d",
                later=rounds[-1],
                missing=missing,
            ),
            path="history",
        )
    for match in request.history.matches:
        if len(match.sides) != 2 or len(match.entries) != 2:
            raise impossible("not_two_entries", _not_two(request, match.round, match.entries))


def _not_two(request: DrawRequest, number: int, entries: tuple[str, ...]) -> Sentence:
    return say(
        "round %(round)d of the history has a table of %(names)s; "
        "in a bracket one entry meets one other",
        round=number,
        names=request.names(entries),
    )
