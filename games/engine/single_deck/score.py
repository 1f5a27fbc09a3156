"""The score of a deal: meld and points in tricks against the bid, side by side.

A side is what scores together, two partners or one player; nothing here asks which.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from games.engine.result import ScoreLine
from games.engine.single_deck.saved import NOT_SAVED, SaveMeld
from games.sentences import Sentence, say

SetPenalty = Literal["bid", "meld"] | int  # a number: so many points, however the bid failed
# how a deal with a declarer ended: the first two without a card played
Ending = Literal["unmakeable", "thrown_in", "played"]
Result = Literal["unmakeable", "thrown_in", "no_trick", "made", "set"]


class SideTaken(NamedTuple):
    """What a side has: its meld, the points of its tricks, and whether they save the meld.

    `buried` are points that cards laid away bring; they save nothing.
    """

    meld: int
    points: int = 0
    saved: bool = False
    buried: int = 0

    @property
    def total(self) -> int:
        return self.meld + self.points + self.buried


def is_unmakeable(bid: int, meld: int, points: int) -> bool:
    """Say whether even all `points` of the tricks do not lift this meld to the bid."""
    return bid > meld + points


def result_of(ending: Ending, bid: int, declaring: SideTaken) -> Result:
    """Return how the deal came out for the declaring side."""
    if ending != "played":
        return ending
    if not declaring.saved:
        return "no_trick"
    return "made" if declaring.total >= bid else "set"


def deal_lines(
    result: Result,
    bid: int,
    declaring: int,
    sides: Sequence[SideTaken],
    set_penalty: SetPenalty,
    save_meld: SaveMeld,
    all_points: int,
) -> tuple[ScoreLine, ...]:
    """Return the score sheet of a deal with a declarer.

    `declaring` is the declarer's side, `all_points` what all tricks bring together.
    """
    lines: list[ScoreLine] = []
    was_played = result not in ("unmakeable", "thrown_in")
    for side, taken in enumerate(sides):
        if side == declaring and result != "made":
            penalty = _penalty(result, bid, taken, set_penalty)
            why = _why_failed(result, bid, taken, save_meld, all_points)
            lines.append(ScoreLine(side, -penalty, result, why))
        elif was_played:
            lines += _earned_lines(side, taken, save_meld)
        else:
            lines.append(ScoreLine(side, taken.meld, "meld", _MELD))
    return tuple(lines)


def _penalty(result: Result, bid: int, taken: SideTaken, set_penalty: SetPenalty) -> int:
    if isinstance(set_penalty, int):
        return set_penalty
    return taken.meld if result == "set" and set_penalty == "meld" else bid


def redeal_lines(sides: int) -> tuple[ScoreLine, ...]:
    """Return the score sheet of a deal that everybody passed: nothing for anybody."""
    return tuple(ScoreLine(side, 0, "redeal", _REDEAL) for side in range(sides))


def _earned_lines(side: int, taken: SideTaken, save_meld: SaveMeld) -> list[ScoreLine]:
    """Return what a side keeps; a meld that is lost is a line of 0."""
    lines = []
    if taken.saved or not taken.meld:
        lines.append(ScoreLine(side, taken.meld, "meld", _MELD))
    else:
        sentence = say("meld of %(meld)d lost: %(why)s", meld=taken.meld, why=NOT_SAVED[save_meld])
        lines.append(ScoreLine(side, 0, "meld_lost", sentence))
    lines.append(ScoreLine(side, taken.points, "play", _PLAY))
    if taken.buried:
        lines.append(ScoreLine(side, taken.buried, "buried", _BURIED))
    return lines


def _why_failed(
    result: Result, bid: int, taken: SideTaken, save_meld: SaveMeld, all_points: int
) -> Sentence:
    if result == "thrown_in":
        return say("thrown in: the bid of %(bid)d was given up", bid=bid)
    if result == "unmakeable":
        return say(
            "no play: with a meld of %(meld)d even all %(points)d points "
            "do not reach the bid of %(bid)d",
            meld=taken.meld,
            points=all_points,
            bid=bid,
        )
    if result == "no_trick":
        return say(
            "set: %(why)s, so a meld of %(meld)d does not count and the bid of %(bid)d is lost",
            why=NOT_SAVED[save_meld],
            meld=taken.meld,
            bid=bid,
        )
    return say(
        "set: meld %(meld)d and play %(play)d are %(total)d, less than the bid of %(bid)d",
        meld=taken.meld,
        play=taken.points + taken.buried,
        total=taken.total,
        bid=bid,
    )


_MELD = say("meld")
_PLAY = say("points in play")
_BURIED = say("points of the buried cards")
_REDEAL = say("everybody passed; the deal is dealt again")
