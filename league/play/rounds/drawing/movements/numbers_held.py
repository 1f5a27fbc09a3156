"""Who holds which number of a movement, as the rounds that were played say."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from league.foundation.doors.played import Match
from league.play.rounds.drawing.cannot_draw import CannotDraw
from league.play.rounds.drawing.movements.movement import Movement
from league.play.rounds.drawing.request import DrawRequest, order_entries
from league.play.rounds.drawing.stage_options import BY_SEED


@dataclass(slots=True)
class Places:
    """Numbers and their holders. `late` are entries that came when no number was free."""

    movement: Movement
    parse_int: dict[str, int] = field(default_factory=dict)
    holder: dict[int, str] = field(default_factory=dict)
    late: list[str] = field(default_factory=list)

    def free(self, active: set[str]) -> list[int]:
        """Return the numbers that nobody holds, those never held first."""
        never = [number for number in self.movement.vacant if number not in self.holder]
        left = [number for number, entry in self.holder.items() if entry not in active]
        return never + sorted(left)


def find_places(request: DrawRequest, make: Callable[[int], Movement]) -> Places:
    """Make the movement for those who began it, and find out who holds which number.

    They are those of the first round in the history, unless the history fits better when all
    began. Whoever comes later has the number that its first table gives, and else takes one that
    is free: the missing pair's, or that of a pair that has left.
    """
    best: Places | None = None
    refused: CannotDraw | None = None
    for began in _beginners(request):
        try:
            places = _places(request, make, began)
        except CannotDraw as fault:
            refused = fault
            continue
        if best is None or _fitting(request, places) > _fitting(request, best):
            best = places
    if best is None:
        raise refused or AssertionError("somebody begins")
    return best


def _beginners(request: DrawRequest) -> list[list[str]]:
    """Return who may have begun, the likeliest first, each in the order of numbers."""
    first = min(request.history.rounds, default=0)
    there = {
        entry: match.round
        for match in sorted(request.history.matches, key=lambda match: -match.round)
        for entry in match.entries
    }
    at_first = {entry for entry, number in there.items() if number == first}
    at_first |= {bye.entry for bye in request.history.byes if bye.round == first}
    everybody = {*there, *(bye.entry for bye in request.history.byes)}
    everybody |= {entry.id for entry in request.active}
    order = order_entries(request.entries, BY_SEED, 0)
    return [
        [entry for entry in order if entry in began]
        for began in ([at_first, everybody] if set() < at_first < everybody else [everybody])
    ]


def _places(request: DrawRequest, make: Callable[[int], Movement], began: Sequence[str]) -> Places:
    movement = make(len(began))
    places = Places(movement)
    for entry, number in zip(began, movement.numbers, strict=True):
        places.parse_int[entry] = number
        places.holder[number] = entry
    _follow(request, places)
    active = {entry.id for entry in request.active}
    for entry in order_entries(request.active, BY_SEED, 0):
        if entry not in places.parse_int:
            free = places.free(active)
            if free:
                places.parse_int[entry] = free[0]
                places.holder[free[0]] = entry
            else:
                places.late.append(entry)
    return places


def _fitting(request: DrawRequest, places: Places) -> int:
    """Return how many tables of the history are as the movement has them."""
    return sum(
        frozenset(places.parse_int.get(entry, 0) for entry in match.entries)
        in places.movement.meetings(match.round)
        for match in request.history.matches
    )


def _follow(request: DrawRequest, places: Places) -> None:
    """Give those who came in a later round of the history the number of their place there."""
    here: dict[int, set[str]] = {}
    for match in request.history.matches:
        here.setdefault(match.round, set()).update(match.entries)
    for bye in request.history.byes:
        here.setdefault(bye.round, set()).add(bye.entry)
    for match in sorted(request.history.matches, key=lambda match: match.round):
        for entry in match.entries:
            if entry not in places.parse_int:
                number = _number_at(match, entry, places)
                if number is not None and places.holder.get(number) not in here[match.round]:
                    places.parse_int[entry] = number
                    places.holder[number] = entry


def _number_at(match: Match, entry: str, places: Places) -> int | None:
    """Return the number whom the movement wants to meet the opponent of the entry."""
    others = {places.parse_int.get(other) for other in match.entries if other != entry}
    for numbers in places.movement.meetings(match.round):
        if len(numbers & others) == 1 and len(numbers - others) == 1:
            return next(iter(numbers - others))
    return None
