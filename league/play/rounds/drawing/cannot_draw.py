"""The refusal of a request for which no rounds can be drawn."""

from games.sentences import Sentence
from league.foundation.doors.reading import InvalidRequest


class CannotDraw(InvalidRequest):
    """The rounds that were asked for cannot be drawn."""


def impossible(code: str, sentence: Sentence, *, path: str = "") -> CannotDraw:
    return CannotDraw(code, sentence, path=path, kind="impossible")
