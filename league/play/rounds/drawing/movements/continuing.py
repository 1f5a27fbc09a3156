"""How a movement goes on from the rounds played: as scheduled, with a rover, or drawn again.

The schedule holds as long as it repeats neither a meeting nor a deal and no more than two entries
wait in a round. Otherwise the rounds to come are drawn again from what has been played.
"""

from collections.abc import Sequence

from games.sentences import say
from league.play.rounds.drawing.movement_facts import facts_of
from league.play.rounds.drawing.movements.mitchell_schedule import Visit, rover_tables
from league.play.rounds.drawing.movements.movement import Sitting
from league.play.rounds.drawing.movements.numbers_held import Places
from league.play.rounds.drawing.movements.redrawn import Redrawn
from league.play.rounds.drawing.movements.tables_played import book_of
from league.play.rounds.drawing.request import DrawRequest

MOST_WAITING = 2


def rounds_to_come(
    request: DrawRequest, places: Places, numbers: Sequence[int], *, deals: int, seed: int
) -> list[Sitting]:
    """Return the tables of the rounds with these numbers, none of which is in the history."""
    continued = _Continued(request, places, deals)
    planned = [sitting for number in numbers for sitting in continued.scheduled(number)]
    if not places.late and continued.few_wait(planned, numbers) and continued.is_sound(planned):
        return planned
    if continued.takes_rover():
        roving = continued.with_rover(numbers)
        if continued.is_sound(roving):
            return roving
    redrawn = Redrawn(
        request=request, places=places, facts=continued.facts, book=continued.book, seed=seed
    )
    return redrawn.rounds(numbers)


class _Continued:
    def __init__(self, request: DrawRequest, places: Places, deals: int) -> None:
        self.request = request
        self.places = places
        self.deals = deals
        self.active = {entry.id for entry in request.active}
        self.facts = facts_of(request.history)
        self.book = book_of(request, places, deals)

    def scheduled(self, number: int) -> list[Sitting]:
        """Return the tables of a round for which both entries are there."""
        holder = self.places.holder
        return [
            Sitting(
                round=number,
                table=meeting.table,
                first=holder[meeting.first],
                second=holder[meeting.second],
                deal_set=meeting.deal_set,
                why=meeting.why,
            )
            for meeting in self.places.movement.meetings(number).values()
            if all(holder.get(pair) in self.active for pair in meeting.numbers)
        ]

    def few_wait(self, planned: Sequence[Sitting], numbers: Sequence[int]) -> bool:
        tables = dict.fromkeys(numbers, 0)
        for sitting in planned:
            tables[sitting.round] += 1
        return len(self.active) - 2 * min(tables.values(), default=0) <= MOST_WAITING

    def is_sound(self, planned: Sequence[Sitting]) -> bool:
        """Say whether the planned rounds repeat no meeting and no deal of the rounds played."""
        if self.deals and self.book.kept_out:
            return False
        return not any(
            self.facts.opponents[sitting.pair]
            or (
                self.deals and any(sitting.deal_set in self.book.played[e] for e in sitting.entries)
            )
            for sitting in planned
        )

    def takes_rover(self) -> bool:
        """Say whether exactly one entry came late, with all others as planned: a rover."""
        homes = self.places.movement.homes
        has_none = len(homes) == max(homes, default=0)  # a rover has a number above the tables
        late, free = self.places.late, self.places.free(self.active)
        return len(late) == 1 and bool(homes) and has_none and not free

    def with_rover(self, numbers: Sequence[int]) -> list[Sitting]:
        """Let the late entry (the rover) replace another home in each round; all others go on."""
        rover, places = self.places.late[0], self.places
        home_of = {number: places.holder[number] for number in places.movement.homes}
        rows = [
            sorted(self.scheduled(number), key=lambda sitting: sitting.table) for number in numbers
        ]
        waited = {number - 1 for number, home in home_of.items() if self.facts.waits[home]}
        path = rover_tables(
            [[self._visit(sitting) for sitting in row] for row in rows],
            closed=waited if len(waited) < len(home_of) else (),
            met=[
                number
                for entry, number in places.parse_int.items()
                if self.facts.opponents[frozenset((rover, entry))]
            ],
            played=self.book.played[rover],
        )
        return [
            self._replaced(sitting, rover, home_of[sitting.table])
            if sitting.table - 1 == table
            else sitting
            for row, table in zip(rows, path, strict=True)
            for sitting in row
        ]

    def _visit(self, sitting: Sitting) -> Visit:
        numbers = {self.places.parse_int[entry] for entry in sitting.entries}
        return Visit(min(numbers - self.places.movement.homes), sitting.deal_set or 0)

    def _replaced(self, sitting: Sitting, rover: str, home: str) -> Sitting:
        first, second = (rover if entry == home else entry for entry in sitting.entries)
        return Sitting(
            round=sitting.round,
            table=sitting.table,
            first=first,
            second=second,
            deal_set=sitting.deal_set,
            why=say(
                "%(rover)s takes the place of %(home)s for this round, who sits out",
                rover=self.request.names([rover]),
                home=self.request.names([home]),
            ),
            code="rover",
        )
