"""A deal of Pedro on its way from the first call to the last trick."""

from dataclasses import dataclass, field

from games.engine.cards import Mask
from games.engine.ruleset import Ruleset
from games.engine.tricks import TrickPlay
from games.engine.variants.pedro.deal import SEATS, Words
from games.engine.variants.pedro.options import Options
from games.engine.variants.pedro.trumps import TrumpPack


@dataclass(slots=True, kw_only=True)
class State:
    """`phase` is what is due next: auction, trump, discards, play, or over."""

    ruleset: Ruleset
    options: Options
    dealer: int
    dealt: list[Words]  # by seat, as dealt
    stock: Words  # in the order in which it is given out
    turn: int
    phase: str = "auction"

    calls: list[str] = field(default_factory=list)
    bid: int = 0  # the highest so far; 0 before the first
    declarer: int | None = None  # the seat that made the highest bid so far

    trump: str | None = None
    pack: TrumpPack | None = None  # the ranks of the cards, once trump is named
    given_out: int = 0  # cards of the stock
    held: list[Mask] = field(default_factory=lambda: [0] * SEATS)  # by seat, after its exchange
    hand_sizes: list[int] = field(default_factory=list)  # by seat, once all have exchanged
    play: TrickPlay | None = None

    @property
    def over(self) -> bool:
        return self.phase == "over"
