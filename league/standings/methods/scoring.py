"""What a match is worth to each side, by the method the event has chosen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeAlias

from games.engine.sentences import Sentence, say
from league.rounds.drawing.played import Match
from league.rounds.drawing.reading import (
    Number,
    read_number,
    read_object,
    read_text,
    shown_input,
    within,
    wrong_type,
)
from league.rounds.drawing.unanswerable import Unanswerable
from league.standings.methods.deals.methods import DealMethod
from league.standings.methods.deals.options import DEAL_METHODS

OWN_AVERAGE = "own_average"
WINNERS_AVERAGE = "winners_average"
WIN, HALF = "win", "half"

# A bye is worth a number, or what is worked out from the matches.
ByeAward: TypeAlias = Number | str


WON, DRAWN, LOST = 1, 0, -1


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalPoints:
    """Everybody's points of all matches, whatever the number of sides at a table.

    A bye is worth `bye` points, the entry's own average, the average of the round's winners (a
    "win"), or half of that ("half").
    """

    bye: ByeAward = 0
    name: ClassVar[str] = "total_points"

    @property
    def worth(self) -> None:
        """A match is worth the points made in it, whoever won."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPoints:
    """So many points for a win, a draw and a loss; two sides a table.

    A bye is worth as much as a win, half a win, a draw or a loss, a number, the entry's own
    average, or the average of those who won, or drew, in its round.
    """

    win: Number = 2
    draw: Number = 1
    loss: Number = 0
    bye: ByeAward = "win"
    name: ClassVar[str] = "match_points"

    @property
    def worth(self) -> dict[int, Number]:
        """What a match is worth that was WON, DRAWN or LOST."""
        return {WON: self.win, DRAWN: self.draw, LOST: self.loss}


Method: TypeAlias = TotalPoints | MatchPoints | DealMethod


def best_sides(match: Match) -> list[int]:
    """Return the sides that won: the named winner, else all those with most points."""
    if match.winner is not None:
        return [match.winner]
    points = [side.points or 0 for side in match.sides]
    most = max(points)
    return [side for side, own in enumerate(points) if own == most]


def read_method(value: object) -> Method:
    """Return the scoring method with its values. Raises Unanswerable."""
    if not isinstance(value, Mapping):
        raise wrong_type("method", say("an object"), value)
    name = read_text(value.get("name"), "method.name")
    kind = METHODS.get(name)
    if kind is None:
        raise Unanswerable(
            "unknown_method",
            say(
                "there is no scoring method %(given)s; choose one of %(known)s",
                given=shown_input(name),
                known=", ".join(METHODS),
            ),
            path="method.name",
        )
    return kind.read(value)


def _read_total_points(value: Mapping[str, Any]) -> TotalPoints:
    fields = read_object(value, "method", allowed=("name", "bye"))
    words = (WIN, HALF, OWN_AVERAGE, WINNERS_AVERAGE)
    return TotalPoints(bye=_read_bye_award(fields.get("bye"), words, default=0))


def _read_match_points(value: Mapping[str, Any]) -> MatchPoints:
    fields = read_object(value, "method", allowed=("name", "win", "draw", "loss", "bye"))
    worth: dict[str, Number] = {"win": 2, "draw": 1, "loss": 0}
    for key in worth:
        if fields.get(key) is not None:
            worth[key] = read_number(fields[key], within("method", key))
    if not worth["win"] >= worth["draw"] >= worth["loss"] or worth["win"] == worth["loss"]:
        raise Unanswerable(
            "worth_out_of_order",
            say(
                "a win must be worth more than a loss, and a draw no more than a win and no less "
                "than a loss"
            ),
            path="method",
        )
    words = (WIN, HALF, "draw", "loss", OWN_AVERAGE, WINNERS_AVERAGE)
    bye = _read_bye_award(fields.get("bye"), words, default="win")
    return MatchPoints(**worth, bye=bye)


def _read_bye_award(value: object, words: tuple[str, ...], *, default: ByeAward) -> ByeAward:
    if value is None:
        return default
    if not isinstance(value, str):
        return read_number(value, "method.bye")
    if value not in words:
        raise Unanswerable(
            "unknown_bye_award",
            say(
                "a bye is worth a number or one of %(known)s, not %(given)s",
                known=", ".join(words),
                given=shown_input(value),
            ),
            path="method.bye",
        )
    return value


class Kind(NamedTuple):
    """A scoring method: how people call it, what it counts, and how it is read from JSON."""

    label: Sentence
    help: Sentence
    read: Callable[[Mapping[str, Any]], Method]


METHODS: dict[str, Kind] = {
    TotalPoints.name: Kind(
        say("Total points"),
        say("Everybody’s points of all matches, added up."),
        _read_total_points,
    ),
    MatchPoints.name: Kind(
        say("Match points"),
        say("So many points for each match won, drawn and lost."),
        _read_match_points,
    ),
    **{name: Kind(about.label, about.help, about.read) for name, about in DEAL_METHODS.items()},
}
