"""Options of a stage that are the same for several formats: order, groups, rooms, deals, byes.

The event reads them itself; the options that the format reads are listed in its folder.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from games.sentences import Sentence, say
from league.foundation.doors.reading import read_choice, read_count, read_flag

# --- What may be chosen of a format, in words: forms, the doors, the API and the docs use it ---

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

    def read(self, sent: Mapping[str, Any]) -> Any:
        """Return the value among the options of a request, or the default.

        Raises InvalidRequest for a value that the option cannot have.
        """
        if self.name not in sent:
            return self.default
        return self.read_value(sent[self.name], f"options.{self.name}")

    def read_value(self, value: object, path: str) -> Any:
        """Return the value, as a reader of fields. Raises InvalidRequest."""
        if self.choices:
            return read_choice(value, path, [str(choice.value) for choice in self.choices])
        if self.numbers is None:
            return read_flag(value, path)
        low, high = self.numbers
        return read_count(value, path, least=low, most=high)


def choices_of(*choices: tuple[str | int, Sentence]) -> tuple[Choice, ...]:
    return tuple(Choice(value, label) for value, label in choices)


def drop_nulls(sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that were sent, without nulls: null means the same as leaving one out."""
    return {name: value for name, value in sent.items() if value is not None}


ORDER, BY_SEED, BY_LOT = "order", "seed", "lot"
GROUPING, SNAKE, HALVES = "grouping", "snake", "halves"
GROUPS, MOST_GROUPS = "groups", 26
PREPARED = "prepared_deals"
TWO_ROOMS = "two_rooms"
BYE_AWARD, BYE_POINTS, AS_SCORED, FIXED = "bye_award", "bye_points", "as_scored", "fixed"

ORDER_OPTION = FormatOption(
    name=ORDER,
    label=say("Order of the draw"),
    help=say("Who is number 1, number 2 and so on when the first round is drawn."),
    default=BY_SEED,
    choices=choices_of((BY_SEED, say("by seed, then as entered")), (BY_LOT, say("by lot"))),
)
GROUPING_OPTION = FormatOption(
    name=GROUPING,
    label=say("The two groups"),
    help=say("How the entries are divided before the first round is drawn."),
    default=SNAKE,
    choices=choices_of(
        (SNAKE, say("equally strong: 1 and 4 against 2 and 3, and so on")),
        (HALVES, say("the upper half against the lower half")),
    ),
)
GROUPS_OPTION = FormatOption(
    name=GROUPS,
    label=say("Groups"),
    help=say(
        "With 2 or more everybody meets those of the own group only; the groups are made equally "
        "strong from the order of the draw, and can be changed by hand before it."
    ),
    default=1,
    numbers=(1, MOST_GROUPS),
)
PREPARED_OPTION = FormatOption(
    name=PREPARED,
    label=say("The deals are prepared"),
    help=say("The same deals go round the tables, and each table is told which ones it plays."),
    default=False,
)
TWO_ROOMS_OPTION = FormatOption(
    name=TWO_ROOMS,
    label=say("A match is played at two tables"),
    help=say(
        "For teams of two pairs: both tables play the same deals, at the second one with the "
        "seats turned. The result is what both tables make together."
    ),
    default=False,
    for_teams=True,
)
WITHDRAWALS = "withdrawals"
NOT_COUNTED, STAY, WALK_OVERS = "not_counted", "stay", "walk_overs"
WITHDRAWALS_OPTION = FormatOption(
    name=WITHDRAWALS,
    label=say("When somebody withdraws"),
    help=say(
        "What counts of an entry that leaves before everybody has met. Its results stay in sight "
        "in any case. Where deals are compared, all results count."
    ),
    default=NOT_COUNTED,
    choices=choices_of(
        (
            NOT_COUNTED,
            say(
                "as in FIDE’s rules (6.6): before half of its matches its results do not count; "
                "later they count, and the matches left are walk-overs"
            ),
        ),
        (STAY, say("its results count, and the matches left give nobody anything")),
        (WALK_OVERS, say("its results count, and the matches left are walk-overs")),
    ),
)
BYE_REQUESTS, USUAL_REQUESTS = "bye_requests", 1
BYE_REQUESTS_OPTION = FormatOption(
    name=BYE_REQUESTS,
    label=say("Half-point byes an entry may ask for"),
    help=say(
        "Who cannot play in a round says so before it is drawn, and gets half a win for it; more "
        "rests than these are without points."
    ),
    default=USUAL_REQUESTS,
    numbers=(0, 20),
)
BYE_OPTIONS = (
    FormatOption(
        name=BYE_AWARD,
        label=say("A bye or a round sat out is worth"),
        help=say("For this stage; being absent is worth nothing."),
        default=AS_SCORED,
        choices=choices_of(
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


READ_BY_THE_EVENT = frozenset(
    {
        *(ORDER, GROUPING, GROUPS, PREPARED, TWO_ROOMS, WITHDRAWALS),
        *(BYE_AWARD, BYE_POINTS, BYE_REQUESTS),
    }
)


def options_of_format(options: Mapping[str, object]) -> dict[str, object]:
    """Return the options of a stage without those that the event reads."""
    return {name: value for name, value in options.items() if name not in READ_BY_THE_EVENT}
