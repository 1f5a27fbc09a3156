"""What a check has found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Figures: TypeAlias = Mapping[str, int | float | str | None]


@dataclass(frozen=True, slots=True)
class Result:
    """Whole sentences: `says` what was found, `do` what to do next, "" where all is well.

    `figures` are the same for programs; times are in seconds, sizes in bytes.
    """

    is_well: bool
    says: str
    do: str = ""
    figures: Figures = field(default_factory=dict)


def well(says: str, **figures: int | float | str | None) -> Result:
    return Result(is_well=True, says=says, figures=figures)


def fault(says: str, do: str, **figures: int | float | str | None) -> Result:
    """Return something that somebody must do something about."""
    return Result(is_well=False, says=says, do=do, figures=figures)
