"""What may be chosen of a format, in words: forms, the doors, the API and the docs use it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from games.sentences import Sentence
from league.foundation.doors.reading import read_choice, read_count, read_flag

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
