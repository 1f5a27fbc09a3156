"""A check of an event's set-up: can its results be ranked by the scoring it has chosen?"""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from games import services as games
from league.foundation.doors.played import DEAL_FACTS
from league.play.events.models import Event, Stage, TablePlay
from league.play.events.setup_problems import COMPARING_DEALS, Problem
from league.play.rounds.arrangement import TableShape
from league.play.rounds.bye_award import method_with_byes
from league.play.rounds.drawing.stage_options import PREPARED
from league.play.rounds.rooms import is_played_in_two_rooms, shape_of
from league.tables.standings.methods import CannotRank, rank
from league.tables.standings.methods.deals.options import DEAL_METHODS
from league.tables.standings.ranking import as_counted

# what tie-breaks may ask of the deals
NO_DEALS = dict.fromkeys(DEAL_FACTS, 0)

OF_TEAMS = frozenset(name for name, about in DEAL_METHODS.items() if about.kind.in_teams)


def check_scoring(event: Event) -> Iterator[Problem]:
    """Go through what stands against ranking the event's results as it has chosen."""
    stage = event.stages.order_by("number").first()
    if stage:
        yield from _comparing_problems(stage, event)
    problem = ranking_problem(event)
    if problem is not None:
        yield problem


def ranking_problem(event: Event) -> Problem | None:
    """Rank a match that never was, at a table as large as the event allows; None if that can be."""
    stage = event.stages.order_by("number").first()
    shape = shape_of(stage, event) if stage else TableShape()
    entries = [str(number) for number in range(shape.most)]
    sides = [entries[n : n + shape.a_side] for n in range(0, len(entries), shape.a_side)]
    method = method_with_byes(stage, event.method) if stage else event.method
    request: dict[str, Any] = {
        "method": as_counted(method),
        "tiebreaks": event.tiebreaks,
        "entries": [{"id": entry} for entry in entries],
        "seed": 0,
    } | _played(event, sides)
    try:
        rank(request)
    except CannotRank as fault:
        text = games.render_sentence(fault.sentence)
        sentence = games.whole_sentence(text)
        return Problem(code=fault.code, step="scoring", sentence=sentence)
    return None


def _played(event: Event, sides: list[list[str]]) -> dict[str, Any]:
    if event.method.get("name") in COMPARING_DEALS:
        result = {"sides": sides, "points": [0] * len(sides)}
        return {"deals": [{"deal": 1, "results": [result]}]}
    at_table = [{"entries": side, "points": 0} | NO_DEALS for side in sides]
    return {"matches": [{"round": 1, "table": 1, "sides": at_table}]}


def _comparing_problems(stage: Stage, event: Event) -> Iterator[Problem]:
    """Say what is missing before deals can be compared: the same ones, at several tables."""
    name = event.method.get("name")
    if is_played_in_two_rooms(stage):
        if name in COMPARING_DEALS - OF_TEAMS:
            yield Problem(
                code="method_of_one_table",
                step="scoring",
                sentence=_(
                    "A match is played at two tables here, and this scoring counts each table by "
                    "itself: choose IMPs, board-a-match or a scoring of matches."
                ),
            )
    elif name in OF_TEAMS:
        yield Problem(
            code="method_of_two_rooms",
            step="rounds",
            sentence=_(
                "The scoring compares the two tables of a match of teams: let teams compete in "
                "a format with “A match is played at two tables”, and tick that, or choose "
                "another way of scoring."
            ),
        )
    elif name in COMPARING_DEALS and (
        event.table_play != TablePlay.DEALS or not stage.options.get(PREPARED)
    ):
        yield Problem(
            code="deals_not_prepared",
            step="rounds",
            sentence=_(
                "The scoring compares the results of several tables on the same deal: let each "
                "table play a fixed number of deals in a format with “The deals are prepared”, "
                "and tick that, or choose another way of scoring."
            ),
        )
