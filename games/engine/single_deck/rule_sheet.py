"""Rules that the games with one pinochle pack print in the same words."""

from games.engine.rule_sheet import (
    AUCTION,
    CARDS,
    GAME_END,
    MELDS,
    PLAY,
    VALUE,
    always,
    by_option,
)
from games.sentences import say

PACK = always(
    CARDS,
    say(
        "There are 48 cards, two of each in every suit; from high to low: ace, 10, king, queen, "
        "jack, 9."
    ),
)

LOWEST_BID = by_option(AUCTION, "min_bid", say("The lowest bid is %(value)s.", value=VALUE))
BID_STEPS = by_option(
    AUCTION,
    "bid_increment",
    say("Every bid is higher than the one before, and a multiple of %(value)s.", value=VALUE),
)
EVERYBODY_PASSES = by_option(
    AUCTION,
    "all_pass",
    {
        "dealer_forced": say("When all the others pass, the dealer must bid just the lowest bid."),
        "redeal": say("When everybody passes, the cards are dealt again."),
    },
)
DEALER_OF_A_REDEAL = by_option(
    AUCTION,
    "redeal_dealer",
    {
        "next": say("In that case, too, the next player to the left deals."),
        "same": say("In that case the same dealer deals again."),
    },
)

MELD_VALUES = (
    always(
        MELDS,
        say(
            "Run (ace, 10, king, queen, jack of trumps) 150; king and queen of trumps 40, of "
            "another suit 20; 9 of trumps 10; pinochle (queen of spades, jack of diamonds) 40; one "
            "of each suit: aces 100, kings 80, queens 60, jacks 40."
        ),
    ),
    always(
        MELDS,
        say(
            "Held twice: run 1500, aces 1000, kings 800, queens 600, jacks 400, pinochle 300, all "
            "others twice as much. The larger meld takes the place of the smaller."
        ),
    ),
    always(
        MELDS,
        say(
            "A card may count once in a run or marriage, once in a pinochle and once in a meld of "
            "all four suits; the king and queen of a run are not a marriage besides."
        ),
    ),
    by_option(
        MELDS,
        "run_extras",
        {
            "each": say(
                "Beside a single run, another king and another queen of trumps are worth 40 each."
            ),
            "marriage_only": say(
                "Beside a single run, another king and queen of trumps are worth 40 together; one "
                "of them alone is worth nothing."
            ),
        },
    ),
)

FIRST_LEAD = by_option(
    PLAY,
    "first_lead",
    {
        "declarer": say("The declarer leads to the first trick."),
        "left_of_dealer": say("The player on the dealer's left leads to the first trick."),
    },
)
FOLLOWING = say("Follow suit; without the suit, play trump; without either, play any card.")
WINNING = say(
    "The highest trump takes the trick, or else the highest card of the suit led; of identical "
    "cards, the one played first. Whoever takes a trick leads to the next."
)
DUTIES_TO_BEAT = (
    by_option(
        PLAY,
        "must_head",
        {
            "none": say("Whoever follows suit need not beat the cards already played."),
            "trump": say(
                "When trump is led, whoever can must beat the best card; whoever follows another "
                "suit need not."
            ),
            "always": say(
                "Whoever follows suit must beat the best card played to the trick if possible."
            ),
        },
    ),
    by_option(
        PLAY,
        "must_overtrump",
        {
            False: say("Whoever trumps need not beat a trump already played."),
            True: say("Whoever trumps must beat a trump already played if possible."),
        },
    ),
)

POINTS_IN_PLAY = say(
    "In play, every ace, 10 and king taken counts 10, and the last trick 10: together 250."
)

TARGET = (
    by_option(GAME_END, "target", say("The game is played to %(value)s points.", value=VALUE)),
    by_option(
        GAME_END,
        "target_test",
        {
            "reach": say("Exactly that many are enough."),
            "exceed": say("Exactly that many are not enough; it takes more."),
        },
        unsaid=("reach",),
    ),
)
