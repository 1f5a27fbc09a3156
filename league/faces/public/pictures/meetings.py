"""Who met whom in each round, and the results: from the history of a stage. Pure."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from league.play.rounds.drawing import Match, Played

Outcome = Literal["won", "drawn", "lost", ""]


class Meeting(NamedTuple):
    """A round of an entry: with whom, against whom, and the points; none while it is played.

    Without opponents it had no table. `side` counts from 0.
    """

    round: int
    table: int | None = None
    side: int = 0
    partners: tuple[int, ...] = ()
    opponents: tuple[int, ...] = ()
    points: object = None
    others: object = None
    outcome: Outcome = ""
    deals: tuple[int, ...] = ()


def meetings_of(played: Played) -> dict[int, dict[int, Meeting]]:
    """Return of each entry its meetings by round."""
    meetings: dict[int, dict[int, Meeting]] = {}
    for match in played.matches:
        for number, side in enumerate(match.sides):
            entries = tuple(map(int, side.entries))
            others = [side for place, side in enumerate(match.sides) if place != number]
            opponents = tuple(int(entry) for other in others for entry in other.entries)
            against = [other.points for other in others if other.points is not None]
            for entry in entries:
                meetings.setdefault(entry, {})[match.round] = Meeting(
                    round=match.round,
                    table=match.table,
                    side=number,
                    partners=tuple(partner for partner in entries if partner != entry),
                    opponents=opponents,
                    points=side.points,
                    others=max(against) if against else None,
                    outcome=_outcome(match, number),
                    deals=match.deals,
                )
    for bye in played.byes:
        meetings.setdefault(int(bye.entry), {})[bye.round] = Meeting(round=bye.round)
    return meetings


def cross(
    meetings: dict[int, dict[int, Meeting]], entries: Sequence[int]
) -> dict[tuple[int, int], list[Meeting]]:
    """Return the meetings of every two entries that met, as the first of them has them."""
    meetings_of_pair: dict[tuple[int, int], list[Meeting]] = {}
    for entry in entries:
        for _round, meeting in sorted(meetings.get(entry, {}).items()):
            for opponent in meeting.opponents:
                meetings_of_pair.setdefault((entry, opponent), []).append(meeting)
    return meetings_of_pair


def _outcome(match: Match, side: int) -> Outcome:
    points = [side.points for side in match.sides]
    if match.winner is not None:
        return "won" if match.winner == side else "lost"
    known = [number for number in points if number is not None]
    if len(known) < len(points):
        return ""
    best = max(known)
    if points[side] != best:
        return "lost"
    return "drawn" if known.count(best) > 1 else "won"
