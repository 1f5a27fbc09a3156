"""What may be chosen of a stage: how it is declared, and the options the event reads itself.

An option is a field of a struct of which something is `said`: reader, form, JSON Schema and docs
follow from it. Those that a format reads are in its folder.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias

from msgspec import Meta, Struct, structs

from games.sentences import Sentence, say
from league.foundation.doors.declared import Seed, limits_of, noted
from league.foundation.doors.reading import choice

Value: TypeAlias = str | int | bool


class Choice(NamedTuple):
    """A value an option may have, and what it is called."""

    value: str | int
    label: Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatOption:
    """One option: its `choices`, its `numbers` (from, to), or with neither a yes or no.

    What has no default may be left out: the format then decides. `for_singles`: it means nothing
    to pairs, who stay together; `for_teams`: only to teams.
    """

    name: str
    label: Sentence
    help: Sentence
    default: Value | None = None
    choices: tuple[Choice, ...] = ()
    numbers: tuple[int, int] | None = None
    for_singles: bool = False
    for_teams: bool = False

    def allows(self, value: object) -> bool:
        """Say whether the value is one that this option may have."""
        if self.choices:
            return value in [choice.value for choice in self.choices] and value is not True
        if self.numbers is None:
            return isinstance(value, bool)
        low, high = self.numbers
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def said(
    label: Sentence, help: Sentence, *choices: tuple[str | int, Sentence], **means: bool
) -> Meta:
    """Say what a field is called and, where only some texts are possible, which they are."""
    words = [value for value, _label in choices if isinstance(value, str)]
    about = {"label": label, "help": help, "choices": tuple(map(Choice._make, choices)), **means}
    return Meta(extra={"said": about, **({"read": choice(*words)} if words else {})})


def options_of(shape: type[Struct], usual: Struct | None = None) -> tuple[FormatOption, ...]:
    """Return the options that a struct declares, in their order; `usual` has other defaults.

    That of the order of the draw, which most formats read, is left to `ORDER_OPTION`.
    """
    defaults = {
        field.name: getattr(usual, field.name) if usual else field.default
        for field in structs.fields(shape)
    }
    return tuple(
        _option(shape, name, defaults[name], about)
        for name, about in noted(shape, "said").items()
        if name != ORDER or shape is Order
    )


def _option(shape: type[Struct], name: str, default: Value | None, about: Any) -> FormatOption:
    is_number = not about["choices"] and not isinstance(default, bool)
    numbers = limits_of(shape, name) if is_number else None
    return FormatOption(name=name, default=default, numbers=numbers, **about)


ORDER, BY_SEED, BY_LOT = "order", "seed", "lot"
GROUPING, SNAKE, HALVES = "grouping", "snake", "halves"
GROUPS, MOST_GROUPS = "groups", 26
PREPARED = "prepared_deals"
TWO_ROOMS = "two_rooms"
WITHDRAWALS = "withdrawals"
NOT_COUNTED, STAY, WALK_OVERS = "not_counted", "stay", "walk_overs"
BYE_REQUESTS = "bye_requests"
BYE_AWARD, BYE_POINTS, AS_SCORED, FIXED = "bye_award", "bye_points", "as_scored", "fixed"

DrawOrder: TypeAlias = Annotated[
    str,
    said(
        say("Order of the draw"),
        say("Who is number 1, number 2 and so on when the first round is drawn."),
        (BY_SEED, say("by seed, then as entered")),
        (BY_LOT, say("by lot")),
    ),
]


class Order(Struct, frozen=True, kw_only=True):
    """How a format puts its entries in order: the event reads it too."""

    null_is_left_out: ClassVar[bool] = True

    order: DrawOrder = BY_SEED
    seed: Seed = 1


class StageOptions(Struct, frozen=True, kw_only=True):
    """The options of several formats that only the event reads: groups, rooms, deals, byes."""

    grouping: Annotated[
        str,
        said(
            say("The two groups"),
            say("How the entries are divided before the first round is drawn."),
            (SNAKE, say("equally strong: 1 and 4 against 2 and 3, and so on")),
            (HALVES, say("the upper half against the lower half")),
        ),
    ] = SNAKE
    groups: Annotated[
        int,
        Meta(ge=1, le=MOST_GROUPS),
        said(
            say("Groups"),
            say(
                "With 2 or more everybody meets those of the own group only; the groups are made "
                "equally strong from the order of the draw, and can be changed by hand before it."
            ),
        ),
    ] = 1
    prepared_deals: Annotated[
        bool,
        said(
            say("The deals are prepared"),
            say("The same deals go round the tables, and each table is told which ones it plays."),
        ),
    ] = False
    two_rooms: Annotated[
        bool,
        said(
            say("A match is played at two tables"),
            say(
                "For teams of two pairs: both tables play the same deals, at the second one with "
                "the seats turned. The result is what both tables make together."
            ),
            for_teams=True,
        ),
    ] = False
    withdrawals: Annotated[
        str,
        said(
            say("When somebody withdraws"),
            say(
                "What counts of an entry that leaves before everybody has met. Its results stay in "
                "sight in any case. Where deals are compared, all results count."
            ),
            (
                NOT_COUNTED,
                say(
                    "as in FIDE’s rules (6.6): before half of its matches its results do not "
                    "count; later they count, and the matches left are walk-overs"
                ),
            ),
            (STAY, say("its results count, and the matches left give nobody anything")),
            (WALK_OVERS, say("its results count, and the matches left are walk-overs")),
        ),
    ] = NOT_COUNTED
    bye_requests: Annotated[
        int,
        Meta(ge=0, le=20),
        said(
            say("Half-point byes an entry may ask for"),
            say(
                "Who cannot play in a round says so before it is drawn, and gets half a win for "
                "it; more rests than these are without points."
            ),
        ),
    ] = 1
    bye_award: Annotated[
        str,
        said(
            say("A bye or a round sat out is worth"),
            say("For this stage; being absent is worth nothing."),
            (AS_SCORED, say("what the scoring says")),
            ("win", say("as much as a win")),
            ("half", say("half as much as a win")),
            ("own_average", say("the entry’s own average")),
            ("winners_average", say("the average of the round’s winners")),
            (FIXED, say("a fixed number of points")),
        ),
    ] = AS_SCORED
    bye_points: Annotated[
        Annotated[int, Meta(ge=0, le=100_000)] | None,
        said(say("Points for a bye"), say("Only when a bye is worth a fixed number.")),
    ] = None


EVENT_OPTIONS = options_of(Order) + options_of(StageOptions)
READ_BY_THE_EVENT = {option.name: option for option in EVENT_OPTIONS}
ORDER_OPTION = READ_BY_THE_EVENT[ORDER]
GROUPING_OPTION, GROUPS_OPTION = READ_BY_THE_EVENT[GROUPING], READ_BY_THE_EVENT[GROUPS]
PREPARED_OPTION, TWO_ROOMS_OPTION = READ_BY_THE_EVENT[PREPARED], READ_BY_THE_EVENT[TWO_ROOMS]
WITHDRAWALS_OPTION = READ_BY_THE_EVENT[WITHDRAWALS]
BYE_REQUESTS_OPTION = READ_BY_THE_EVENT[BYE_REQUESTS]
BYE_OPTIONS = READ_BY_THE_EVENT[BYE_AWARD], READ_BY_THE_EVENT[BYE_POINTS]


def options_of_format(options: Mapping[str, object]) -> dict[str, object]:
    """Return the options of a stage without those that the event reads."""
    return {name: value for name, value in options.items() if name not in READ_BY_THE_EVENT}
