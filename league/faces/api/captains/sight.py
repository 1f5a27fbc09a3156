"""What somebody may know of a match: a captain, who runs the event, or who decides in it."""

from dataclasses import dataclass

from league.calendar.captains.selectors import MatchState


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """`led` are the sides whose captain one is."""

    led: frozenset[int]
    scores: bool
    directs: bool

    def sees_line_up(self, state: MatchState, side: int) -> bool:
        """Say whether one sees who plays: scorers may play themselves, and wait as captains do."""
        return self.directs or side in self.led or state.are_shown
