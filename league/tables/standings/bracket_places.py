"""The places of a knock-out after each round: how far an entry came ranks it, not its points."""

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from games.sentences import sentence_to_json
from league.play.events.models import Stage
from league.play.rounds.draw_requests import history_of, request_for, stage_entries
from league.play.rounds.drawing import CannotDraw, DrawRequest, Played, format_named
from league.play.rounds.drawing.bracket_places import places
from league.play.rounds.models import Round, RoundState


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
    request = request_for(stage, event=stage.event, field=stage_entries(stage))
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
    """Return the places; nothing where the history makes no bracket: then points rank.

    Who is in the consolation takes the places from the best of those entries on, in the order that
    it is played for: its winner is above its loser.
    """
    try:
        final = places(request)
    except CannotDraw:
        return []
    consolation = {loser.entry: loser for loser in final.consolation}
    first = min((placed.place for placed in final.main if placed.entry in consolation), default=0)
    keys = {
        placed.entry: (placed.place, True, 0)
        if placed.entry not in consolation
        else (first, False, consolation[placed.entry].place)
        for placed in final.main
    }
    order = sorted(keys.values())
    reached = sorted(placed.place for placed in final.main)
    return [
        PlaceFact(
            int(placed.entry),
            _place(keys[placed.entry], order, reached),
            order.count(keys[placed.entry]) > 1,
            consolation[placed.entry].place if placed.entry in consolation else 0,
            sentence_to_json(consolation.get(placed.entry, placed).why),
        )
        for placed in sorted(final.main, key=lambda placed: keys[placed.entry])
    ]


def _place(
    key: tuple[int, bool, int], order: Sequence[tuple[int, bool, int]], reached: Sequence[int]
) -> int:
    """Return the place of a key in the order; one that nobody won in the bracket stays free."""
    in_bracket = key[0]
    free = in_bracket - 1 - bisect_left(reached, in_bracket)
    return 1 + bisect_left(order, key) + free
