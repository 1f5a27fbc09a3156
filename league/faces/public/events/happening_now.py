"""What happens now in a running event: its round, the leader, the tables, a remarkable deal."""

from collections.abc import Sequence
from typing import Any

from league.faces.public.events.remarkable_deal import last_remarkable
from league.faces.public.pictures.links import has_bracket
from league.faces.public.rounds.event_stages import event_stages
from league.faces.public.rounds.live_tables import live_tables
from league.faces.public.rounds.present_rounds import present_round_in
from league.faces.public.standings.standings_table import standings_table
from league.faces.public.visitors import EventPage
from league.foundation.lists import listed
from league.play.events.models import Stage
from league.play.events.names import stage_name
from league.play.rounds.models import Round
from league.tables.standings.selectors import StandingsPage, standings_page
from league.tables.standings.standings_shown import (
    name_in,
    points_label,
    ranked_by_bracket,
)

MOST_ROWS = 20  # of groups; of one field the first rows
FIRST_ROWS = 5
MOST_LEADERS = 2


def happening_now(page: EventPage, stages: Sequence[Stage] | None = None) -> dict[str, Any]:
    """Return what `public/_now.html` needs; as many queries for a large event as for a small one.

    `stages` are its `event_stages`, where the caller has them.
    """
    event = page.event
    stages = stages or event_stages(event)
    round_: Any = present_round_in(stages)
    found = standings_played(stages, round_, rows=MOST_ROWS)
    if found is not None and has_bracket(found.stage):
        found = None  # who is still in it shows the bracket
    return {
        "event": event,
        "club": page.club,
        "round": round_,
        "clock": round_.clock if round_ else None,
        "remarkable": last_remarkable([event], public=page.visitor.sees_public_names),
        "live": live_tables(page, round_) if round_ else None,
        **(_standings(page, found, has_stages=len(stages) > 1) if found else {}),
    }


def standings_played(
    stages: Sequence[Stage], round_: Round | None, *, rows: int
) -> StandingsPage | None:
    """Return the first rows of the stage being played, or of the last that has standings."""

    def nearness(stage: Stage) -> tuple[bool, int]:
        return round_ is not None and stage.pk == round_.stage_id, stage.number

    for stage in sorted(stages, key=nearness, reverse=True):
        if (state := getattr(stage, "standings", None)) and state.version:
            return standings_page(stage, page_rows=rows, with_reasons=False, with_recent=True)
    return None


def _standings(page: EventPage, found: StandingsPage, *, has_stages: bool) -> dict[str, Any]:
    full = page.visitor.sees_full_names
    leaders = [row for row in found.rows if row.rank == 1]
    # in groups there are as many leaders as groups: the table says who they are
    is_one_field = len({row.group for row in found.rows}) == 1
    table = standings_table(page, found)
    shown = table["rows"][:FIRST_ROWS] if is_one_field else table["rows"]
    return {
        "leaders": listed(name_in(row, full) for row in leaders)
        if is_one_field and len(leaders) <= MOST_LEADERS and not ranked_by_bracket(found.stage)
        else "",
        "leaders_points": leaders[0].points.normalize() if leaders and leaders[0].points else 0,
        "points_label": points_label(page.event),
        "found": found,
        "stage_number": found.stage.number,
        "stage_called": stage_name(found.stage) if has_stages else "",
        "more_rows": max(0, found.snapshot.entries - len(shown)),
        **table,
        "rows": shown,
    }
