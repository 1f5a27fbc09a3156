"""The keys of competitors: the same person, pair or team has the same one in every event.

`p12` is a player, `p12-15` a pair or a team known by its players, `t3f2a…` a team by its name.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from league.foundation.journal.naming import PLAYER
from league.play.events.services import Competing

OF_PLAYERS = re.compile(r"p[0-9]{1,18}(-[0-9]{1,18})*")


def key_of_players(players: Iterable[int]) -> str:
    """Return the key of a player, or of those who play together."""
    return "p" + "-".join(map(str, sorted(players)))


def key_of_team(name: str) -> str:
    """Return the key of a team with a name: its players may change, small and large letters too."""
    return "t" + sha256(" ".join(name.casefold().split()).encode()).hexdigest()[:16]


def players_of(key: str) -> list[int]:
    """Return the players a key names, none for a team with a name."""
    return [int(number) for number in key[1:].split("-")] if OF_PLAYERS.fullmatch(key) else []


def noted_name(key: str, name: str) -> Any:
    """Return what a competitor is called, as the journal keeps it: its players by their numbers."""
    players = players_of(key)
    return {PLAYER: players} if players else name


def replace_merged(key: str, merged: Mapping[int, int]) -> str:
    """Return the key with each player replaced by the one it was merged into."""
    players = players_of(key)
    return key_of_players({merged.get(player, player) for player in players}) if players else key


# --- Moved entries ---
# Whom the moves after a season put into the events of each division: who competed, by division.

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
