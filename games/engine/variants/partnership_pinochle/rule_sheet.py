"""Partnership pinochle in plain language: the page a club prints, made of what its options say."""

from games.engine.rule_sheet import (
    AUCTION,
    CARDS,
    EXCHANGE,
    GAME_END,
    MELDS,
    PLAY,
    SCORING,
    VALUE,
    always,
    by_option,
)
from games.engine.single_deck.rule_sheet import (
    BID_STEPS,
    DEALER_OF_A_REDEAL,
    DUTIES_TO_BEAT,
    EVERYBODY_PASSES,
    FIRST_LEAD,
    FOLLOWING,
    LOWEST_BID,
    MELD_VALUES,
    PACK,
    POINTS_IN_PLAY,
    TARGET,
    WINNING,
)
from games.engine.single_deck.values import card_values
from games.sentences import say

_CARDS_EACH = say(
    "Before melding, the declarer and the partner pass each other %(value)s cards.", value=VALUE
)

RULE_SHEET = (
    always(CARDS, say("Four people play; partners sit opposite each other.")),
    PACK,
    always(
        CARDS,
        say(
            "Everybody is dealt twelve cards, three at a time. After a deal that was played, the "
            "next player to the left deals."
        ),
    ),
    always(
        AUCTION,
        say(
            "The player on the dealer's left begins. A bid is the number of points, in melds and "
            "in play, that both partners promise. Whoever passes is out of the auction."
        ),
    ),
    LOWEST_BID,
    BID_STEPS,
    EVERYBODY_PASSES,
    DEALER_OF_A_REDEAL,
    by_option(
        AUCTION,
        "help_pass",
        {
            False: say("A pass is just a pass: it tells the partner nothing."),
            True: say("“Pass, help” is a pass that tells the partner that there is help."),
        },
        unsaid=(False,),
    ),
    always(AUCTION, say("The highest bidder is the declarer, and names one suit as trump.")),
    by_option(
        EXCHANGE,
        "trump_timing",
        {
            "before_exchange": say("Cards are passed after trump is named."),
            "after_exchange": say("Cards are passed before trump is named."),
        },
    ),
    by_option(
        EXCHANGE,
        "exchange_max",
        {
            0: say("Partners pass each other no cards."),
            1: say("Before melding, the declarer and the partner pass each other one card."),
            2: _CARDS_EACH,
            3: _CARDS_EACH,
            4: _CARDS_EACH,
        },
        unsaid=(0,),
    ),
    by_option(
        EXCHANGE,
        "exchange_exact",
        {
            False: say("They may pass fewer, or none, but both the same number."),
            True: say("They may not pass fewer."),
        },
    ),
    by_option(
        EXCHANGE,
        "exchange_order",
        {
            "partner_first": say(
                "The declarer's partner passes first; the declarer sees these cards before "
                "passing some back."
            ),
            "declarer_first": say(
                "The declarer passes first; the partner sees these cards before passing some back."
            ),
            "simultaneous": say("Partners pass at the same time, before they see what they get."),
        },
    ),
    always(
        MELDS,
        say(
            "Everybody shows what they meld and takes it back into the hand. Each hand melds by "
            "itself; partners add up what their melds are worth."
        ),
    ),
    *MELD_VALUES,
    by_option(
        PLAY,
        "unmakeable_bid",
        {
            "play": say("Even a bid that is out of reach after melding is played."),
            "no_play": lambda options: say(
                "If the declarer's side could not reach its bid even with all %(points)d points in "
                "play, no card is played: it loses the bid, and the other side scores its meld.",
                points=card_values(options).total,
            ),
        },
    ),
    by_option(
        PLAY,
        "throw_in",
        {
            False: say("Nobody may give up a deal."),
            True: say(
                "The declarer's side may give up before the first lead: its bid has failed, and "
                "the other side scores its meld."
            ),
        },
        unsaid=(False,),
    ),
    FIRST_LEAD,
    always(PLAY, FOLLOWING),
    *DUTIES_TO_BEAT,
    always(PLAY, WINNING),
    POINTS_IN_PLAY,
    by_option(
        SCORING,
        "save_meld",
        {
            "trick": say("The meld of a side that takes no trick does not count."),
            "point": say(
                "The meld of a side that takes no point in its tricks does not count, unless all "
                "of it is nines of trumps."
            ),
            "none": say("The meld of a side counts even if it takes no trick."),
        },
    ),
    always(SCORING, say("A side's score is its meld and its points in play.")),
    by_option(
        SCORING,
        "set_penalty",
        {
            "bid": say("If the declarer's side scores less than it bid, it loses the bid."),
            "meld": say(
                "If the declarer's side scores less than it bid, it loses as many points as its "
                "meld; if its meld does not count, it loses the bid."
            ),
            int: say(
                "If the declarer's side does not make its bid, it loses %(value)s points.",
                value=VALUE,
            ),
        },
    ),
    *TARGET,
    by_option(
        GAME_END,
        "both_over",
        {
            "declarer": say(
                "When both sides get there in the same deal, the declarer's side wins."
            ),
            "high_score": say(
                "When both sides get there in the same deal, the higher total wins; if they are "
                "level, another deal is played."
            ),
        },
    ),
)
