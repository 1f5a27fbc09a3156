"""Double-deck pinochle in plain language, up to the exchange; the rest is in `rule_sheet_play`."""

from games.engine.rule_sheet import AUCTION, CARDS, EXCHANGE, VALUE, always, by_option
from games.engine.variants.double_deck_pinochle.rule_sheet_play import FROM_THE_MELDS_ON
from games.sentences import say

_CARDS_EACH = say("Each of them passes %(value)s cards.", value=VALUE)

RULE_SHEET = (
    always(
        CARDS,
        say(
            "Four people play; partners sit opposite each other. There are 80 cards: ace, 10, "
            "king, queen and jack, in this order, four of each in every suit."
        ),
    ),
    by_option(
        CARDS,
        "deal_packet",
        {
            "4": say("Everybody is dealt 20 cards, 4 at a time."),
            "5": say("Everybody is dealt 20 cards, 5 at a time."),
            "2_then_3": say("Everybody is dealt 20 cards, 2 first and then 3 at a time."),
            "1": say("Everybody is dealt 20 cards, one at a time."),
        },
    ),
    always(CARDS, say("After every deal the next player to the left deals.")),
    always(
        AUCTION,
        say(
            "The player on the dealer's left begins. A bid is the number of points, in melds and "
            "in play, that both partners promise. Whoever passes is out of the auction."
        ),
    ),
    by_option(
        AUCTION,
        "opening_min",
        say(
            "The lowest bid is %(value)s; when the others all pass, the dealer must bid just that.",
            value=VALUE,
        ),
    ),
    by_option(
        AUCTION,
        "bid_increment",
        {
            "fives_from_60": say("Bids go up in ones to 60, and in fives above."),
            "ones": say("Bids go up in ones throughout."),
            "fives_from_60_tens_from_100": say(
                "Bids go up in ones to 60, in fives to 100, and in tens above."
            ),
            int: say("Every bid is a multiple of %(value)s.", value=VALUE),
        },
    ),
    by_option(
        AUCTION,
        "bidding_rounds",
        {
            "unlimited": say("The bidding goes on until three players have passed."),
            1: say("Everybody calls once; then the highest bid counts."),
            2: say("The bidding goes round twice at most; then the highest bid counts."),
            int: say(
                "Everybody calls %(value)s times at most; then the highest bid counts.",
                value=VALUE,
            ),
        },
    ),
    by_option(
        AUCTION,
        "by_me",
        {
            "off": say("A pass is just a pass: it tells the partner nothing of meld."),
            "whole": say("A pass may tell the partner of meld: “by me 3” means about 30."),
            "half": say(
                "A pass may tell the partner of meld, in halves too: “by me 2½” means about 25."
            ),
        },
        unsaid=("off",),
    ),
    by_option(
        AUCTION,
        "bidding_convention",
        {
            "none": say("No meaning of bids beyond their number is agreed."),
            "nicholas": say(
                "Bids tell the partner of meld as in the program Pinochle97: the lowest bid asks "
                "for meld, and a higher one shows it."
            ),
            "hay": say(
                "Hay's signal: a bid above the lowest possible one shows ten points of meld a "
                "step, and no wish to name trump."
            ),
        },
        unsaid=("none",),
    ),
    always(AUCTION, say("The highest bidder is the declarer, and names one suit as trump.")),
    by_option(
        AUCTION,
        "royal_marriage_required",
        {
            False: say("The declarer need not hold the king and queen of trumps."),
            True: say(
                "The declarer must hold a king and a queen of trumps; otherwise the deal is over "
                "and the bid is lost."
            ),
        },
        unsaid=(False,),
    ),
    by_option(
        AUCTION,
        "no_marriage_opponents",
        {
            "none": say("The other side scores nothing in such a deal."),
            "meld": say("The other side scores its meld in such a deal."),
        },
    ),
    by_option(
        EXCHANGE,
        "exchange",
        {
            "none": say("Partners pass each other no cards."),
            "declarer_side": say(
                "Before melding, the declarer and the partner pass each other cards."
            ),
            "both_sides": say("Before melding, the partners of both sides pass each other cards."),
        },
        unsaid=("none",),
    ),
    by_option(
        EXCHANGE,
        "exchange_count",
        {
            1: say("Each of them passes one card."),
            2: _CARDS_EACH,
            3: _CARDS_EACH,
            4: _CARDS_EACH,
        },
    ),
    by_option(
        EXCHANGE,
        "exchange_order",
        {
            "sequential": say(
                "The declarer's partner passes first; the declarer sees these cards before "
                "passing some back."
            ),
            "simultaneous": say("Partners pass at the same time, before they see what they get."),
        },
    ),
    by_option(
        EXCHANGE,
        "exchange_timing",
        {
            "after_trump": say("Cards are passed after trump is named."),
            "before_trump": say("Cards are passed before trump is named."),
        },
    ),
    *FROM_THE_MELDS_ON,
)
