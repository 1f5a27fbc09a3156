"""What reading an archive did or would do: how many rows of a kind, and what people should know."""

from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass, field
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MOST_NOTES = 100

# kinds that people know by name; all others are counted together
LABELS: Mapping[str, "str | Promise"] = {
    "players": _("Players"),
    "seasons": _("Seasons"),
    "events": _("Events"),
    "entries": _("Entries"),
    "rounds": _("Rounds"),
    "tables": _("Tables"),
    "deals": _("Deals"),
    "journal": _("Journal entries"),
}
OTHERS = _("Other records")


@dataclass(slots=True)
class Counts:
    """Rows of a kind: made, changed, as they were here already, and kept as they are here."""

    made: int = 0
    updated: int = 0
    same: int = 0
    kept: int = 0


class Shown(NamedTuple):
    label: "str | Promise"
    counts: Counts


@dataclass(slots=True)
class Report:
    """`notes` are sentences; of more than MOST_NOTES only their number is known."""

    counts: dict[str, Counts] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    more_notes: int = 0

    def of(self, kind: str) -> Counts:
        return self.counts.setdefault(kind, Counts())

    def note(self, sentence: str) -> None:
        if sentence in self.notes:
            return
        if len(self.notes) < MOST_NOTES:
            self.notes.append(sentence)
        else:
            self.more_notes += 1

    def total(self, name: str) -> int:
        return sum(getattr(counts, name) for counts in self.counts.values())

    @property
    def changes_something(self) -> bool:
        return bool(self.total("made") or self.total("updated"))

    @property
    def shown(self) -> list[Shown]:
        """The counts as pages show them: known kinds one by one, then the others together."""
        shown = [Shown(label, self.of(kind)) for kind, label in LABELS.items()]
        others = [astuple(counts) for kind, counts in self.counts.items() if kind not in LABELS]
        return [*shown, Shown(OTHERS, Counts(*map(sum, zip(*others, strict=True))))]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def report_from(data: Mapping[str, Any]) -> Report:
    """Return a report from what `as_json` made of it."""
    return Report(**{**data, "counts": {kind: Counts(**n) for kind, n in data["counts"].items()}})
