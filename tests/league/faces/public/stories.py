"""Stories made up for pages: a table of 2 to 8 with hands, calls, melds and tricks."""

from dataclasses import dataclass, field
from random import Random

from games import services as games
from games.engine.ruleset import Ruleset
from games.sentences import say
from games.story import Draw, Meld, Story, Trick

NAMES = ("Ann Lee", "Bob Ray", "Cy Fox", "Di Orr", "Ed Poe", "Flo Kim", "Gus Ott", "Hana Mori")


@dataclass
class Named:
    """Who sits at a made-up table; sides are partners, or everybody alone."""

    players: int
    count: int  # sides
    seats: dict[int, str] = field(init=False)
    sides: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.seats = dict(enumerate(NAMES[: self.players]))
        self.sides = [
            " & ".join(NAMES[side : self.players : self.count]) for side in self.side_range
        ]

    @property
    def side_range(self) -> range:
        return range(self.count)

    def seat(self, number: int) -> str:
        return self.seats[number]

    def side(self, number: int) -> str:
        return self.sides[number]


def ruleset_for(players: int, sides: int) -> Ruleset:
    """Return a ruleset of this size; the page asks it for sides and explanations only."""
    real = games.ruleset("pitch", players=4)
    return Ruleset(
        variant=real.variant,
        preset=real.preset,
        changed_options=(),
        options=real.options,
        players=players,
        sides=sides,
        house_rules=False,
    )


def make_story(players: int, *, cards: int = 8, bare: bool = False, **fields: object) -> Story:
    """Make a story in which everybody plays a card of the hand in turn and the last card wins."""
    rng = Random(players)
    pack = [rank + suit for suit in "SHDC" for rank in "AKQJT98765"] * 2
    rng.shuffle(pack)
    hands = [pack[at * cards : (at + 1) * cards] for at in range(players)]
    details = {
        "dealer": players - 1,
        "declarer": 0,
        "trump": "H",
        "calls": [(seat, "pass" if seat else "2") for seat in range(players)],
        "kitty": "AS TD",
        "stock": "9H 9S",
        "laid_away": [(0, "9C 9D")],
        "melds": [
            Meld(None, 0, say("run"), 150),
            Meld(2, 1, say("marriage"), 20, "KS QS*"),
            Meld(3, 0, "9H"),
        ],
    }
    tricks = []
    leader = 0
    for number in range(cards):
        order = [(leader + place) % players for place in range(players)]
        played = tuple((seat, hands[seat][number]) for seat in order)
        leader = order[-1]
        tricks.append(
            Trick(cards=played, winner=leader, points=number, bonus=int(number == cards - 1))
        )
    story = {"hands": [" ".join(hand) for hand in hands], "tricks": tricks}
    return Story(**(story | ({} if bare else details) | fields))  # type: ignore[arg-type]


def make_drawing_story() -> Story:
    """Make a story of two players who draw a card after each of the first two tricks."""
    return make_story(
        2,
        cards=4,
        hands=["AS KS", "QS JS"],
        tricks=[
            Trick(cards=((0, "AS"), (1, "QS")), winner=0),
            Trick(cards=((0, "KS"), (1, "JS")), winner=0),
            Trick(cards=((0, "9H"), (1, "TD")), winner=1),
            Trick(cards=((1, "9D"), (0, "9C")), winner=1),
        ],
        draws=[Draw(1, 0, "9H"), Draw(1, 1, "TD"), Draw(2, 0, "9C"), Draw(2, 1, "9D")],
    )
