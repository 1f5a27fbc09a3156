"""What a scorer of two-handed pinochle is asked, in the order in which it happens at the table."""

from games.engine.sentences import SUIT_WORDS, say
from games.engine.single_deck.deck import LAST_TRICK
from games.engine.summary_fields import SummaryField
from games.engine.variants.two_handed_pinochle.deal import (
    CARD_POINTS,
    STOCK_TRICKS,
    TRICKS,
)
from games.engine.variants.two_handed_pinochle.options import Options
from games.engine.variants.two_handed_pinochle.summary_melds import most_melded

POINTS = CARD_POINTS + LAST_TRICK


def summary_fields(options: Options, players: int) -> tuple[SummaryField, ...]:
    fields = [_TRUMP]
    if options.turned_dix == "dealer":
        fields.append(_TURNED_DIX)
    fields += [
        SummaryField(
            name="melds",
            label=say("Meld"),
            help=say("All melds and nines of trumps of each player, 10 for a nine turned up too."),
            kind="side_numbers",
            minimum=0,
            maximum=most_melded(options, STOCK_TRICKS),
            step=10,
        ),
        SummaryField(
            name="points",
            label=say("Points in play"),
            help=say(
                "Points of the cards taken in tricks, before any rounding, and 10 for the last "
                "trick: 250 together."
            ),
            kind="side_numbers",
            minimum=0,
            maximum=POINTS,
            step=10 if options.card_points == "simple" else 1,
            total=POINTS,
        ),
        _LAST_TRICK,
        _TRICKS,
    ]
    return tuple(fields)


_TRUMP = SummaryField(
    name="trump",
    label=say("Trump"),
    help=say("The suit of the card turned up. It does not change the score."),
    kind="suit",
    choices=tuple((suit, SUIT_WORDS[suit]) for suit in "SHDC"),
    required=False,
)
_TURNED_DIX = SummaryField(
    name="turned_dix",
    label=say("A nine was turned up"),
    help=say("The card turned up for trump was a nine, so the dealer's meld includes its 10."),
    kind="flag",
)
_LAST_TRICK = SummaryField(
    name="last_trick",
    label=say("Last trick"),
    help=say("Who won it; its 10 points are among the points in play."),
    kind="seat",
    required=False,
)
_TRICKS = SummaryField(
    name="tricks",
    label=say("Tricks"),
    help=say("How many of the 24 tricks each player took. With it the points are checked closely."),
    kind="side_numbers",
    minimum=0,
    maximum=TRICKS,
    total=TRICKS,
    required=False,
)
