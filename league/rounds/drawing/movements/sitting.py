"""A table of pairs as it was or will be, on entries: who meets whom, where, with which deals."""

from dataclasses import dataclass

from games.engine.sentences import Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """`deal_set` is None where nobody can tell which deals were played."""

    round: int
    table: int
    first: str
    second: str
    deal_set: int | None
    why: Sentence
    code: str = "schedule"

    @property
    def entries(self) -> tuple[str, str]:
        return self.first, self.second

    @property
    def pair(self) -> frozenset[str]:
        return frozenset(self.entries)
