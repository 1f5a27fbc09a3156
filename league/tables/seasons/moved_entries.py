"""Whom the moves after a season put into the events of each division: who competed, by division."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from league.play.events.services import Competing
from league.tables.seasons.keys import key_of_players, key_of_team

STAYS = -1  # nobody moved it: it goes on where it was


class Moved:
    """Signed moves, and all who competed in the season, event by event."""

    def __init__(
        self, moves: Sequence[Mapping[str, Any]], competing: Iterable[Sequence[Competing]]
    ) -> None:
        self.before: dict[str, int | None] = {move["key"]: move["before"] for move in moves}
        self.after: dict[str, int | None] = {move["key"]: move["after"] for move in moves}
        self.known = {_key(one): one for ones in competing for one in ones if one.players}

    def common_division(self, competing: Sequence[Competing]) -> int | None:
        """Return the division in which all who competed were; None where they were in several."""
        divisions = {self.before.get(_key(one)) for one in competing if one.players}
        return divisions.pop() if len(divisions) == 1 else None

    def entries_of(self, division: int, competing: Sequence[Competing]) -> list[Competing]:
        """Return who is entered in an event of a division: those who are in it after the moves.

        They stand in the order of the moves; those who competed in it and were not moved come
        after them.
        """
        order = {key: place for place, key in enumerate(self.after)}
        into = {key: one for key, one in self.known.items() if self._goes_to(one) == division}
        stay = {_key(one): one for one in competing if one.players and self._goes_to(one) == STAYS}
        wanted = into | stay
        return [wanted[key] for key in sorted(wanted, key=lambda key: order.get(key, len(order)))]

    def _goes_to(self, one: Competing) -> int | None:
        """Return the division after the moves; None: out. A pair goes where both partners go."""
        if (key := _key(one)) in self.after:
            return self.after[key]
        divisions = {self.after.get(key_of_players([player.pk]), STAYS) for player in one.players}
        return divisions.pop() if len(divisions) == 1 else STAYS


def _key(one: Competing) -> str:
    """Return the key under which the table of a season knows who competed."""
    if one.name and len(one.players) > 1:
        return key_of_team(one.name)
    return key_of_players(player.pk for player in one.players)
