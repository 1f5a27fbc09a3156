"""The scoring methods by name: how people call them, and how they are read from JSON."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from games.sentences import Sentence, say
from league.foundation.doors.reading import InvalidRequest, read_any_object, read_text, shown_input
from league.tables.standings.methods.deals.methods import DealMethod
from league.tables.standings.methods.deals.options import DEAL_METHODS
from league.tables.standings.methods.matches.match_method import MatchMethod
from league.tables.standings.methods.matches.match_points import (
    MatchPoints,
    Percentage,
    TotalPoints,
    read_match_points,
    read_percentage,
    read_total_points,
)
from league.tables.standings.methods.matches.round_points import RoundPoints, read_round_points
from league.tables.standings.methods.matches.victory_points import (
    VictoryPoints,
    read_victory_points,
)

Method: TypeAlias = MatchMethod | DealMethod


class Kind(NamedTuple):
    """A scoring method: its label, what it counts in words, and how it is read from JSON."""

    label: Sentence
    help: Sentence
    read: Callable[[Mapping[str, Any]], Method]


METHODS: dict[str, Kind] = {
    TotalPoints.name: Kind(
        say("Total points"),
        say("Everybody’s points of all matches, added up."),
        read_total_points,
    ),
    MatchPoints.name: Kind(
        say("Match points"),
        say("So many points for each match won, drawn and lost."),
        read_match_points,
    ),
    VictoryPoints.name: Kind(
        say("Victory points"),
        say("Up to 20 points for a match, by how high it was won."),
        read_victory_points,
    ),
    RoundPoints.name: Kind(
        say("Points of the round"),
        say("All who play a round are ranked, and the first get 12, 11, 10 points and so on."),
        read_round_points,
    ),
    Percentage.name: Kind(
        say("Percentages"),
        say("The share of the points that an entry got, on average over its matches."),
        read_percentage,
    ),
    **{name: Kind(about.label, about.help, about.read) for name, about in DEAL_METHODS.items()},
}


def read_method(value: object) -> Method:
    """Return the scoring method with its values. Raises InvalidRequest."""
    given = read_any_object(value, "method")
    name = read_text(given.get("name"), "method.name")
    kind = METHODS.get(name)
    if kind is None:
        raise InvalidRequest(
            "unknown_method",
            say(
                "there is no scoring method %(given)s; choose one of %(known)s",
                given=shown_input(name),
                known=", ".join(METHODS),
            ),
            path="method.name",
        )
    return kind.read(given)


__all__ = [
    "METHODS",
    "Kind",
    "MatchPoints",
    "Method",
    "Percentage",
    "RoundPoints",
    "TotalPoints",
    "VictoryPoints",
    "read_method",
]
