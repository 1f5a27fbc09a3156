"""Options that the games with one pinochle pack offer in the same words.

Each function is named for its option and returns a field of its own for a game's dataclass; what
the games say differently (a help, a default, the place in the rulebook) is an argument.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.engine.options import (
    CARD_VALUES,
    MELD_VALUES,
    YES_NO,
    Numbers,
    Value,
    counts,
    option,
)
from games.engine.single_deck.number_auction import HIGHEST_BID
from games.engine.single_deck.values import MOST_FOR_A_CARD, MOST_FOR_LAST_TRICK
from games.sentences import Sentence, say

# in tens, as the bids: a club whose unit is one writes a nought behind everything
MELDS_ONCE, MELDS_TWICE = Numbers(0, 1_000, 10), Numbers(0, 10_000, 10)
MOST_FOR_A_ROYAL_MARRIAGE = 500  # a run is worth two of them
CARDS, LAST_TRICK = Numbers(0, MOST_FOR_A_CARD), Numbers(0, MOST_FOR_LAST_TRICK)
PENALTIES = Numbers(0, 10_000, 10)  # what a failed bid may cost, where it is always the same


def min_bid() -> Any:
    return option(
        250,
        label=say("Lowest bid"),
        help=say("The lowest bid; a dealer who must bid bids exactly this."),
        anchor="auction",
        numbers=Numbers(10, None, 10),
    )


def bid_increment() -> Any:
    return option(
        10,
        label=say("Steps of the bids"),
        help=say("Every bid is a multiple of this number, and so is the lowest bid."),
        anchor="auction",
        numbers=Numbers(10, None, 10),
    )


def all_pass() -> Any:
    return option(
        "dealer_forced",
        label=say("Everybody passes"),
        help=say("What happens when nobody wants to bid."),
        anchor="auction",
        choices=[
            ("dealer_forced", say("the dealer must bid the lowest bid")),
            ("redeal", say("the cards are dealt again")),
        ],
    )


def redeal_dealer(*, anchor: str) -> Any:
    return option(
        "next",
        label=say("Dealer of a redeal"),
        help=say("Who deals after everybody has passed."),
        clubs_differ=True,
        anchor=anchor,
        choices=[("next", say("the next player")), ("same", say("the same dealer"))],
        applies_when={"all_pass": ("redeal",)},
    )


def run_extras() -> Any:
    return option(
        "each",
        label=say("King or queen beside a run"),
        help=say("What further kings and queens of trumps beside a single run are worth."),
        clubs_differ=True,
        anchor="melds",
        choices=[
            ("each", say("each of them counts")),
            ("marriage_only", say("only a whole marriage counts")),
        ],
    )


def meld(
    label: Sentence, usual: int, *, most: int | None = MELDS_ONCE.maximum, anchor: str = "melds"
) -> Any:
    """Return what a meld is worth that a hand holds once."""
    return option(
        usual,
        label=label,
        help=say("What this meld is worth; 0 where a club does not have it."),
        anchor=anchor,
        choices=counts(usual),
        numbers=MELDS_ONCE._replace(maximum=most),
        table=MELD_VALUES,
    )


def double_meld(label: Sentence, usual: int) -> Any:
    """Return what a meld is worth that a hand holds twice."""
    return option(
        usual,
        label=label,
        help=say("What this meld is worth when a hand holds it twice; no less than once."),
        anchor="melds",
        choices=counts(usual),
        numbers=MELDS_TWICE,
        table=MELD_VALUES,
    )


def beside_run() -> Any:
    return option(
        40,
        label=say("Beside a run"),
        help=say(
            "What another king or queen of trumps is worth beside a single run, "
            "or both together where only a whole marriage counts."
        ),
        anchor="melds",
        choices=counts(40),
        numbers=MELDS_ONCE,
        table=MELD_VALUES,
    )


def card(
    label: Sentence,
    usual: int,
    *,
    anchor: str = "card-points",
    applies_when: Mapping[str, tuple[Value, ...]] | None = None,
) -> Any:
    """Return what a card of one rank brings in a trick."""
    return option(
        usual,
        label=label,
        help=say("What a card of this rank counts for whoever takes it in a trick."),
        anchor=anchor,
        choices=counts(usual),
        numbers=CARDS,
        applies_when=applies_when,
        table=CARD_VALUES,
    )


def last_trick_points(*, anchor: str = "card-points") -> Any:
    return option(
        10,
        label=say("Last trick"),
        help=say("What the last trick counts, besides its cards."),
        anchor=anchor,
        choices=counts(10),
        numbers=LAST_TRICK,
        table=CARD_VALUES,
    )


RUN, DOUBLE_RUN = say("Run"), say("Double run")
ROYAL_MARRIAGE, MARRIAGE = say("Royal marriage"), say("Marriage")
PINOCHLE, DOUBLE_PINOCHLE = say("Pinochle"), say("Double pinochle")
ACES, DOUBLE_ACES = say("Aces around"), say("Double aces around")
KINGS, DOUBLE_KINGS = say("Kings around"), say("Double kings around")
QUEENS, DOUBLE_QUEENS = say("Queens around"), say("Double queens around")
JACKS, DOUBLE_JACKS = say("Jacks around"), say("Double jacks around")
DIX = say("Nine of trumps")
ACE, TEN, KING = say("Ace"), say("Ten"), say("King")
QUEEN, JACK = say("Queen"), say("Jack")


def save_meld() -> Any:
    return option(
        "trick",
        label=say("Saving the meld"),
        help=say("What must be won in the play for the meld to count."),
        clubs_differ=True,
        anchor="scoring-of-a-deal",
        choices=[
            ("trick", say("a trick")),
            ("point", say("a point in a trick")),
            ("none", say("nothing: the meld always counts")),
        ],
    )


def unmakeable_bid(*, help: Sentence) -> Any:
    return option(
        "play",
        label=say("Bid out of reach"),
        help=help,
        clubs_differ=True,
        anchor="scoring-of-a-deal",
        choices=[
            ("play", say("the deal is played")),
            ("no_play", say("the bid is lost without play")),
        ],
    )


def throw_in() -> Any:
    return option(
        False,
        label=say("Throwing in"),
        help=say("The declarer may concede after melding, before the first card is led."),
        anchor="scoring-of-a-deal",
        choices=YES_NO,
    )


_MUST_HEAD = say("When a player who follows suit must beat the best card if able to.")


def must_head(*, help: Sentence = _MUST_HEAD, anchor: str = "play") -> Any:
    return option(
        "none",
        label=say("Duty to beat"),
        help=help,
        clubs_differ=True,
        anchor=anchor,
        choices=[
            ("none", say("never")),
            ("trump", say("only when trumps are led")),
            ("always", say("always")),
        ],
    )


def must_overtrump() -> Any:
    return option(
        False,
        label=say("Duty to overtrump"),
        help=say("Whether a player who trumps must beat a trump already played if able to."),
        anchor="play",
        choices=YES_NO,
    )


def first_lead() -> Any:
    return option(
        "declarer",
        label=say("First lead"),
        help=say("Who leads to the first trick."),
        clubs_differ=True,
        anchor="play",
        choices=[
            ("declarer", say("the declarer")),
            ("left_of_dealer", say("the player after the dealer")),
        ],
    )


def target(usual: int) -> Any:
    return option(
        usual,
        label=say("Target"),
        help=say("The score that wins the game."),
        anchor="game-end-and-winner",
        numbers=Numbers(10, None, 10),
    )


def target_test() -> Any:
    return option(
        "reach",
        label=say("Target reached or exceeded"),
        help=say("Whether exactly the target is enough to win."),
        anchor="game-end-and-winner",
        choices=[
            ("reach", say("the target is enough")),
            ("exceed", say("more than the target is needed")),
        ],
    )


def impossible_bids(lowest: int, step: int) -> Iterator[tuple[str, Sentence]]:
    """Give what is wrong with the lowest bid, given the steps of the bids, by option."""
    if lowest % step:
        reason = say(
            "every bid is a multiple of %(step)d, so the lowest bid cannot be %(low)d",
            step=step,
            low=lowest,
        )
        yield "min_bid", reason
    if lowest > HIGHEST_BID:
        yield "min_bid", say("a bid of more than %(high)d cannot be written", high=HIGHEST_BID)
