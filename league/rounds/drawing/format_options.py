"""What a director may choose of each format, in words: forms, the API and the docs use it.

A format without a line here can be drawn all the same; it has then nothing to choose.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from games.engine.sentences import Sentence, say

Value: TypeAlias = str | int | bool
Results: TypeAlias = Literal["none", "wished", "needed"]


class Choice(NamedTuple):
    """A value an option may have, and what it is called."""

    value: str | int
    label: Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatOption:
    """One option: its `choices`, its `numbers` (from, to), or with neither a yes or no.

    What has no default may be left out: the format then decides.
    """

    name: str
    label: Sentence
    help: Sentence
    default: Value | None = None
    choices: tuple[Choice, ...] = ()
    numbers: tuple[int, int] | None = None

    def allows(self, value: object) -> bool:
        """Say whether the value is one that this option may have."""
        if self.choices:
            return value in [choice.value for choice in self.choices] and value is not True
        if self.numbers is None:
            return isinstance(value, bool)
        low, high = self.numbers
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatAbout:
    """What an event must know of a format besides how it is drawn.

    `options` are the director's; `filled` those that the event answers itself: `minimum`,
    `maximum`, `seats`, `deals`, `seed`, `score`, `pairs`. `results`: a round is drawn without
    those before ("none"), from them, where the director may do without ("wished"), or only from
    them ("needed"). `seats` are the tables that it draws for single players, none: any.
    `rests`: whoever waits has a bye, or sits out a round that does not count. `pairs_too`: the
    draw makes partners of single players, but pairs may also enter. `in_groups`: it needs two
    groups of entries; `has_bracket`: how far an entry came ranks it, not its points. `trial`:
    with how many entries a set-up is tried.
    """

    options: tuple[FormatOption, ...] = ()
    filled: frozenset[str] = frozenset()
    results: Results = "none"
    seats: tuple[int, ...] = ()
    rests: Literal["bye", "sit_out"] = "bye"
    pairs_too: bool = False
    in_groups: bool = False
    has_bracket: bool = False
    by_lot: bool = True
    trial: int = 8


def _named(*choices: tuple[str | int, Sentence]) -> tuple[Choice, ...]:
    return tuple(Choice(value, label) for value, label in choices)


# ------------------------------------------------------------------- options of every stage

ORDER, BY_SEED, BY_LOT = "order", "seed", "lot"
GROUPING, SNAKE, HALVES = "grouping", "snake", "halves"
PREPARED = "prepared_deals"
BYE_AWARD, BYE_POINTS, AS_SCORED, FIXED = "bye_award", "bye_points", "as_scored", "fixed"

OWN_ORDER = FormatOption(
    name=ORDER,
    label=say("Order of the draw"),
    help=say("Who is number 1, number 2 and so on when the first round is drawn."),
    default=BY_SEED,
    choices=_named((BY_SEED, say("by seed, then as entered")), (BY_LOT, say("by lot"))),
)
OWN_GROUPING = FormatOption(
    name=GROUPING,
    label=say("The two groups"),
    help=say("How the entries are divided before the first round is drawn."),
    default=SNAKE,
    choices=_named(
        (SNAKE, say("equally strong: 1 and 4 against 2 and 3, and so on")),
        (HALVES, say("the upper half against the lower half")),
    ),
)
OWN_PREPARED = FormatOption(
    name=PREPARED,
    label=say("The deals are prepared"),
    help=say("The same deals go round the tables, and each table is told which ones it plays."),
    default=False,
)
BYES = (
    FormatOption(
        name=BYE_AWARD,
        label=say("A bye or a round sat out is worth"),
        help=say("For this stage; being absent is worth nothing."),
        default=AS_SCORED,
        choices=_named(
            (AS_SCORED, say("what the scoring says")),
            ("win", say("as much as a win")),
            ("half", say("half as much as a win")),
            ("own_average", say("the entry’s own average")),
            ("winners_average", say("the average of the round’s winners")),
            (FIXED, say("a fixed number of points")),
        ),
    ),
    FormatOption(
        name=BYE_POINTS,
        label=say("Points for a bye"),
        help=say("Only when a bye is worth a fixed number."),
        numbers=(0, 100_000),
    ),
)


# ----------------------------------------------------------------------- options of a format

_PATTERNS = _named(
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
        choices=_named(
            ("number", say("their number in the draw")),
            ("points", say("the difference of their points so far")),
        ),
    ),
    FormatOption(
        name="first_deal",
        label=say("Who deals first"),
        help=say("At each table one side is named first and has the first deal."),
        default="balanced",
        choices=_named(
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
    choices=_named(("berger", say("Berger")), ("circle", say("circle"))),
)
_TIES = FormatOption(
    name="ties",
    label=say("A table that ends level"),
    help=say("Who then counts as the winner and moves on."),
    default="lot",
    choices=_named(
        ("lot", say("a lot decides, with a seed that is recorded")),
        ("play_off", say("they play on: no draw until somebody has won")),
    ),
)

FORMAT_OPTIONS: dict[str, FormatAbout] = {
    "round_robin": FormatAbout(options=(_METHOD,), seats=(2,)),
    "double_round_robin": FormatAbout(options=(_METHOD,), seats=(2,)),
    "group_cross": FormatAbout(
        options=(OWN_GROUPING,), filled=frozenset({"seats"}), seats=(2,), in_groups=True
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
                choices=_named(("none", say("no")), ("baku", say("yes, the Baku way"))),
            ),
            FormatOption(
                name="clubs_apart",
                label=say("Rounds in which one club is kept apart"),
                help=say("Members of one club meet later only; 0 for no such wish."),
                default=0,
                numbers=(0, 20),
            ),
            *_BY_SCORE,
        ),
        filled=frozenset({"seed", "score"}),
        results="wished",
        seats=(2,),
    ),
    "monrad": FormatAbout(
        options=(_first_round("adjacent"), *_BY_SCORE),
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
                choices=_named(("allowed", say("everybody")), ("top_half", say("the upper half"))),
            ),
            *_BY_SCORE,
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
        ),
        filled=frozenset({"seed"}),
        results="needed",
        seats=(2,),
        has_bracket=True,
    ),
    "double_elimination": FormatAbout(
        filled=frozenset({"seed"}), results="needed", seats=(2,), has_bracket=True
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
                choices=_named(
                    ("split", say("who arrives sits with one who stayed")),
                    ("no_repeat", say("nobody gets the same partner twice if it can be helped")),
                    ("cards", say("cards are drawn for partners")),
                ),
            ),
            FormatOption(
                name="head_stays_together",
                label=say("The winners at the head table stay together"),
                help=say("Everywhere else partners are split."),
                default=False,
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
                choices=_named(
                    ("plain", say("plain: half of the rounds only")),
                    ("skip", say("skip: the movers go up two tables half-way")),
                    ("relay", say("relay: two tables share their deals")),
                ),
            ),
            FormatOption(
                name="winners",
                label=say("Winners"),
                help=say("Those who stay and those who move meet different opponents."),
                choices=_named(
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


OF_THE_EVENT = frozenset({ORDER, GROUPING, PREPARED, BYE_AWARD, BYE_POINTS})


def drawn_by(options: Mapping[str, object]) -> dict[str, object]:
    """Return the options of a stage that the format itself reads."""
    return {name: value for name, value in options.items() if name not in OF_THE_EVENT}
