"""Which matches of a round an edit ended, moved or turned, and who else has to know.

Rounds know nothing of the subjects above them that keep something about a match by its round and
number: they register here.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, TypeAlias

from league.foundation.journal.actor import Actor
from league.play.rounds.arrangement import Arrangement, Side
from league.play.rounds.models import Round


class EditedMatches(NamedTuple):
    """What became of the matches that had these numbers before.

    `gone`: who played it does so no more. `moved`: the same sides play it under the new number.
    `turned`: of those that stay or moved, the ones whose two sides changed places.
    """

    gone: frozenset[int]
    moved: Mapping[int, int]
    turned: frozenset[int]

    @property
    def freed(self) -> frozenset[int]:
        """The numbers under which nothing is kept: of matches gone, and those that others get."""
        return self.gone | (frozenset(self.moved.values()) - self.moved.keys())

    @property
    def numbers(self) -> frozenset[int]:
        return self.gone | self.moved.keys() | self.turned


# runs in the transaction of the edit
Follow: TypeAlias = Callable[[Round, EditedMatches], None]
_FOLLOWERS: dict[str, Follow] = {}
# matches by round and number that end now; runs in the transaction, while they are still there
Foresee: TypeAlias = Callable[[Sequence[tuple[Round, int]], Actor, datetime], None]
_FORESEERS: dict[str, Foresee] = {}


def register_follower(subject: str, follow: Follow) -> None:
    _FOLLOWERS[subject] = follow


def register_foreseer(subject: str, foresee: Foresee) -> None:
    _FORESEERS[subject] = foresee


def tell_foreseers(ending: Sequence[tuple[Round, int]], *, actor: Actor, at: datetime) -> None:
    """Tell everybody who keeps something about these matches that they end now."""
    for foresee in _FORESEERS.values() if ending else ():
        foresee(ending, actor, at)


def tell_followers(
    round: Round, before: Arrangement, after: Arrangement, *, actor: Actor, at: datetime
) -> None:
    """Have everybody who keeps something about a changed match follow the edit, before it is made.

    Foreseers are given the matches that end, while those who play them are still there.
    """
    edited = edited_matches(before.tables, after.tables)
    tell_foreseers([(round, number) for number in sorted(edited.gone)], actor=actor, at=at)
    if edited.numbers:
        for follow in _FOLLOWERS.values():
            follow(round, edited)


def edited_matches(
    before: Mapping[int, tuple[Side, ...]], after: Mapping[int, tuple[Side, ...]]
) -> EditedMatches:
    """Return what became of the matches of a round; its tables are sides by number."""
    now = {_who_plays(sides): (number, sides) for number, sides in after.items()}
    gone, moved, turned = set(), {}, set()
    for number, sides in before.items():
        found = now.get(_who_plays(sides))
        if found is None:
            gone.add(number)
            continue
        if found[0] != number:
            moved[number] = found[0]
        if found[1] != sides:
            turned.add(number)
    return EditedMatches(frozenset(gone), moved, frozenset(turned))


def _who_plays(sides: tuple[Side, ...]) -> object:
    """Return what makes a match the same one: of two sides, whichever is named first."""
    return frozenset(sides) if len(sides) == 2 else sides
