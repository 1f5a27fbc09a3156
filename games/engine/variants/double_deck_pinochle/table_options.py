"""The options of double-deck pinochle that say what a meld or a card is worth."""

from typing import Any

from games.engine.options import CARD_VALUES, MELD_VALUES, Numbers, counts, option
from games.sentences import Sentence, say

MOST_FOR_A_CARD, MOST_FOR_LAST_TRICK = 10, 20  # that a club may type
ONCE, TWICE, OFTEN = Numbers(0, 100), Numbers(0, 1_000), Numbers(0, 5_000)


def meld(label: Sentence, numbers: Numbers) -> Any:
    return option(
        "table",
        label=label,
        help=say(
            "What this meld is worth; no less than when a hand holds it fewer times, "
            "and 0 where a club does not have it."
        ),
        anchor="melds",
        choices=[("table", say("as in the meld table"))],
        numbers=numbers,
        table=MELD_VALUES,
    )


def marriage() -> Any:
    return option(
        2,
        label=say("Marriage"),
        help=say("What a king and queen of another suit than trumps are worth."),
        anchor="melds",
        choices=counts(2),
        numbers=ONCE,
        table=MELD_VALUES,
    )


def card(label: Sentence, usual: int) -> Any:
    return option(
        usual,
        label=label,
        help=say("What a card of this rank counts for whoever takes it in a trick."),
        anchor="card-points",
        choices=counts(usual),
        numbers=Numbers(0, MOST_FOR_A_CARD),
        table=CARD_VALUES,
    )


def last_trick() -> Any:
    return option(
        2,
        label=say("Last trick"),
        help=say("What the last trick counts, besides its cards."),
        anchor="card-points",
        choices=counts(2),
        numbers=Numbers(0, MOST_FOR_LAST_TRICK),
        table=CARD_VALUES,
    )
