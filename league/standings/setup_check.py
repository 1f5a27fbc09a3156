"""What the ranking says to an event's set-up: can its results be ranked as it wants to count."""

from collections.abc import Iterator
from typing import Any

from games import services as games
from league.events.models import Event
from league.events.setup_problems import Problem
from league.rounds.arrangement import TableShape
from league.rounds.bye_award import method_with_byes
from league.rounds.drawing.match_facts import DEAL_FACTS
from league.rounds.stage_format import shape_of
from league.standings.methods import CannotRank, rank

# what tie-breaks may ask of the deals
NO_DEALS = dict.fromkeys(DEAL_FACTS, 0)


def check_scoring(event: Event) -> Iterator[Problem]:
    """Rank a match that never was, at a table as large as the event allows."""
    stage = event.stages.order_by("number").first()
    shape = shape_of(stage, event) if stage else TableShape()
    entries = [str(number) for number in range(shape.most)]
    sides = [entries[n : n + shape.a_side] for n in range(0, len(entries), shape.a_side)]
    request: dict[str, Any] = {
        "method": method_with_byes(stage, event.method) if stage else event.method,
        "tiebreaks": event.tiebreaks,
        "entries": [{"id": entry} for entry in entries],
        "matches": [
            {
                "round": 1,
                "table": 1,
                "sides": [{"entries": side, "points": 0} | NO_DEALS for side in sides],
            }
        ],
        "seed": 0,
    }
    try:
        rank(request)
    except CannotRank as fault:
        text = games.in_words(fault.sentence)
        sentence = games.whole_sentence(text)
        yield Problem(code=fault.code, step="scoring", sentence=sentence)
