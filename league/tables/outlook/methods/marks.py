"""The places that matter, and what is certain about them: won, promoted, safe, relegated, out."""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from league.tables.outlook.methods.reach import Reach


class Aim(StrEnum):
    """What an entry can play for."""

    WIN = "win"
    PROMOTION = "promotion"
    SAFETY = "safety"


class Chance(StrEnum):
    """Whether an aim is certain, open, or cannot be reached any more."""

    CERTAIN = "certain"
    OPEN = "open"
    GONE = "gone"


class Places(NamedTuple):
    """How many are ranked together; so many of them go up, and so many down."""

    size: int
    up: int = 0
    down: int = 0

    @property
    def needed(self) -> dict[Aim, int]:
        """The last place that is enough for each aim that there is."""
        needed = {Aim.WIN: 1}
        if 0 < self.up < self.size:
            needed[Aim.PROMOTION] = self.up
        if 0 < self.down < self.size:
            needed[Aim.SAFETY] = self.size - self.down
        return needed


def chances_of(reach: Reach, places: Places) -> dict[Aim, Chance]:
    """Return what is certain, open or gone for an entry that can reach these places."""
    return {aim: chance_of(reach, last) for aim, last in places.needed.items()}


def chance_of(reach: Reach, last: int) -> Chance:
    """Return whether a place up to the last one that is enough is certain, open or gone."""
    if reach.worst <= last:
        return Chance.CERTAIN
    return Chance.OPEN if reach.best <= last else Chance.GONE


class ClinchStatus(StrEnum):
    """A word for a standings table; WON and RELEGATED settle everything below them."""

    WON = "won"
    PROMOTED = "promoted"
    SAFE = "safe"
    RELEGATED = "relegated"
    OUT = "out"


def mark_of(chances: dict[Aim, Chance]) -> ClinchStatus | None:
    """Return the mark that says most about an entry; None: nothing is certain of it yet."""
    return next(_marks(chances), None)


def _marks(chances: dict[Aim, Chance]) -> Iterator[ClinchStatus]:
    if chances[Aim.WIN] is Chance.CERTAIN:
        yield ClinchStatus.WON
    if chances.get(Aim.PROMOTION) is Chance.CERTAIN:
        yield ClinchStatus.PROMOTED
    if chances.get(Aim.SAFETY) is Chance.GONE:
        yield ClinchStatus.RELEGATED
    for_the_top = chances.get(Aim.PROMOTION, chances[Aim.WIN])
    if chances.get(Aim.SAFETY) is Chance.CERTAIN and for_the_top is Chance.GONE:
        yield ClinchStatus.SAFE
    if for_the_top is Chance.GONE and Aim.SAFETY not in chances:
        yield ClinchStatus.OUT
