"""Pitch in plain language: the page a club prints, made of what its options say."""

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
    by_option(
        CARDS,
        "teams",
        {
            "individual": say("Everybody plays alone."),
            "partners4": say("Four people play as two pairs; partners sit opposite each other."),
        },
    ),
    always(
        CARDS,
        say(
            "One pack of 52 cards; in every suit the ace is highest, then king, queen, jack, 10 "
            "and so on down to the 2."
        ),
    ),
    always(
        CARDS,
        say(
            "Everybody is dealt six cards, three at a time. The rest stay out of play, unseen. "
            "After a deal that was played, the next player to the left deals."
        ),
    ),
    always(
        AUCTION,
        say(
            "From the dealer's left, everybody speaks once: a bid higher than those before, or a "
            "pass. The dealer speaks last. The bid is the number of points one will take."
        ),
    ),
    by_option(AUCTION, "min_bid", say("The lowest bid is %(value)s.", value=VALUE)),
    by_option(
        AUCTION,
        "dealer_steal",
        {
            "off": say("The dealer, too, must bid more than the highest bid, or pass."),
            "any": say("The dealer may take over the highest bid by naming it again."),
            "except_smudge": say(
                "The dealer may take over the highest bid by naming it again, unless it is the "
                "highest bid there is."
            ),
        },
    ),
    by_option(
        AUCTION,
        "all_pass",
        {
            "redeal_same": say("When everybody passes, the same dealer deals again."),
            "dealer_forced": say("When all the others pass, the dealer must bid."),
            "redeal_next": say("When everybody passes, the next player to the left deals."),
        },
    ),
    by_option(
        AUCTION,
        "smudge",
        {
            "off": say("There is no smudge: 4 is an ordinary bid."),
            "wins_game": say("A bid of 4 is a smudge: whoever makes it wins the whole game."),
            "five": say(
                "Above 4 one may bid a smudge, which means everything: it wins or loses 5 points."
            ),
        },
        unsaid=("off",),
    ),
    by_option(
        AUCTION,
        "smudge_all_tricks",
        {
            False: say("A smudge is made with all four points."),
            True: say("A smudge is made only with all four points and all six tricks."),
        },
        unsaid=(False,),
    ),
    by_option(
        AUCTION,
        "smudge_in_hole",
        {
            "four_points": say(
                "Made by a side whose score was below zero, a smudge is just four points and the "
                "game goes on."
            ),
            "wins": say("A smudge wins the game from a score below zero, too."),
            "not_allowed": say("A side whose score is below zero may not bid 4."),
        },
    ),
    by_option(
        AUCTION,
        "smudge_unbid",
        {
            "no": say("All four points on a lower bid are four points, no more."),
            "pitcher": say(
                "The highest bidder's side wins the game with all four points on a lower bid, too."
            ),
            "anyone": say("Any side that takes all four points wins the game, whatever was bid."),
        },
        unsaid=("no",),
    ),
    always(
        PLAY,
        say(
            "The highest bidder, the pitcher, leads to the first trick. The suit of this card is "
            "trump."
        ),
    ),
    always(
        PLAY,
        say(
            "Play a card of the suit led, or a trump. Without a card of the suit led, play "
            "whatever you like. When trump is led, you must play trump if you can."
        ),
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
            "High, the highest trump in play; low, the lowest; jack, the jack of trumps, if it was "
            "dealt; game, the most card points: each is worth 1 point."
        ),
    ),
    always(
        SCORING,
        say("For game, a 10 counts 10, an ace 4, a king 3, a queen 2 and a jack 1, in all suits."),
    ),
    by_option(
        SCORING,
        "game_tie",
        {
            "nobody": say("When the most card points are shared, nobody gets game."),
            "pitcher": say(
                "When the most card points are shared, the pitcher's side gets game if it is "
                "among those who are level, and else nobody does."
            ),
        },
    ),
    by_option(
        SCORING,
        "high_low_to",
        {
            "taker": say("High and low go to whoever takes the card in a trick."),
            "dealt": say("High and low go to whoever was dealt the card."),
        },
    ),
    always(
        SCORING,
        say(
            "The pitcher's side scores all it took if that is at least its bid; otherwise it loses "
            "its bid. All others score what they took. A score can fall below zero."
        ),
    ),
    by_option(GAME_END, "target", say("The game is played to %(value)s points.", value=VALUE)),
    by_option(
        GAME_END,
        "win_condition",
        {
            "first_past": say(
                "The first to get there wins. When several do in the same deal, the pitcher's side "
                "comes first; then high, low, jack and game are counted in this order."
            ),
            "bid_to_go_out": say(
                "Only a side that has just made its bid can win. All others play on, even with "
                "enough points."
            ),
        },
    ),
)
