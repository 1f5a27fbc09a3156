"""Entries of two parts of a bracket, which a director may not let meet."""

from collections.abc import Iterator, Mapping, Sequence

from games.sentences import Sentence, say
from league.foundation.doors.reading import InvalidRequest
from league.play.rounds.drawing.bracket.replay import LOSERS, MAIN
from league.play.rounds.drawing.drawn import DrawnTable
from league.play.rounds.drawing.formats import format_named
from league.play.rounds.drawing.request import DrawRequest


def parts_of(request: DrawRequest) -> Mapping[str, str]:
    """Return the part in which each entry plays its next match, before the round to come.

    Whoever is out, or came too late, has none; nothing for other formats and where the history
    makes no bracket.
    """
    bracket = format_named(request.format).bracket
    if bracket is None:
        return {}
    try:
        progress = bracket(request)
    except InvalidRequest:
        return {}
    return {entry: key[0] for entry, (key, _side) in progress.replay.at.items()}


def mixed_parts(request: DrawRequest, tables: Sequence[DrawnTable]) -> Iterator[Sentence]:
    """Yield a sentence for each table whose entries come from two parts of the bracket.

    In a double elimination an entry without a defeat could then be out after its first one, and
    one with a defeat would be back in the main bracket.
    """
    parts = parts_of(request)
    for table in tables:
        known = [entry for entry in table.entries if entry in parts]
        if len({parts[entry] for entry in known}) > 1:
            one, other = sorted(known, key=lambda entry: parts[entry] != MAIN)[:2]
            yield _mixed(request, one, other, parts[other])


def _mixed(request: DrawRequest, one: str, other: str, part: str) -> Sentence:
    names = {"one": request.names([one]), "other": request.names([other])}
    if part == LOSERS:
        return say(
            "%(one)s has not lost yet and %(other)s has lost once: at one table, the first would "
            "be out after a single defeat; exchange two entries of the same bracket",
            **names,
        )
    return say(
        "%(one)s is still in the main bracket and %(other)s has been beaten out of it: they "
        "cannot meet; exchange two entries of the same bracket",
        **names,
    )
