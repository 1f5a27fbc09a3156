"""Two-handed pinochle in plain language: the page a club prints, made of what its options say."""

from games.engine.rule_sheet import (
    CARDS,
    GAME_END,
    MELDS,
    PLAY,
    SCORING,
    STOCK,
    always,
    by_numbers,
    by_option,
)
from games.engine.single_deck.rule_sheet import (
    CARD_POINTS,
    FOLLOWING,
    PACK,
    TARGET,
    WINNING,
    points_in_play,
)
from games.sentences import say

_ONE_MELD = ("run", "royal_marriage", "marriage", "aces", "kings", "queens", "jacks")
_PINOCHLES = ("pinochle", "double_pinochle")

_MELD_VALUES = (
    by_numbers(
        MELDS,
        _ONE_MELD,
        lambda options: say(
            "Run (ace, 10, king, queen, jack of trumps) %(run)d; king and queen of trumps "
            "%(royal_marriage)d, of another suit %(marriage)d; one of each suit: aces %(aces)d, "
            "kings %(kings)d, queens %(queens)d, jacks %(jacks)d.",
            run=options.run,
            royal_marriage=options.royal_marriage,
            marriage=options.marriage,
            aces=options.aces,
            kings=options.kings,
            queens=options.queens,
            jacks=options.jacks,
        ),
    ),
    by_numbers(
        MELDS,
        _PINOCHLES,
        lambda options: say(
            "Pinochle (queen of spades, jack of diamonds) %(pinochle)d; two pinochles in one meld "
            "%(double)d.",
            pinochle=options.pinochle,
            double=options.double_pinochle,
        ),
    ),
)

RULE_SHEET = (
    always(CARDS, say("Two people play.")),
    PACK,
    always(
        CARDS,
        say(
            "Both are dealt twelve cards, three at a time. The next card is turned up and makes "
            "trump; the other 23 are the stock. The players deal in turn."
        ),
    ),
    by_option(
        CARDS,
        "turned_dix",
        {
            "dealer": lambda options: say(
                "If the card turned up is a 9, the dealer scores %(dix)d at once.",
                dix=options.dix,
            ),
            "nobody": say(
                "Nobody scores for a 9 when it is turned up; it may be shown later like the other."
            ),
        },
    ),
    always(STOCK, say("The player who did not deal leads to the first trick.")),
    by_option(
        STOCK,
        "stock_play",
        {
            "free": say("The other player may play any card."),
            "strict": say("The other player must follow suit as in the last twelve tricks."),
        },
    ),
    always(STOCK, WINNING),
    by_option(
        STOCK,
        "meld_timing",
        {
            "after_draw": say(
                "After a trick both draw a card from the stock, the winner first; then the winner "
                "may meld."
            ),
            "before_draw": say(
                "After a trick the winner may meld; then both draw a card from the stock, the "
                "winner first."
            ),
        },
    ),
    by_option(
        STOCK,
        "last_draw",
        {
            "winner_stock": say(
                "After the twelfth trick the winner takes the last card of the stock, and the "
                "other player the card turned up."
            ),
            "winner_choice": say(
                "After the twelfth trick the winner takes the last card of the stock or the card "
                "turned up, and the other player the one that is left."
            ),
        },
    ),
    by_option(
        MELDS,
        "melds_per_trick",
        {
            "one": say("After a trick its winner may lay down one meld; it counts at once."),
            "many": say(
                "After a trick its winner may lay down as many melds as there are; they count at "
                "once."
            ),
        },
    ),
    *_MELD_VALUES,
    always(
        MELDS,
        say(
            "At least one card of a meld comes from the hand. Cards of a meld lie on the table and "
            "can still be played."
        ),
    ),
    by_option(
        MELDS,
        "remeld",
        {
            "class": say(
                "Cards on the table may be used again for a meld of another kind, or of the same "
                "kind and worth more. Runs and marriages are one kind, melds of all "
                "four suits another, pinochles the third."
            ),
            "never": say("Cards on the table may not be used for another meld."),
        },
    ),
    by_option(
        MELDS,
        "dix_exchange",
        {
            True: lambda options: say(
                "The winner of a trick may exchange a 9 of trumps for the card turned up, unless "
                "that is a 9 itself, or just show it: this counts %(dix)d.",
                dix=options.dix,
            ),
            False: lambda options: say(
                "The winner of a trick may show a 9 of trumps: this counts %(dix)d.",
                dix=options.dix,
            ),
        },
        numbers=("dix",),
    ),
    by_option(
        MELDS,
        "dix_extra",
        {
            True: say("A 9 of trumps does not take the place of the meld after a trick."),
            False: say("A 9 of trumps takes the place of the meld after a trick."),
        },
    ),
    always(
        PLAY,
        say(
            "When the stock is used up, all cards return to the hands and nobody melds any more. "
            "The winner of the twelfth trick leads to the last twelve."
        ),
    ),
    always(PLAY, FOLLOWING),
    by_option(
        PLAY,
        "must_head",
        {
            "none": say("Nobody has to beat the card led."),
            "trump": say("When trump is led, the other player must beat it if possible."),
            "always": say("Whoever follows suit must beat the card led if possible."),
        },
    ),
    by_option(
        SCORING,
        "card_points",
        {
            "simple": points_in_play,
            "classic": lambda options: say(
                "In play, every ace taken counts 11, a 10 counts 10, a king 4, a queen 3, a jack "
                "2, and the last trick %(last)d. Each total is rounded to tens, upwards from 7 on.",
                last=options.last_trick_points,
            ),
        },
        numbers=CARD_POINTS,
    ),
    always(SCORING, say("A player's score is the melds and the points in play.")),
    *TARGET,
    by_option(
        GAME_END,
        "both_over",
        {
            "high_score": say(
                "When both get there in the same deal, the higher total wins; if they are level, "
                "another deal is played."
            ),
            "extend": say(
                "When both get there in the same deal, the target rises by 250, and play goes on."
            ),
        },
    ),
)
