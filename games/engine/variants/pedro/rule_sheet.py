"""Pedro in plain language: the page a club prints, made of what its options say."""

from games.engine.rule_sheet import (
    AUCTION,
    CARDS,
    EXCHANGE,
    GAME_END,
    PLAY,
    SCORING,
    VALUE,
    always,
    by_option,
)
from games.sentences import say

_GOES_OUT_FROM = say(
    "Once both sides have at least %(value)s points and neither is there yet, a side that makes "
    "its bid in the next deal wins the game.",
    value=VALUE,
)

RULE_SHEET = (
    always(
        CARDS,
        say(
            "Four people play; partners sit opposite each other. One pack of 52 cards; in every "
            "suit the ace is highest, then king, queen, jack, 10 and so on down to the 2."
        ),
    ),
    always(
        CARDS,
        say(
            "Everybody is dealt nine cards, three at a time; the other 16 are the stock. After "
            "every deal the next player to the left deals."
        ),
    ),
    always(
        AUCTION,
        say(
            "From the dealer's left, everybody speaks once: a bid higher than those before, or a "
            "pass. The dealer speaks last. A bid is how many of the 14 points of the deal both "
            "partners will take."
        ),
    ),
    by_option(AUCTION, "min_bid", say("The lowest bid is %(value)s.", value=VALUE)),
    by_option(
        AUCTION,
        "forced_dealer",
        {
            "exact": say("When all the others pass, the dealer must bid just the lowest bid."),
            "at_least": say(
                "When all the others pass, the dealer must bid the lowest bid or more."
            ),
        },
    ),
    by_option(
        AUCTION,
        "fourteen_over_fourteen",
        {
            False: say("A bid of 14 cannot be taken over."),
            True: say("A bid of 14 is taken over by a later player who bids 14, too."),
        },
        unsaid=(False,),
    ),
    always(
        AUCTION,
        say(
            "The highest bidder is the declarer, and names one suit as trump. The five of this "
            "suit is the pedro. The five of the other suit of the same colour, the low pedro, is a "
            "trump, too, and does not count as a card of its own suit."
        ),
    ),
    by_option(
        AUCTION,
        "low_pedro_rank",
        {
            "below_five": say("The low pedro ranks between the pedro and the 4 of trumps."),
            "lowest": say("The low pedro is the lowest trump, below the 2."),
        },
    ),
    always(
        EXCHANGE,
        say(
            "Everybody discards all cards that are not trumps. Then, from the dealer's left, "
            "all but the dealer are filled up to six cards from the stock."
        ),
    ),
    always(
        EXCHANGE,
        say(
            "The dealer takes all that is left of the stock and lays away cards that are not "
            "trumps until six are left. Whoever still has fewer takes back some of their own "
            "discards."
        ),
    ),
    by_option(
        EXCHANGE,
        "excess_trumps",
        {
            "under": say(
                "Whoever has more than six trumps plays the extra ones to the first trick, under "
                "the card that counts; none of them may be a card worth points."
            ),
            "discard": say(
                "Whoever has more than six trumps lays away trumps that are worth no points until "
                "six are left."
            ),
        },
    ),
    always(PLAY, say("The declarer leads any card to the first of six tricks.")),
    by_option(
        PLAY,
        "follow_rule",
        {
            "follow_or_trump": say(
                "Play a card of the suit led, or a trump. Without a card of the suit led, play "
                "whatever you like. When trump is led, you must play trump if you can."
            ),
            "strict": say(
                "Follow suit; without a card of the suit led, play whatever you like, a trump or "
                "another card."
            ),
        },
    ),
    always(
        PLAY,
        say(
            "The highest trump takes the trick, or, where there is none, the highest card of the "
            "suit led. Whoever takes a trick leads to the next."
        ),
    ),
    always(
        SCORING,
        say(
            "The ace, jack, 10 and 2 of trumps count 1 each, the pedro and the low pedro 5 each: "
            "14 points in every deal."
        ),
    ),
    by_option(
        SCORING,
        "low_scores_for",
        {
            "taker": say("Every point goes to the side that takes the card in a trick."),
            "player": say(
                "Every point goes to the side that takes the card in a trick; only that of the 2 "
                "goes to the side that played it."
            ),
        },
    ),
    always(
        SCORING,
        say(
            "The declarer's side scores all it took if that is at least its bid; otherwise it "
            "loses its bid. The other side scores what it took. A score can fall below zero."
        ),
    ),
    by_option(GAME_END, "target", say("The game is played to %(value)s points.", value=VALUE)),
    by_option(
        GAME_END,
        "win_only_as_declarer",
        {
            False: say("A side that gets there wins, whoever was the declarer."),
            True: say(
                "Only a side that has just made its bid can win. All others play on, even with "
                "enough points."
            ),
        },
    ),
    by_option(
        GAME_END,
        "both_reach",
        {
            "bidder_goes_out": say(
                "When both sides get there in the same deal, another is played, and a side that "
                "makes its bid in it wins the game."
            ),
            "declarer_side_wins": say(
                "When both sides get there in the same deal, the declarer's side wins."
            ),
        },
    ),
    by_option(
        GAME_END,
        "bidder_goes_out_from",
        {
            "auto": say(
                "Once both sides are within 7 points of the target and neither is there yet, a "
                "side that makes its bid in the next deal wins the game."
            ),
            "off": say("However close both sides are, the game goes on until one is there."),
            int: _GOES_OUT_FROM,
        },
    ),
)
