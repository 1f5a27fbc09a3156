"""Who goes through from a stage that has been ranked, in which order, and what they carry over.

The cut is by rank: tie-breaks have spoken before. Whoever is still level for the last place plays
a deal for it, or a lot decides; its seed is recorded, so that anyone can draw it again.
"""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from games.sentences import Sentence
from league.play.rounds.drawing.cut import (
    Cut,
    Ranked,
    cut,
    seeds_across_groups,
    settled_by_lot,
    settled_by_play,
)

LOT: Literal["lot"] = "lot"
PLAY_OFF: Literal["play_off"] = "play_off"
By: TypeAlias = Literal["lot", "play_off"]

CARRIED_DECIMALS = Decimal("0.0001")
FULL = 100  # percent


class Standing(NamedTuple):
    """An entry as the stage before ranks it, best first; ranks are those of its group."""

    entry: str
    rank: int
    group: str = ""


class Decision(NamedTuple):
    """How a tie for the last places was decided; `best_first` are the winners of a play-off."""

    by: By
    best_first: tuple[str, ...] = ()


class Tie(NamedTuple):
    """Entries level for the last `places` of a group (or of all, ""), and who got them.

    `through` is empty while nobody has decided it.
    """

    group: str
    level: tuple[str, ...]
    places: int
    why: Sentence
    by: By | None = None
    through: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        return self.by is None


class Qualified(NamedTuple):
    """Who goes through, best seed first, and the ties on the way; open ones leave places free."""

    through: tuple[str, ...]
    ties: tuple[Tie, ...]

    @property
    def open_ties(self) -> tuple[Tie, ...]:
        return tuple(tie for tie in self.ties if tie.is_open)


def qualified(
    standings: Sequence[Standing],
    top: int,
    *,
    of_groups: bool = False,
    decisions: Mapping[str, Decision] | None = None,
    seed: int = 0,
) -> Qualified:
    """Return the first `top` of all, or of each group, and the seeds they get.

    The best of several groups are seeded by `cut.seeds_across_groups`. `decisions` are by group,
    "" where the cut is over all. Raises CannotDraw for a `top` below 1, and for a play-off won by
    others than the level entries, or by too few of them.
    """
    names = sorted({standing.group for standing in standings}) if of_groups else [""]
    known = dict(decisions or {})
    best: list[tuple[str, ...]] = []
    ties: list[Tie] = []
    for name in names:
        ranking = [Ranked(s.entry, s.rank) for s in standings if not of_groups or s.group == name]
        best_of_group = cut(ranking, top)
        if best_of_group.is_settled:
            best.append(best_of_group.through)
            continue
        through, tie = _decided(best_of_group, name, known.get(name), seed)
        best.append(through)
        ties.append(tie)
    return Qualified(seeds_across_groups(best) if of_groups else best[0], tuple(ties))


def _decided(
    group_cut: Cut, group: str, decision: Decision | None, seed: int
) -> tuple[tuple[str, ...], Tie]:
    """Return who of the group goes through, and the tie as it was decided or is still open."""
    tie = Tie(group, group_cut.level, group_cut.places, group_cut.why)
    if decision is None:
        return group_cut.through, tie
    if decision.by == LOT:
        settled = settled_by_lot(group_cut, seed)
    else:
        settled = settled_by_play(group_cut, decision.best_first)
    last = settled.through[len(group_cut.through) :]
    return settled.through, tie._replace(by=decision.by, through=last, why=settled.why)


def carried(points: Fraction | Decimal | int, percent: int) -> Decimal:
    """Return `percent` (0 to 100) of the points, to four decimals; halves go away from zero.

    Worked out as an exact fraction and rounded once. Raises ValueError for another percentage.
    """
    if not 0 <= percent <= FULL:
        raise ValueError(f"{percent} percent cannot be carried over: at least 0, at most {FULL}")
    exact = Fraction(points) * percent / FULL
    with localcontext() as context:
        context.prec = 40
        share = Decimal(exact.numerator) / Decimal(exact.denominator)
        return share.quantize(CARRIED_DECIMALS, rounding=ROUND_HALF_UP)
