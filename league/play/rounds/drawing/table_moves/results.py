"""Who won the tables of the last round."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from games.sentences import Sentence, say
from league.foundation.doors.played import Match
from league.play.rounds.drawing.cannot_draw import CannotDraw, impossible
from league.play.rounds.drawing.drawn import Reason
from league.play.rounds.drawing.request import DrawRequest

LOT, PLAY_OFF = "lot", "play_off"


class Outcome(NamedTuple):
    """The result of a table of the last round; table 1 is the head.

    `by_lot` says that the table was level and a lot has named the winners.
    """

    table: int
    winners: tuple[str, ...]
    losers: tuple[str, ...]
    by_lot: bool = False


def last_outcomes(request: DrawRequest, *, ties: str, seed: int) -> list[Outcome]:
    """Return the tables of the last round from the head on. Raises CannotDraw without a result."""
    last = max(request.history.rounds, default=0)
    matches = [match for match in request.history.matches if match.round == last]
    listed = {id(match): place for place, match in enumerate(matches, start=1)}
    ordered = sorted(matches, key=lambda match: match.table or listed[id(match)])
    return [
        _outcome(request, match, table, ties, seed) for table, match in enumerate(ordered, start=1)
    ]


def why_lots(request: DrawRequest, outcomes: list[Outcome], seed: int) -> Iterator[Reason]:
    for outcome in outcomes:
        if outcome.by_lot:
            sentence = say(
                "table %(table)d was level: the lot (seed %(seed)d) lets %(winners)s go as winners",
                table=outcome.table,
                seed=seed,
                winners=request.names(outcome.winners),
            )
            yield Reason("lot", sentence)


def _outcome(request: DrawRequest, match: Match, table: int, ties: str, seed: int) -> Outcome:
    one, other = match.sides
    if match.winner is not None:
        won = match.winner
    elif one.points is not None and other.points is not None:
        if one.points == other.points:
            if ties == PLAY_OFF:
                raise _refusal("level_table", request, match, table)
            # repeatable on purpose: the seed is part of the answer
            rng = Random(f"{seed} {match.round} {table} level")  # noqa: S311  # nosec B311
            won = rng.randrange(2)
        else:
            won = 0 if one.points > other.points else 1
    else:
        won = _who_stayed(request, match, table)
    level = match.winner is None and one.points == other.points and one.points is not None
    return Outcome(table, match.sides[won].entries, match.sides[1 - won].entries, level)


def _who_stayed(request: DrawRequest, match: Match, table: int) -> int:
    """Return the side that won because a player of the other one has left. Raises without one."""
    active = {entry.id for entry in request.active}
    complete = [set(side.entries) <= active for side in match.sides]
    if all(complete):
        raise _refusal("no_result", request, match, table)
    return complete.index(True) if any(complete) else 0


def _refusal(code: str, request: DrawRequest, match: Match, table: int) -> CannotDraw:
    number = match.table or table
    names = request.names(match.entries)
    sentence: Sentence
    if code == "level_table":
        sentence = say(
            "table %(table)d of round %(round)d (%(names)s) is level: let them play one more deal "
            "or cut for it, and say who won the table",
            table=number,
            round=match.round,
            names=names,
        )
    else:
        sentence = say(
            "table %(table)d of round %(round)d (%(names)s) has no result yet, and who moves "
            "depends on it: enter it, or say who won the table",
            table=number,
            round=match.round,
            names=names,
        )
    return impossible(code, sentence, path="history")
