"""The fields of a summary of two-handed pinochle, in the order in which it happens."""

from games.engine.single_deck import summary_fields as single_deck
from games.engine.summary_fields import SummaryField, SummaryFields, only_if, trump
from games.engine.variants.two_handed_pinochle.deal import SEATS, STOCK_TRICKS, TRICKS, points_of
from games.engine.variants.two_handed_pinochle.summary_melds import most_melded
from games.sentences import say

FIELDS = SummaryFields(
    trump(help=say("The suit of the card turned up. It does not change the score.")),
    SummaryField(
        name="turned_dix",
        label=say("A nine was turned up"),
        help=say("The card turned up for trump was a nine; the dealer's meld includes its points."),
        kind="flag",
        asked=only_if(lambda options: options.turned_dix == "dealer"),
    ),
    single_deck.melds(
        help=say("All melds and nines of trumps of each player, a nine turned up too."),
        asked=lambda options, players: {"maximum": most_melded(options, STOCK_TRICKS)},
    ),
    single_deck.points(
        help=lambda values: say(
            "Points of the cards taken in tricks, before any rounding, and %(last)d for the last "
            "trick: %(total)d together.",
            last=values.last_trick,
            total=values.total,
        ),
        values=points_of,
    ),
    SummaryField(
        name="last_trick",
        label=say("Last trick"),
        help=say("Who won it; its points are among the points in play."),
        kind="seat",
        required=False,
    ),
    single_deck.tricks(
        help=say(
            "How many of the 24 tricks each player took. With it the points are checked closely."
        ),
        total=TRICKS,
    ),
    players=(SEATS, SEATS),
    sides=(SEATS, SEATS),
)
