"""A deal of three-handed pinochle on its way from the first call to the last trick."""

from dataclasses import dataclass, field

from games.engine.cards import Counts
from games.engine.ruleset import Ruleset
from games.engine.single_deck.number_auction import NumberAuction
from games.engine.single_deck.score import Ending
from games.engine.tricks import TrickPlay
from games.engine.variants.three_handed_pinochle.deal import SEATS
from games.engine.variants.three_handed_pinochle.options import Options


@dataclass(slots=True, kw_only=True)
class State:
    """`phase` is what is due next: auction, trump, discards, play, or over."""

    ruleset: Ruleset
    options: Options
    dealer: int
    hands: list[Counts]  # by seat, as held now; the play counts them down
    kitty: list[int]  # as dealt
    auction: NumberAuction
    turn: int
    phase: str = "auction"

    trump: str | None = None
    buried: list[int] = field(default_factory=list)  # the three cards, once they are laid away
    melds: list[int] = field(default_factory=lambda: [0] * SEATS)  # by seat, once melded
    named_melds: list[dict[str, int]] = field(default_factory=lambda: [{} for _ in range(SEATS)])
    # by seat: whether the meld is of nines of trumps and nothing else
    dix_only: list[bool] = field(default_factory=lambda: [False] * SEATS)
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
