"""A deal of Pitch on its way from the first call to the last trick."""

from dataclasses import dataclass, field

from games.engine.cards import Counts
from games.engine.ruleset import Ruleset
from games.engine.tricks import TrickPlay
from games.engine.variants.pitch.options import Options


@dataclass(slots=True, kw_only=True)
class State:
    """`phase` is what is due next: auction, play, or over."""

    ruleset: Ruleset
    options: Options
    players: int
    dealer: int
    scores_before: tuple[int, ...]  # by side
    dealt: list[Counts]  # by seat, as dealt
    turn: int
    phase: str = "auction"
    calls: list[str] = field(default_factory=list)
    bid: str | None = None  # the highest so far
    declarer: int | None = None  # the seat that made it; in the end the pitcher
    trump: str | None = None  # known from the first card on
    play: TrickPlay | None = None

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def passed_out(self) -> bool:
        return self.over and self.declarer is None
