"""The keys of competitors: the same person, pair or team has the same one in every event.

`p12` is a player, `p12-15` a pair or a team known by its players, `t3f2a…` a team by its name.
"""

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from league.foundation.journal.naming import PLAYER

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
