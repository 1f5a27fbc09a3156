"""Fifty-Six in plain language: the page a club prints, made of what its options say."""

from games.engine.rule_sheet import (
    AUCTION,
    CARDS,
    GAME_END,
    PLAY,
    SCORING,
    VALUE,
    always,
    by_option,
)
from games.sentences import say

RULE_SHEET = (
    always(
        CARDS,
        say("Four, six or eight people play as two sides; every second player is a partner."),
    ),
    always(
        CARDS,
        say(
            "There are two of every card; from high to low: jack, 9, ace, 10, king, queen. A jack "
            "counts 3 points, a 9 counts 2, an ace and a 10 count 1: together 56."
        ),
    ),
    by_option(
        CARDS,
        "deck_4",
        {
            48: say("Four players have twelve of the 48 cards each, six players eight."),
            32: say(
                "Four players leave out kings and queens and have eight of 32 cards each; six "
                "players have eight of all 48."
            ),
        },
    ),
    by_option(
        CARDS,
        "deck_8",
        {
            64: say("Eight players add 8 and 7, below the queen, and have eight of 64 cards each."),
            48: say("Eight players have six of the 48 cards each."),
        },
    ),
    by_option(
        CARDS,
        "direction",
        {
            "counter_clockwise": say(
                "Turns go counter-clockwise and begin with the player on the dealer's right, "
                "called the dealer's neighbour."
            ),
            "clockwise": say(
                "Turns go clockwise and begin with the player on the dealer's left, called the "
                "dealer's neighbour."
            ),
        },
    ),
    by_option(
        CARDS,
        "deal_packet",
        {
            "one": say("The cards are dealt one at a time, to the dealer's neighbour first."),
            "four_or_three": say(
                "The cards are dealt four at a time, or three when everybody gets six, to the "
                "dealer's neighbour first."
            ),
        },
    ),
    by_option(
        CARDS,
        "redeal",
        {
            "none": say("Every deal is played, whatever somebody holds."),
            "all_jacks_or_no_points": say(
                "If somebody holds only jacks, or no card worth points, the same dealer deals "
                "again."
            ),
        },
        unsaid=("none",),
    ),
    always(CARDS, say("After a deal that was played, the dealer's neighbour deals.")),
    always(
        AUCTION,
        say(
            "The dealer's neighbour speaks first. A bid is the number of points the side will "
            "take, 28 to 56, with a trump suit or at no trump. Each bid must be a higher number. "
            "Whoever passes may bid later."
        ),
    ),
    by_option(
        AUCTION,
        "all_pass",
        {
            "deemed_28nt": say(
                "When everybody passes, the dealer's opponents play 28 at no trump as if they had "
                "bid it."
            ),
            "eldest_must_bid": say(
                "When everybody passes, the dealer's neighbour must bid, and the bidding goes on."
            ),
            "eldest_must_open": say("The dealer's neighbour must bid at once and may not pass."),
        },
    ),
    always(
        AUCTION,
        say(
            "A bid of the other side may be doubled. The side that made it may redouble, which "
            "ends the bidding. A new bid cancels a double."
        ),
    ),
    always(
        AUCTION,
        say(
            "The bidding ends when all the others have passed after a bid or a double. The last "
            "bid counts; whoever made it is the declarer."
        ),
    ),
    always(
        AUCTION,
        say(
            "How a bid is worded tells the partners something; it need not be true. After 28, for "
            "example, “29 hearts” tells of the highest heart nobody has told of yet, “+1 hearts” "
            "of this and no other heart, “hearts 29” of good hearts without it, “29 no trump” of a "
            "good hand without a good suit, “29 noes” of no card in the suit just bid."
        ),
    ),
    by_option(
        AUCTION,
        "noes_reference",
        {
            "all_bids": say(
                "With every further step, “noes” means the suit one bid further back; bids at "
                "no trump are counted."
            ),
            "suit_bids": say(
                "With every further step, “noes” means the suit one bid further back; bids at "
                "no trump are not counted."
            ),
        },
    ),
    by_option(
        AUCTION,
        "annotate_calls",
        {
            True: say("The score of a deal explains what the calls meant."),
            False: say("The score of a deal does not explain what the calls meant."),
        },
    ),
    always(
        PLAY,
        say(
            "The dealer's neighbour leads to the first trick, whoever bid. Follow suit; without a "
            "card of the suit led, play whatever you like. Nobody has to trump or to beat a card."
        ),
    ),
    always(
        PLAY,
        say(
            "The highest trump takes the trick, or else the highest card of the suit led; of "
            "identical cards, the one played first. Whoever takes a trick leads to the next."
        ),
    ),
    always(
        SCORING,
        say(
            "A side that takes as many points as it bid, or more, scores game points. If it takes "
            "fewer, the other side scores game points. Nobody else scores."
        ),
    ),
    by_option(
        SCORING,
        "game_points",
        {
            "standard": say(
                "Game points for a bid made, or failed: 28 to 39, 1 or 2; 40 to 47, 2 or 3; 48 to "
                "55, 3 or 4; 56, 4 or 5."
            ),
            "nair": say(
                "Game points for a bid made, or failed: 28 to 39, 1 or 2; 40 to 47, 2 or 3; 49 to "
                "56, 3 or 4."
            ),
            "56cards": say(
                "Game points for a bid made, or failed: 28 to 39, 1 or 2; 40 to 55, 2 or 3; 56, 3 "
                "or 4."
            ),
        },
    ),
    by_option(
        SCORING,
        "bid_48",
        {
            "high": say("A bid of 48 is worth 3 or 4, like those above it."),
            "low": say("A bid of 48 is worth 2 or 3, like those below it."),
        },
    ),
    always(SCORING, say("A double makes the game points twice as many, a redouble four times.")),
    by_option(
        GAME_END,
        "target",
        say("The game is played to %(value)s game points.", value=VALUE),
    ),
    by_option(
        GAME_END,
        "scoring_style",
        {
            "cumulative": say("The side that has scored that many first wins."),
            "table": say(
                "Each side begins with that many tables, which are cards left out of the packs, "
                "and hands over one for every game point the other side scores."
            ),
        },
    ),
    by_option(
        GAME_END,
        "table_return",
        {
            "own_colour": say("A side pays only with its own tables, never with those it has won."),
            "any": say("A side may pay with tables it has won, too."),
        },
    ),
    by_option(
        GAME_END,
        "table_end",
        {
            "empty": say("A side has lost when it has none left to pay with."),
            "cannot_pay": say("A side has lost when it must pay more than it has."),
        },
    ),
)
