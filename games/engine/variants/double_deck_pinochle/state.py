"""A deal of double-deck pinochle on its way from the first call to the last trick."""

from dataclasses import dataclass, field

from games.engine.cards import Counts
from games.engine.ruleset import Ruleset
from games.engine.tricks import TrickPlay
from games.engine.variants.double_deck_pinochle.deal import SEATS
from games.engine.variants.double_deck_pinochle.meld import HandMeld
from games.engine.variants.double_deck_pinochle.options import Options


@dataclass(slots=True, kw_only=True)
class State:
    """`phase` is what is due next: auction, trump, exchange, play, or over."""

    ruleset: Ruleset
    options: Options
    dealer: int
    hands: list[Counts]  # by seat, as held now; the play counts them down
    turn: int
    phase: str = "auction"

    calls: list[str] = field(default_factory=list)
    calls_made: list[int] = field(default_factory=lambda: [0] * SEATS)
    has_passed: list[bool] = field(default_factory=lambda: [False] * SEATS)
    has_bid: list[bool] = field(default_factory=lambda: [False] * SEATS)
    bid: int = 0  # the highest so far; 0 before the first
    declarer: int | None = None  # the seat that made the highest bid so far

    trump: str | None = None
    gifts: list[tuple[int, list[int]]] = field(default_factory=list)  # (giver, cards) passed on
    melds: list[HandMeld] = field(default_factory=list)  # by seat, once melded
    outcome: str | None = None  # no_marriage, no_play, thrown_in or played
    play: TrickPlay | None = None

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def declaring(self) -> int:
        """The declarer's side, once there is a bid."""
        return (self.declarer or 0) % 2
