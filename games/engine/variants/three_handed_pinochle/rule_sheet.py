"""Three-handed pinochle in plain language: the page a club prints, made of what its options say."""

from typing import Any

from games.engine.rule_sheet import (
    AUCTION,
    CARDS,
    GAME_END,
    KITTY,
    MELDS,
    PLAY,
    SCORING,
    VALUE,
    always,
    by_numbers,
    by_option,
)
from games.engine.single_deck.rule_sheet import (
    BID_STEPS,
    CARD_POINTS,
    DEALER_OF_A_REDEAL,
    DUTIES_TO_BEAT,
    EVERYBODY_PASSES,
    FIRST_LEAD,
    FOLLOWING,
    LOWEST_BID,
    MELD_VALUES,
    PACK,
    TARGET,
    WINNING,
    has_three_counters,
    points_of_cards,
)
from games.engine.single_deck.values import card_values
from games.sentences import Sentence, say


def _buried_are_the_declarers(options: Any) -> Sentence:
    total = card_values(options).total
    if has_three_counters(options):
        return say(
            "The aces, tens and kings that were buried count for the declarer: together %(total)d.",
            total=total,
        )
    return say(
        "The cards that were buried count for the declarer: together %(total)d.", total=total
    )


RULE_SHEET = (
    always(CARDS, say("Three people play, everybody alone.")),
    PACK,
    always(
        CARDS,
        say(
            "Everybody is dealt 15 cards, three at a time; the other three cards are the kitty. "
            "After a deal that was played, the next player to the left deals."
        ),
    ),
    always(
        AUCTION,
        say(
            "The player on the dealer's left begins. A bid is the number of points, in melds and "
            "in play, that one promises. Whoever passes is out of the auction."
        ),
    ),
    LOWEST_BID,
    BID_STEPS,
    EVERYBODY_PASSES,
    DEALER_OF_A_REDEAL,
    always(AUCTION, say("The highest bidder is the declarer.")),
    by_option(
        KITTY,
        "kitty_shown",
        {
            True: say("The kitty is shown to everybody; then the declarer takes it."),
            False: say("The declarer takes the kitty without showing it."),
        },
    ),
    by_option(
        KITTY,
        "trump_timing",
        {
            "after_kitty": say("The declarer names one suit as trump after taking the kitty."),
            "before_kitty": say("The declarer names one suit as trump before taking the kitty."),
        },
    ),
    always(KITTY, say("The declarer then buries three cards, face down.")),
    by_option(
        KITTY,
        "bury_trump",
        {
            "allowed": say("Trumps may be buried."),
            "announce": say("Trumps may be buried, but the declarer says how many."),
            "forbidden": say("Trumps may not be buried while there are other cards to bury."),
        },
    ),
    by_option(
        KITTY,
        "bury_aces",
        {
            "allowed": say("Aces may be buried."),
            "announce": say("Aces may be buried, but the declarer says how many."),
            "forbidden": say("Aces may not be buried while there are other cards to bury."),
        },
    ),
    by_option(
        MELDS,
        "meld_hand",
        {
            "kept": say("All three players meld, the declarer from the 15 cards that are kept."),
            "with_kitty": say("All three players meld, the declarer from 18 cards before burying."),
        },
    ),
    *MELD_VALUES,
    by_option(
        PLAY,
        "unmakeable_bid",
        {
            "play": say("Even a bid that is out of reach after melding is played."),
            "no_play": lambda options: say(
                "If the declarer could not reach the bid even with all %(points)d points in play, "
                "no card is played: the declarer loses the bid, and the others score their meld.",
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
                "The declarer may give up before the first lead: the bid is lost, and the others "
                "score their meld."
            ),
        },
        unsaid=(False,),
    ),
    FIRST_LEAD,
    always(PLAY, FOLLOWING),
    *DUTIES_TO_BEAT,
    always(PLAY, WINNING),
    by_numbers(SCORING, CARD_POINTS, points_of_cards),
    by_option(
        SCORING,
        "buried_points",
        {
            "declarer": _buried_are_the_declarers,
            "nobody": lambda options: (
                say("The aces, tens and kings that were buried count for nobody.")
                if has_three_counters(options)
                else say("The cards that were buried count for nobody.")
            ),
        },
    ),
    by_option(
        SCORING,
        "save_meld",
        {
            "trick": say(
                "The meld of a player who takes no trick does not count; buried cards are no trick."
            ),
            "point": say(
                "The meld of a player who takes no point in tricks does not count, unless all of "
                "it is nines of trumps; buried cards are no trick."
            ),
            "none": say("The meld of a player counts even without a trick."),
        },
    ),
    always(SCORING, say("A player's score is the meld and the points in play.")),
    by_option(
        SCORING,
        "set_penalty",
        {
            "bid": say("A declarer who scores less than the bid loses the bid."),
            "meld": say(
                "A declarer who scores less than the bid loses as many points as the meld; if the "
                "meld does not count, the bid is lost."
            ),
            int: say("A declarer who does not make the bid loses %(value)s points.", value=VALUE),
        },
    ),
    *TARGET,
    by_option(
        GAME_END,
        "both_over",
        {
            "declarer": say(
                "When several get there in the same deal, the declarer comes first, then the "
                "highest total; if that is level, another deal is played."
            ),
            "high_score": say(
                "When several get there in the same deal, the highest total wins; if that is "
                "level, another deal is played."
            ),
        },
    ),
)
