"""The refusal of the `rank` door when it cannot rank."""

from games.sentences import Sentence
from league.foundation.doors.reading import InvalidRequest


class CannotRank(InvalidRequest):
    """The results that were given cannot be ranked."""


def impossible(code: str, sentence: Sentence, *, path: str = "") -> CannotRank:
    return CannotRank(code, sentence, path=path, kind="impossible")
