"""What a scorer of two-handed pinochle is asked, in the order in which it happens at the table."""

from games.engine.sentences import say
from games.engine.single_deck import summary_fields as single_deck
from games.engine.summary_fields import SummaryField
from games.engine.variants.two_handed_pinochle.deal import STOCK_TRICKS, TRICKS
from games.engine.variants.two_handed_pinochle.options import Options
from games.engine.variants.two_handed_pinochle.summary_melds import most_melded


def summary_fields(options: Options, players: int) -> tuple[SummaryField, ...]:
    fields = [_TRUMP]
    if options.turned_dix == "dealer":
        fields.append(_TURNED_DIX)
    fields += [
        single_deck.melds(
            help=say("All melds and nines of trumps of each player, 10 for a nine turned up too."),
            maximum=most_melded(options, STOCK_TRICKS),
        ),
        single_deck.points(
            help=say(
                "Points of the cards taken in tricks, before any rounding, and 10 for the last "
                "trick: 250 together."
            ),
            step=10 if options.card_points == "simple" else 1,
        ),
        _LAST_TRICK,
        _TRICKS,
    ]
    return tuple(fields)


_TRUMP = single_deck.trump(
    help=say("The suit of the card turned up. It does not change the score.")
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
_TRICKS = single_deck.tricks(
    help=say("How many of the 24 tricks each player took. With it the points are checked closely."),
    total=TRICKS,
)
