"""The places of a knock-out after each round: how far an entry came ranks it, not its points."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from games.sentences import sentence_to_json
from league.events.models import Stage
from league.rounds.draw_requests import history_of, request_for, stage_field
from league.rounds.drawing import CannotDraw, DrawRequest, Played, format_named
from league.rounds.drawing.bracket_places import places
from league.rounds.models import Round, RoundState


class PlaceFact(NamedTuple):
    """An entry's place in the bracket and in its consolation (0: it is in none), and why."""

    entry: int
    place: int
    is_tied: bool
    consolation: int
    why: dict[str, Any]


def places_after_rounds(
    stage: Stage, *, held_back: Collection[int]
) -> Mapping[int, list[PlaceFact]]:
    """Return the places after each round that has been opened; nothing for other formats.

    Results of the tables `held_back` (ids) are left out.

    The number of queries does not depend on the size of the field.
    """
    if not format_named(stage.format).has_bracket:
        return {}
    opened = list(
        Round.objects.filter(stage=stage).exclude(state=RoundState.DRAWN).order_by("number")
    )
    history = history_of(opened, held_back=held_back)
    request = request_for(stage, event=stage.event, field=stage_field(stage))
    return {
        round.number: _places(replace(request, history=_until(history, round.number)))
        for round in opened
    }


def _until(history: Played, number: int) -> Played:
    return Played(
        matches=tuple(match for match in history.matches if match.round <= number),
        byes=tuple(bye for bye in history.byes if bye.round <= number),
    )


def _places(request: DrawRequest) -> list[PlaceFact]:
    """Return nothing where the history makes no bracket: then points rank, as elsewhere."""
    try:
        final = places(request)
    except CannotDraw:
        return []
    consolation = {loser.entry: loser.place for loser in final.consolation}
    return [
        PlaceFact(
            int(placed.entry),
            placed.place,
            placed.tied,
            consolation.get(placed.entry, 0),
            sentence_to_json(placed.why),
        )
        for placed in final.main
    ]
