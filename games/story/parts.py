"""What a story is made of: the hands, the calls, the cards that moved, the melds, the tricks."""

from dataclasses import dataclass, field
from typing import NamedTuple

from games.sentences import Sentence

RANKS = "AKQJT98765432"  # strong to weak, where the game does not say otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """The cards in the order of play, as (seat, card), and the seat that won them.

    Cards played at once stand together, the one on top first: "5D 3D KD". `points` are the card
    points of the trick, with `bonus`, what the last trick is worth besides; None where unknown.
    """

    cards: tuple[tuple[int, str], ...]
    winner: int | None
    points: int | None = None
    bonus: int = 0


class Meld(NamedTuple):
    """What a seat laid down: its name, its points and its cards as far as they are known.

    `after` is the number of the trick it followed; None for a meld before the play.
    """

    after: int | None
    seat: int
    what: Sentence | str
    points: int | None = None
    cards: str = ""


class Draw(NamedTuple):
    """Cards a seat took from the stock after a trick, and what it gave for them, if anything."""

    after: int
    seat: int
    cards: str
    gave: str = ""


@dataclass(slots=True, kw_only=True)
class Story:
    """Hands as dealt, by seat; calls as (seat, call); gifts as (from, to, cards).

    `laid_away` are cards buried or discarded, as (seat, cards); `turned_up` is the card that made
    trumps; `ranks` go from strong to weak.
    What a game does not have stays empty.
    """

    hands: list[str]
    dealer: int | None = None
    declarer: int | None = None
    calls: list[tuple[int, str]] = field(default_factory=list)
    trump: str | None = None
    kitty: str = ""
    stock: str = ""
    turned_up: str = ""
    gifts: list[tuple[int, int, str]] = field(default_factory=list)
    laid_away: list[tuple[int, str]] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)
    thrown_in: bool = False
    tricks: list[Trick] = field(default_factory=list)
    ranks: str = RANKS
    counter_clockwise: bool = False

    def held(self) -> list[str]:
        """Return what each seat held at the first lead; nothing where no card was played.

        Every card held is played in the end, so a hand is what its seat played. Where cards are
        drawn during the play nothing has changed before it.
        """
        if not self.tricks or self.draws:
            return list(self.hands) if self.tricks else []
        hands: list[list[str]] = [[] for _ in self.hands]
        for trick in self.tricks:
            for seat, cards in trick.cards:
                hands[seat] += cards.split()
        return [" ".join(hand) for hand in hands]
