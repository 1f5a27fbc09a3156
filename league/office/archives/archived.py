"""What an archive holds of a model: one value a model, listed in `archive_schema.py`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from uuid import UUID

from django.db.models import Model, Q

from league.foundation.records.models import Record

Line: TypeAlias = dict[str, Any]
# (kind, number in the archive) -> id here; None: the archive has no such row
Find: TypeAlias = Callable[[str, int], int | None]
# numbers that stand inside of a line (in JSON) are replaced by ids here; must not change the line
Adapt: TypeAlias = Callable[[Line, Find], Line]
# (values by column, mark of the club it was made of, number) -> columns that no archive has
Complete: TypeAlias = Callable[[Mapping[str, Any], UUID, int], Mapping[str, Any]]


def as_it_is(line: Line, _find: Find) -> Line:
    return line


def nothing_more(_values: Mapping[str, Any], _source: UUID, _number: int) -> Mapping[str, Any]:
    return {}


VERSION = {"version": "counts the changes on its site, whose journal undoes them"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Archived:
    """A model that is archived, a line a row, in the file `rows/<name>.jsonl`.

    `club`, `event` and `season` are the paths from a row to those (as of a queryset), empty where
    a row is of none; rows without an event come with an event or a season only if `scope.py` says
    which. `without` are columns that stay here, each with the reason. References must point to
    kinds declared before it, or to its own.
    """

    name: str
    model: type[Model]
    club: str
    event: str = ""
    season: str = ""
    rows: Q = field(default_factory=Q)
    without: Mapping[str, str] = field(default_factory=dict)
    # columns whose numbers may be of rows that no archive has: (column, kind)
    loose: Mapping[str, str] = field(default_factory=dict)
    # columns that never change: in a row that is there they are not compared
    settled: frozenset[str] = frozenset()
    # parts of JSON columns that stay as they are where an archive of before has none: column, part
    later: Mapping[str, str] = field(default_factory=dict)
    # a row never changes: one that is there is not compared
    is_final: bool = False
    adapt: Adapt = as_it_is
    complete: Complete = nothing_more

    def __post_init__(self) -> None:
        if issubclass(self.model, Record):
            object.__setattr__(self, "without", {**VERSION, **self.without})

    @property
    def path(self) -> str:
        return f"rows/{self.name}.jsonl"
