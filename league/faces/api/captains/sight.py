"""What somebody may know of a match: a captain, who runs the event, or who decides in it."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from league.calendar.captains.line_up_facts import players_in
from league.calendar.captains.matches import Match
from league.calendar.captains.selectors import MatchState
from league.play.events.captaincy import captain_of
from league.play.events.models import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """`led` are the sides whose captain one is."""

    led: frozenset[int]
    scores: bool
    directs: bool

    def sees_line_up(self, state: MatchState, side: int) -> bool:
        """Say whether one sees who plays: scorers may play themselves, and wait as captains do."""
        return self.directs or side in self.led or state.are_shown


class SeenMatch(NamedTuple):
    """A match as somebody sees it."""

    state: MatchState
    sight: Sight

    @property
    def match(self) -> Match:
        return self.state.match

    @property
    def event(self) -> Event:
        return self.match.round.stage.event

    def side(self, side: int) -> dict[str, Any]:
        """Return what is said of a side."""
        state, sight = self
        entry, line_up = self.match.entries[side], state.line_ups.get(side)
        sees = line_up is not None and sight.sees_line_up(state, side)
        return {
            "entry": entry,
            "name": self.match.names[side],
            "home": state.home == side,
            "led": side in sight.led,
            "captain": captain_of(entry),
            "line_up_in": line_up is not None,
            "line_up": players_in(line_up) if sees and line_up else [],
            "not_seated": line_up.refused if sight.scores and line_up else "",
        }
