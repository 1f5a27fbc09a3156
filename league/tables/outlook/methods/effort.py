"""How much searching a contest may cost."""

from dataclasses import dataclass


@dataclass
class Effort:
    """How much effort of the solver is left, in its deterministic seconds."""

    left: float

    @property
    def is_spent(self) -> bool:
        return self.left <= 0
