"""What an archive holds of a model: one value a model, listed in `archive_schema.py`."""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, TypeAlias

from django.db.models import Model, Q

from league.clubs.models import Club, User
from league.foundation.model_paths import path_to
from league.foundation.records.models import Record
from league.play.events.models import Event, Season

Line: TypeAlias = dict[str, Any]
# (kind, number in the archive) -> id here; None: the archive has no such row
Find: TypeAlias = Callable[[str, int], int | None]

# a path is the one of the model's references
FOLLOWED = "*"
# columns of any kind that stay at its site
CHANGED = {
    # programs that keep a copy ask a site for what changed there since
    "updated_at": "when the row last changed on its site: a trigger sets it",
}
VERSION = {"version": "counts the changes on its site, whose journal undoes them"}


@dataclass(frozen=True, slots=True)
class Archived:
    """A model that is archived, a line a row, in the file `rows/<name>.jsonl`.

    `club`, `event` and `season` are the paths from a row to those (as of a queryset), "" where a
    row is of none; they follow its references unless another one is given. A row of an event has no
    season of its own. Rows of neither come with an event or a season if rows of it refer to them,
    or `scope.py` says which. `without` are columns that stay here, each with the reason.
    References must point to kinds declared before it, or to its own.
    """

    name: str
    model: type[Model]
    _: KW_ONLY
    club: str = FOLLOWED
    event: str = FOLLOWED
    season: str = FOLLOWED
    rows: Q = field(default_factory=Q)
    without: Mapping[str, str] = field(default_factory=dict)
    # columns with numbers that may be of rows that no archive has: (column, kind)
    loose: Mapping[str, str] = field(default_factory=dict)
    # a row never changes: one that is there is not compared
    is_final: bool = False

    def __post_init__(self) -> None:
        more = CHANGED | (VERSION if issubclass(self.model, Record) else {})
        object.__setattr__(self, "without", {**more, **self.without})
        for name, target in (("club", Club), ("event", Event), ("season", Season)):
            if getattr(self, name) == FOLLOWED:
                path = path_to(self.model, target, not_through=(User, Club))
                is_of_event = target is Season and self.event
                object.__setattr__(self, name, "" if is_of_event or path is None else path)

    @property
    def path(self) -> str:
        return f"rows/{self.name}.jsonl"
