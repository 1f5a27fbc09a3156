"""One thing that a drawn or edited round breaks."""

from typing import NamedTuple

from games.engine.sentences import Sentence


class Breach(NamedTuple):
    """One thing that a draw breaks, and where; `table` is None for what concerns a whole round."""

    code: str
    sentence: Sentence
    round: int | None = None
    table: int | None = None
    entries: tuple[str, ...] = ()
