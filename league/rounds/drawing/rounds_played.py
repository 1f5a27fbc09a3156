"""Rounds that are behind, as part of an answer: they stay as they are."""

from games.engine.sentences import say
from league.rounds.drawing.drawn import DrawnRound, DrawnTable, Reason
from league.rounds.drawing.request import DrawRequest


def round_behind(request: DrawRequest, number: int) -> DrawnRound:
    """Return a round of the history as a drawn round."""
    why = (Reason("stays", say("drawn before: it stays as it is")),)
    matches = [match for match in request.history.matches if match.round == number]
    return DrawnRound(
        round=number,
        tables=tuple(
            DrawnTable(
                table=match.table or place,
                sides=tuple(side.entries for side in match.sides),
                why=why,
            )
            for place, match in enumerate(matches, start=1)
        ),
        byes=tuple(bye.entry for bye in request.history.byes if bye.round == number),
    )
