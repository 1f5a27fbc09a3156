"""A deal of partnership pinochle on its way from the first call to the last trick."""

from dataclasses import dataclass, field

from games.engine.cards import Counts
from games.engine.ruleset import Ruleset
from games.engine.single_deck.number_auction import NumberAuction
from games.engine.single_deck.score import Ending
from games.engine.tricks import TrickPlay
from games.engine.variants.partnership_pinochle.deal import SEATS, SIDES
from games.engine.variants.partnership_pinochle.options import Options


@dataclass(slots=True, kw_only=True)
class State:
    """`phase` is what is due next: auction, trump, exchange, play, or over."""

    ruleset: Ruleset
    options: Options
    dealer: int
    hands: list[Counts]  # by seat, as held now; the play counts them down
    auction: NumberAuction
    turn: int
    phase: str = "auction"

    trump: str | None = None
    gifts: list[tuple[int, list[int]]] = field(default_factory=list)  # (giver, cards) passed on
    melds: list[dict[str, int]] = field(default_factory=list)  # by seat: points by name
    # by side: whether the meld is of nines of trumps and nothing else
    dix_only: list[bool] = field(default_factory=lambda: [False] * SIDES)
    ending: Ending | None = None  # None also for a deal that everybody passed
    play: TrickPlay | None = None

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def declarer(self) -> int:
        """Who made the highest bid, once the auction is over and somebody bid."""
        if self.auction.declarer is None:
            raise ValueError("nobody has bid yet")
        return self.auction.declarer

    @property
    def declaring(self) -> int:
        """The declarer's side."""
        return self.declarer % SIDES

    @property
    def seat_melds(self) -> list[int]:
        """The melds by seat; zeros before they are counted."""
        return [sum(melds.values()) for melds in self.melds] or [0] * SEATS
