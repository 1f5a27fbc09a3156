"""What happened in all nights together: for whoever reads the numbers afterwards."""

import re
from collections import Counter
from dataclasses import dataclass, field

PERSON = re.compile(r"[A-Z][a-z]+ Lee(?: \d+)?(?:(?:, | & )[A-Z][a-z]+ Lee(?: \d+)?)*")
NUMBERS = re.compile(r"\d+(?:[.,–] ?\d+)*")


@dataclass
class Tally:
    """Counts of nights, of the rounds closed in them, of happenings and of refusals."""

    nights: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    tables: int = 0
    happenings: Counter[str] = field(default_factory=Counter)
    refusals: Counter[tuple[str, str]] = field(default_factory=Counter)
    why: Counter[str] = field(default_factory=Counter)

    def refused(self, kind: str, sentence: str) -> None:
        plain = NUMBERS.sub("#", PERSON.sub("X", sentence))
        self.refusals[kind, plain] += 1

    def __str__(self) -> str:
        nights = ", ".join(f"{name} {count}" for name, count in sorted(self.nights.items()))
        lines = [
            f"{self.nights.total()} nights: {nights}",
            f"{self.rounds} rounds, {self.tables} tables",
            "happenings:",
            *(f"{count:7} {name}" for name, count in self.happenings.most_common()),
            "what was added up of what Why shows (contradictions fail the night):",
            *(f"{count:7} {name}" for name, count in self.why.most_common()),
            f"refusals: {self.refusals.total()}",
            *(f"{n:7} {kind}: {words}" for (kind, words), n in self.refusals.most_common()),
        ]
        return "\n".join(lines)
