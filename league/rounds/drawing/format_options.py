"""What a director may choose of each format, in words: forms, the API and the docs use it.

A format without a line here can be drawn all the same; it has then nothing to choose.
"""

from games.engine.sentences import say
from league.rounds.drawing.format_about import FormatAbout, FormatOption, choices_of
from league.rounds.drawing.stage_options import (
    BYES,
    OWN_GROUPING,
    OWN_GROUPS,
    OWN_ORDER,
    OWN_PREPARED,
    OWN_REQUESTS,
    OWN_ROOMS,
)

_PATTERNS = choices_of(
    ("slide", say("the upper half meets the lower half in order")),
    ("fold", say("the first meets the last")),
    ("adjacent", say("neighbours meet")),
    ("lot", say("by lot")),
)


def _first_round(default: str) -> FormatOption:
    return FormatOption(
        name="first_round",
        label=say("The first round"),
        help=say("Who meets whom while nobody has a score yet."),
        default=default,
        choices=_PATTERNS,
    )


_BY_SCORE = (
    FormatOption(
        name="level",
        label=say("Among those who are level"),
        help=say("What puts one of them before the other in the draw."),
        default="number",
        choices=choices_of(
            ("number", say("their number in the draw")),
            ("points", say("the difference of their points so far")),
        ),
    ),
    FormatOption(
        name="first_deal",
        label=say("Who deals first"),
        help=say("At each table one side is named first and has the first deal."),
        default="balanced",
        choices=choices_of(
            ("balanced", say("in turn, as evenly as can be")),
            ("higher", say("whoever stands higher")),
            ("lot", say("by lot")),
        ),
    ),
    FormatOption(
        name="delayed",
        label=say("Draw one round ahead"),
        help=say("From the scores before the round being played, so that nobody waits."),
        default=False,
    ),
)
_METHOD = FormatOption(
    name="method",
    label=say("Table of meetings"),
    help=say("Everybody meets everybody in both; only the order differs."),
    default="berger",
    choices=choices_of(("berger", say("Berger")), ("circle", say("circle"))),
)
_TIES = FormatOption(
    name="ties",
    label=say("A table that ends level"),
    help=say("Who then counts as the winner and moves on."),
    default="lot",
    choices=choices_of(
        ("lot", say("a lot decides, with a seed that is recorded")),
        ("play_off", say("they play on: no draw until somebody has won")),
    ),
)

FORMAT_OPTIONS: dict[str, FormatAbout] = {
    "round_robin": FormatAbout(options=(OWN_GROUPS, _METHOD, OWN_ROOMS), seats=(2,)),
    "double_round_robin": FormatAbout(options=(OWN_GROUPS, _METHOD, OWN_ROOMS), seats=(2,)),
    "group_cross": FormatAbout(
        options=(OWN_GROUPING, OWN_ROOMS), filled=frozenset({"seats"}), seats=(2,), in_groups=True
    ),
    "swiss": FormatAbout(
        options=(
            _first_round("slide"),
            FormatOption(
                name="later_rounds",
                label=say("The later rounds"),
                help=say("Who meets whom among those with the same score."),
                default="slide",
                choices=_PATTERNS,
            ),
            FormatOption(
                name="accelerated",
                label=say("Accelerated start"),
                help=say(
                    "For many entries in few rounds: the upper half meets among itself at first. "
                    "Say how many rounds there are."
                ),
                default="none",
                choices=choices_of(("none", say("no")), ("baku", say("yes, the Baku way"))),
            ),
            *_BY_SCORE,
            OWN_ROOMS,
            OWN_REQUESTS,
        ),
        filled=frozenset({"seed", "score"}),
        results="wished",
        seats=(2,),
    ),
    "monrad": FormatAbout(
        options=(_first_round("adjacent"), *_BY_SCORE, OWN_ROOMS, OWN_REQUESTS),
        filled=frozenset({"seed", "score"}),
        results="wished",
        seats=(2,),
    ),
    "danish": FormatAbout(
        options=(
            _first_round("adjacent"),
            FormatOption(
                name="repeats",
                label=say("Who may meet again"),
                help=say("Everybody, or only the upper half, as is usual in the last rounds."),
                default="allowed",
                choices=choices_of(
                    ("allowed", say("everybody")), ("top_half", say("the upper half"))
                ),
            ),
            *_BY_SCORE,
            OWN_ROOMS,
            OWN_REQUESTS,
        ),
        filled=frozenset({"seed", "score"}),
        results="wished",
        seats=(2,),
    ),
    "knockout": FormatAbout(
        options=(
            FormatOption(
                name="third_place",
                label=say("A match for third place"),
                help=say("Those who lose the semi-finals play for it."),
                default=False,
            ),
            FormatOption(
                name="consolation",
                label=say("Consolation for the losers of so many rounds"),
                help=say("They play a knock-out of their own; 0 for none."),
                default=0,
                numbers=(0, 10),
            ),
            FormatOption(
                name="feed_in",
                label=say("Losers join the consolation at once"),
                help=say("Round by round, instead of when all of them are known."),
                default=False,
            ),
            OWN_ROOMS,
        ),
        filled=frozenset({"seed"}),
        results="needed",
        seats=(2,),
        has_bracket=True,
    ),
    "double_elimination": FormatAbout(
        options=(OWN_ROOMS,),
        filled=frozenset({"seed"}),
        results="needed",
        seats=(2,),
        has_bracket=True,
    ),
    "ladder": FormatAbout(
        options=(_TIES,),
        filled=frozenset({"seed"}),
        results="needed",
        seats=(2,),
        rests="sit_out",
    ),
    "winners_move": FormatAbout(
        options=(
            FormatOption(
                name="partners",
                label=say("New partners"),
                help=say("How single players find their partner of the next round."),
                default="split",
                choices=choices_of(
                    ("split", say("who arrives sits with one who stayed")),
                    ("no_repeat", say("nobody gets the same partner twice if it can be helped")),
                    ("cards", say("cards are drawn for partners")),
                ),
                for_singles=True,
            ),
            FormatOption(
                name="head_stays_together",
                label=say("The winners at the head table stay together"),
                help=say("Everywhere else partners are split."),
                default=False,
                for_singles=True,
            ),
            _TIES,
        ),
        filled=frozenset({"seed", "pairs"}),
        results="needed",
        seats=(4,),
        rests="sit_out",
        pairs_too=True,
    ),
    "seat_chart": FormatAbout(filled=frozenset({"seed"}), seats=(4,), rests="sit_out", trial=20),
    "mitchell": FormatAbout(
        options=(
            OWN_PREPARED,
            FormatOption(
                name="method",
                label=say("With an even number of tables"),
                help=say("How nobody meets the same deals twice; left open it is seen to."),
                choices=choices_of(
                    ("plain", say("plain: half of the rounds only")),
                    ("skip", say("skip: the movers go up two tables half-way")),
                    ("relay", say("relay: two tables share their deals")),
                ),
            ),
            FormatOption(
                name="winners",
                label=say("Winners"),
                help=say("Those who stay and those who move meet different opponents."),
                choices=choices_of(
                    (1, say("one")), (2, say("one of those who stay, one of the others"))
                ),
            ),
            FormatOption(
                name="arrow_switch",
                label=say("Rounds with the sides exchanged"),
                help=say("For one winner: left empty it is about one round in eight."),
                numbers=(0, 20),
            ),
            FormatOption(
                name="rover",
                label=say("A pair too many roves"),
                help=say(
                    "With an odd number the last pair takes the place of another each round, "
                    "instead of a table that is half empty."
                ),
                default=False,
            ),
        ),
        filled=frozenset({"seed", "deals"}),
        seats=(2,),
        rests="sit_out",
    ),
    "howell": FormatAbout(
        options=(OWN_PREPARED,),
        filled=frozenset({"seed", "deals"}),
        seats=(2,),
        rests="sit_out",
    ),
    "individual": FormatAbout(
        options=(
            OWN_PREPARED,
            FormatOption(
                name="shared_deals",
                label=say("All tables play the same deals in a round"),
                help=say("So that everybody can be compared; the deals are carried round."),
                default=False,
            ),
        ),
        filled=frozenset({"seed", "deals", "seats"}),
        seats=(2, 3, 4, 6, 8),
        rests="sit_out",
        trial=8,
    ),
    "individual_tables": FormatAbout(
        options=(
            FormatOption(
                name="preferred",
                label=say("Players at a table, if it can be chosen"),
                help=say("When several sizes of tables are possible."),
                numbers=(3, 7),
            ),
        ),
        filled=frozenset({"minimum", "maximum", "seed"}),
        rests="sit_out",
        by_lot=False,
    ),
}
NOTHING_TO_CHOOSE = FormatAbout()


def about_format(name: str) -> FormatAbout:
    """Return what is to be known of a format; of one without a line here, that it has nothing."""
    return FORMAT_OPTIONS.get(name, NOTHING_TO_CHOOSE)


def stage_options(name: str) -> tuple[FormatOption, ...]:
    """Return everything that a director may choose of a stage of this format."""
    about = about_format(name)
    order = (OWN_ORDER,) if about.by_lot else ()
    return (*order, *about.options, *BYES)
