"""A ranking with everything it was made from, to explain where each number comes from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.sentences import say
from league.foundation.doors.reading import Number
from league.tables.standings.methods.addends import Addend, Breakdown
from league.tables.standings.methods.head_to_head import Encounters, Pass
from league.tables.standings.methods.levels import Separation
from league.tables.standings.methods.parts import Account, account_of
from league.tables.standings.methods.ranking import separation_of
from league.tables.standings.methods.request import RankRequest
from league.tables.standings.methods.tiebreaks import TIEBREAKS, HeadToHead, Sum


class Look(NamedTuple):
    """One comparison of an entry's group by head-to-head, and the entry's points in it.

    `missing` is how many others of the group it has not met.
    """

    head_to_head: Pass
    breakdown: Breakdown
    missing: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """The separation of all entries, and their ids in the order of their places in it."""

    ids: tuple[str, ...]
    separation: Separation

    def breakdown(self, name: str, entry: str) -> Breakdown | None:
        """Return the addends of a tie-break of an entry; None where it is not a sum."""
        return breakdown_of(self.separation, name, self.ids.index(entry))

    def looks(self, name: str, entry: str) -> list[Look]:
        """Return every comparison of the entry's group by head-to-head, the first one first."""
        return looks_of(self.separation, name, self.ids.index(entry))

    def account(self, entry: str) -> Account:
        """Return what the points of an entry are made of."""
        return account_of(self.separation.ledger, self.ids.index(entry))


def entries_explained(request: RankRequest) -> Explained:
    """Return the ranking with what it was made from. Raises CannotRank."""
    ids = tuple(entry.id for entry in request.entries)
    place = {entry: index for index, entry in enumerate(ids)}
    separation = separation_of(request)
    for group in request.groups or [ids]:
        separation.levels([place[entry] for entry in group])
    return Explained(ids=ids, separation=separation)


def breakdown_of(separation: Separation, name: str, entry: int) -> Breakdown | None:
    """Return the addends of a tie-break of an entry, which is its place in the ledger.

    None for the lot, which is no sum, and for head-to-head and play-offs where nobody was level.
    Of head-to-head it is the first comparison; `looks_of` has them all.
    """
    tiebreak = TIEBREAKS[name]
    if isinstance(tiebreak, Sum):
        return tiebreak.breakdown(separation.ledger, entry)
    if isinstance(tiebreak, HeadToHead):
        looks = looks_of(separation, name, entry)
        return looks[0].breakdown if looks else None
    made = separation.met.get(name, {}).get(entry)
    return None if made is None else Breakdown(addends=(_play_off(made),))


def _play_off(made: Number) -> Addend:
    return Addend(words=say("own points in the play-off that decided"), value=made)


def looks_of(separation: Separation, name: str, entry: int) -> list[Look]:
    """Return the comparisons of an entry by head-to-head; empty for any other tie-break."""
    tiebreak = TIEBREAKS[name]
    if not isinstance(tiebreak, HeadToHead):
        return []
    encounters = separation.encounters(tiebreak)
    return [
        _look(encounters, one_pass, entry) for one_pass in separation.passes[name].get(entry, ())
    ]


def _look(encounters: Encounters, one_pass: Pass, entry: int) -> Look:
    addends = _mini_league(encounters, one_pass.group, entry)
    missing = len(one_pass.group) - 1 - len(addends)
    return Look(one_pass, Breakdown(addends=addends), missing)


def _mini_league(encounters: Encounters, group: Sequence[int], entry: int) -> tuple[Addend, ...]:
    points = encounters.points_between(group, entry)
    words = say("against %(names)s")
    return tuple(Addend(words=words, value=made, others=(other,)) for other, made in points.items())
