"""Double-deck pinochle in plain language, from the melds to the end of the game."""

from games.engine.rule_sheet import GAME_END, MELDS, PLAY, SCORING, VALUE, always, by_option
from games.sentences import say

FROM_THE_MELDS_ON = (
    always(
        MELDS,
        say(
            "Run (ace, 10, king, queen, jack of trumps) 15; king and queen of trumps 4, of another "
            "suit 2; one of each suit: aces 10, kings 8, queens 6, jacks 4."
        ),
    ),
    always(
        MELDS,
        say(
            "Held twice: run 150, aces 100, kings 80, queens 60, jacks 40, pinochle 30. The "
            "larger meld takes the place of the smaller."
        ),
    ),
    by_option(
        MELDS,
        "meld_table",
        {
            "standard": say(
                "Three and four times: run 225 and 300, aces 150 and 200, kings 120 and 160, "
                "queens 90 and 120, jacks 60 and 80, pinochle 60 and 90."
            ),
            "doubling": say(
                "Three and four times: run 300 and 600, aces 200 and 400, kings 160 and 320, "
                "queens 120 and 240, jacks 80 and 160, pinochle 90 and 270."
            ),
            "five_hundred": say(
                "Three times: run and aces 500, kings 400, queens 300, jacks 200, pinochle 90; "
                "four pinochles 360. King and queen of trumps 30 twice, 60 three and 240 four "
                "times."
            ),
            "no_triple_run": say(
                "Three and four times: aces 150 and 200, kings 120 and 160, queens 90 and 120, "
                "jacks 60 and 80, pinochle 60 and 90; more than two runs are counted as smaller "
                "ones."
            ),
        },
    ),
    by_option(
        MELDS,
        "pinochle_single",
        say(
            "A pinochle, the queen of spades with the jack of diamonds, is worth %(value)s.",
            value=VALUE,
        ),
    ),
    by_option(
        MELDS,
        "roundhouse",
        {
            24: say("A king and queen of all four suits (roundhouse) are worth just their parts."),
            int: say(
                "A king and queen of all four suits (roundhouse) are worth %(value)s.", value=VALUE
            ),
        },
        unsaid=(24,),
    ),
    by_option(
        MELDS,
        "run_roundhouse",
        {
            "sum": say("A run with a roundhouse is worth just its parts."),
            int: say("A run with a roundhouse is worth %(value)s.", value=VALUE),
        },
        unsaid=("sum",),
    ),
    by_option(
        MELDS,
        "double_roundhouse",
        {
            "sum": say("Two roundhouses are worth just their parts."),
            int: say("Two roundhouses are worth %(value)s.", value=VALUE),
        },
        unsaid=("sum",),
    ),
    always(MELDS, say("A side whose melds come to less than 20 counts no meld.")),
    by_option(
        MELDS,
        "must_bid_for_meld",
        {
            False: say("Melds count for a side that has not bid, too."),
            True: say("A side of which neither partner made a bid counts no meld."),
        },
        unsaid=(False,),
    ),
    by_option(
        MELDS,
        "aces_must_show",
        {
            False: say("Melds that do not count need not be shown."),
            True: say("Aces around must be shown even when the side's meld does not count."),
        },
        unsaid=(False,),
    ),
    always(
        PLAY,
        say(
            "If the declarer's side could not reach its bid even with all 50 points in play, no "
            "card is played: it loses the bid, and the other side scores its meld."
        ),
    ),
    by_option(
        PLAY,
        "throw_in",
        {
            False: say("Any other deal is played; nobody may give it up."),
            True: say(
                "The declarer's side may give up before the first lead: its bid has failed, and "
                "the other side scores its meld."
            ),
        },
        unsaid=(False,),
    ),
    always(
        PLAY,
        say(
            "The declarer leads. Follow suit; without the suit, play trump; without either, play "
            "any card. Of identical cards, the one played first is higher."
        ),
    ),
    by_option(
        PLAY,
        "heading",
        {
            "always": say(
                "Whoever can must beat the best card played to the trick, even the partner's."
            ),
            "trump_led_only": say(
                "When trump is led, whoever can must beat the best card; otherwise nobody need."
            ),
            "none": say("Nobody has to beat the cards already played."),
        },
    ),
    always(
        SCORING,
        say(
            "In play, every ace, 10 and king taken counts 1, and the last trick 2: together 50. "
            "A side's score is its meld and its points in play."
        ),
    ),
    by_option(
        SCORING,
        "wipe_off",
        {
            "on": say("A side with fewer than 20 points in play loses these and its meld."),
            "meld_only": say("A side with fewer than 20 points in play loses its meld."),
            "off": say("However few points a side takes in play, it keeps its meld."),
        },
    ),
    by_option(
        SCORING,
        "set_penalty",
        {
            "bid": say("If the declarer's side scores less than it bid, it loses the bid."),
            "meld": say(
                "If the declarer's side scores less than it bid, it loses as many points as its "
                "meld."
            ),
            int: say(
                "If the declarer's side does not make its bid, it loses %(value)s points.",
                value=VALUE,
            ),
        },
    ),
    by_option(
        GAME_END,
        "game_target",
        say(
            "The game is won with %(value)s points. When both sides get there in the same deal, "
            "the declarer's side wins.",
            value=VALUE,
        ),
    ),
    by_option(
        GAME_END,
        "all_tricks_wins",
        {
            False: say("Taking all 20 tricks wins no more than their points."),
            True: say("A side that takes all 20 tricks of a deal wins the whole game at once."),
        },
        unsaid=(False,),
    ),
)
