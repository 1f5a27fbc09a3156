"""Double-deck pinochle in plain language, from the melds to the end of the game."""

from games.engine.rule_sheet import (
    GAME_END,
    MELDS,
    PLAY,
    SCORING,
    VALUE,
    always,
    by_numbers,
    by_option,
)
from games.engine.variants.double_deck_pinochle.deal import card_values
from games.engine.variants.double_deck_pinochle.meld import MeldTable, meld_table
from games.engine.variants.double_deck_pinochle.options import Options
from games.sentences import Sentence, say

MELDS_ONCE = ("run", "royal_marriage", "marriage", "aces", "kings", "queens", "jacks")
MELDS_TWICE = (
    "double_run", "double_royal_marriage", "double_aces", "double_kings", "double_queens",
    "double_jacks", "double_pinochle",
)  # fmt: skip
MELDS_OFTEN = tuple(
    name.replace("double", times) for name in MELDS_TWICE for times in ("triple", "quadruple")
)
CARD_POINTS = (
    "ace_points", "ten_points", "king_points", "queen_points", "jack_points", "last_trick_points",
)  # fmt: skip
RULEBOOKS = {
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
}


def _once(options: Options) -> Sentence:
    table = meld_table(options)
    return say(
        "Run (ace, 10, king, queen, jack of trumps) %(run)d; king and queen of trumps %(royal)d, "
        "of another suit %(marriage)d; one of each suit: aces %(aces)d, kings %(kings)d, queens "
        "%(queens)d, jacks %(jacks)d.",
        marriage=table.marriage,
        run=table.run[1],
        royal=table.royal[1],
        aces=table.aces[1],
        kings=table.kings[1],
        queens=table.queens[1],
        jacks=table.jacks[1],
    )


def _twice(options: Options) -> Sentence:
    table = meld_table(options)
    if options.double_royal_marriage == "table":
        return say(
            "Held twice: run %(run)d, aces %(aces)d, kings %(kings)d, queens %(queens)d, jacks "
            "%(jacks)d, pinochle %(pinochle)d. The larger meld takes the place of the smaller.",
            run=table.run[2],
            aces=table.aces[2],
            kings=table.kings[2],
            queens=table.queens[2],
            jacks=table.jacks[2],
            pinochle=table.pinochle[2],
        )
    return say(
        "Twice: run %(run)d, K Q of trumps %(royal)d, aces %(aces)d, kings "
        "%(kings)d, queens %(queens)d, jacks %(jacks)d, pinochle %(pinochle)d. "
        "The larger replaces the smaller.",
        run=table.run[2],
        royal=table.royal[2],
        aces=table.aces[2],
        kings=table.kings[2],
        queens=table.queens[2],
        jacks=table.jacks[2],
        pinochle=table.pinochle[2],
    )


def _often(options: Options) -> Sentence:
    """Return the rulebook's sentence of the table, or every value where one is the club's own."""
    if all(getattr(options, name) == "table" for name in MELDS_OFTEN):
        return RULEBOOKS[options.meld_table]
    return say("Three and four times: %(melds)s.", melds=_all(meld_table(options)))


def _all(table: MeldTable) -> Sentence:
    return say(
        "run %(run3)d, %(run4)d; K Q of trumps %(royal3)d, %(royal4)d; aces %(aces3)d, %(aces4)d; "
        "kings %(kings3)d, %(kings4)d; queens %(queens3)d, %(queens4)d; jacks %(jacks3)d, "
        "%(jacks4)d; pinochle %(pinochle3)d, %(pinochle4)d",
        run3=table.run[3],
        run4=table.run[4],
        royal3=table.royal[3],
        royal4=table.royal[4],
        aces3=table.aces[3],
        aces4=table.aces[4],
        kings3=table.kings[3],
        kings4=table.kings[4],
        queens3=table.queens[3],
        queens4=table.queens[4],
        jacks3=table.jacks[3],
        jacks4=table.jacks[4],
        pinochle3=table.pinochle[3],
        pinochle4=table.pinochle[4],
    )


def _points_in_play(options: Options) -> Sentence:
    values = card_values(options)
    counters = {options.ace_points, options.ten_points, options.king_points}
    if len(counters) == 1 and not options.queen_points and not options.jack_points:
        return say(
            "In play, every ace, 10 and king taken counts %(counter)d, and the last trick "
            "%(last)d: together %(total)d. A side's score is its meld and its points in play.",
            counter=options.ace_points,
            last=values.last_trick,
            total=values.total,
        )
    return say(
        "In play: ace %(ace)d, 10 %(ten)d, king %(king)d, queen %(queen)d, jack %(jack)d, last "
        "trick %(last)d; together %(total)d. A side's score is its meld and its points in play.",
        ace=options.ace_points,
        ten=options.ten_points,
        king=options.king_points,
        queen=options.queen_points,
        jack=options.jack_points,
        last=values.last_trick,
        total=values.total,
    )


FROM_THE_MELDS_ON = (
    by_numbers(MELDS, MELDS_ONCE, _once),
    by_numbers(MELDS, MELDS_TWICE, _twice),
    by_option(
        MELDS,
        "meld_table",
        dict.fromkeys(RULEBOOKS, _often),
        numbers=MELDS_OFTEN,
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
        lambda options: say(
            "If the declarer's side could not reach its bid even with all %(points)d points in "
            "play, no card is played: it loses the bid, and the other side scores its meld.",
            points=card_values(options).total,
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
    by_numbers(SCORING, CARD_POINTS, _points_in_play),
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
