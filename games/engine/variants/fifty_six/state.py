"""A deal of Fifty-Six on its way from the first call to the last trick."""

from dataclasses import dataclass, field
from typing import NamedTuple

from games.engine.cards import Counts
from games.engine.ruleset import Ruleset
from games.engine.tricks import TrickPlay
from games.engine.variants.fifty_six.deal import SIDES, Pack, ThrownIn
from games.engine.variants.fifty_six.options import Options


class Bid(NamedTuple):
    """A bid as it was made: the form of words (see `calls.FORMS`), and what it bids."""

    seat: int
    form: str
    amount: int
    strain: str  # S H D C or NT


@dataclass(slots=True, kw_only=True)
class State:
    """`phase` is what is due next: auction, play, or over."""

    ruleset: Ruleset
    options: Options
    players: int
    pack: Pack
    dealer: int
    dealt: list[Counts]  # by seat, as dealt
    turn: int
    phase: str = "auction"
    thrown_in: ThrownIn | None = None  # then the deal is over before the first call

    calls: list[str] = field(default_factory=list)
    bids: list[Bid] = field(default_factory=list)
    passes: int = 0  # in a row, up to now
    multiplier: int = 1  # 2 once the bid in force is doubled, 4 once it is redoubled
    trump: str | None = None  # S H D C or NT, once the auction is over
    play: TrickPlay | None = None

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def bid(self) -> Bid | None:
        """The bid in force."""
        return self.bids[-1] if self.bids else None

    @property
    def all_pass(self) -> bool:
        """Nobody bid; the dealer's opponents play as if they had."""
        return self.trump is not None and not self.bids

    @property
    def bidding_side(self) -> int:
        """The side that has to take what was bid, once the auction is over."""
        return (self.bids[-1].seat if self.bids else self.dealer + 1) % SIDES
