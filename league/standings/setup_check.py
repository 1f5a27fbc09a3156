"""What the ranking says to an event's set-up: can its results be ranked as it wants to count."""

from collections.abc import Iterator
from typing import Any

from games import services as games
from league.events.models import EntryKind, Event
from league.events.setup_problems import Problem
from league.standings.methods import CannotRank, rank


def check_scoring(event: Event) -> Iterator[Problem]:
    """Rank a match that never was, at a table as large as the event allows."""
    alone = event.entry_kind == EntryKind.INDIVIDUAL
    entries = [str(number) for number in range(event.most_seats if alone else 2)]
    request: dict[str, Any] = {
        "method": event.method,
        "tiebreaks": event.tiebreaks,
        "entries": [{"id": entry} for entry in entries],
        "matches": [
            {"round": 1, "table": 1, "sides": [{"entries": [e], "points": 0} for e in entries]}
        ],
    }
    try:
        rank(request)
    except CannotRank as fault:
        text = games.in_words(fault.sentence)
        sentence = games.whole_sentence(text)
        yield Problem(code=fault.code, step="scoring", sentence=sentence)
