"""The words for what may be chosen of a format, and for what an event must know of it."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from games.engine.sentences import Sentence

Value: TypeAlias = str | int | bool
Results: TypeAlias = Literal["none", "wished", "needed"]


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


def choices_of(*choices: tuple[str | int, Sentence]) -> tuple[Choice, ...]:
    return tuple(Choice(value, label) for value, label in choices)
