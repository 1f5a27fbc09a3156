"""Rules that the games with one pinochle pack print in the same words."""

from typing import Any

from games.engine.rule_sheet import (
    AUCTION,
    CARDS,
    GAME_END,
    MELDS,
    PLAY,
    SCORING,
    VALUE,
    always,
    by_numbers,
    by_option,
)
from games.engine.single_deck.values import card_values
from games.sentences import Sentence, say

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

ONE_OF_EACH = (
    "run", "royal_marriage", "marriage", "dix", "pinochle", "aces", "kings", "queens", "jacks",
)  # fmt: skip
TWO_OF_EACH = (
    "double_run", "double_aces", "double_kings", "double_queens", "double_jacks", "double_pinochle",
)  # fmt: skip
CARD_POINTS = (
    "ace_points", "ten_points", "king_points", "queen_points", "jack_points", "last_trick_points",
)  # fmt: skip


MELD_VALUES = (
    by_numbers(
        MELDS,
        ONE_OF_EACH,
        lambda options: say(
            "Run (ace, 10, king, queen, jack of trumps) %(run)d; king and queen of trumps "
            "%(royal_marriage)d, of another suit %(marriage)d; 9 of trumps %(dix)d; pinochle "
            "(queen of spades, jack of diamonds) %(pinochle)d; one of each suit: aces %(aces)d, "
            "kings %(kings)d, queens %(queens)d, jacks %(jacks)d.",
            run=options.run,
            royal_marriage=options.royal_marriage,
            marriage=options.marriage,
            dix=options.dix,
            pinochle=options.pinochle,
            aces=options.aces,
            kings=options.kings,
            queens=options.queens,
            jacks=options.jacks,
        ),
    ),
    by_numbers(
        MELDS,
        TWO_OF_EACH,
        lambda options: say(
            "Held twice: run %(double_run)d, aces %(double_aces)d, kings %(double_kings)d, queens "
            "%(double_queens)d, jacks %(double_jacks)d, pinochle %(double_pinochle)d, all others "
            "twice as much. The larger meld takes the place of the smaller.",
            double_run=options.double_run,
            double_aces=options.double_aces,
            double_kings=options.double_kings,
            double_queens=options.double_queens,
            double_jacks=options.double_jacks,
            double_pinochle=options.double_pinochle,
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
            "each": lambda options: say(
                "Beside a single run, another king and another queen of trumps are worth "
                "%(beside)d each.",
                beside=options.beside_run,
            ),
            "marriage_only": lambda options: say(
                "Beside a single run, another king and queen of trumps are worth %(beside)d "
                "together; one of them alone is worth nothing.",
                beside=options.beside_run,
            ),
        },
        numbers=("beside_run",),
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


def points_in_play(options: Any) -> Sentence:
    """Return what counts in play, and how much that is together."""
    total = card_values(options).total
    if has_three_counters(options):
        return say(
            "In play, every ace, 10 and king taken counts %(counter)d, and the last trick "
            "%(last)d: together %(total)d.",
            counter=options.ace_points,
            last=options.last_trick_points,
            total=total,
        )
    return say(
        "In play, %(cards)s; together that is %(total)d.", cards=_cards(options), total=total
    )


def points_of_cards(options: Any) -> Sentence:
    """Return the same where not all of it is shared out in play."""
    if has_three_counters(options):
        return say(
            "In play, every ace, 10 and king taken counts %(counter)d, and the last trick "
            "%(last)d.",
            counter=options.ace_points,
            last=options.last_trick_points,
        )
    return say("In play, %(cards)s.", cards=_cards(options))


def has_three_counters(options: Any) -> bool:
    counters = {options.ace_points, options.ten_points, options.king_points}
    return len(counters) == 1 and not options.queen_points and not options.jack_points


def _cards(options: Any) -> Sentence:
    return say(
        "every ace taken counts %(ace_points)d, a 10 %(ten_points)d, a king %(king_points)d, "
        "a queen %(queen_points)d, a jack %(jack_points)d, and the last trick "
        "%(last_trick_points)d",
        ace_points=options.ace_points,
        ten_points=options.ten_points,
        king_points=options.king_points,
        queen_points=options.queen_points,
        jack_points=options.jack_points,
        last_trick_points=options.last_trick_points,
    )


POINTS_IN_PLAY = by_numbers(SCORING, CARD_POINTS, points_in_play)

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
