"""What happens now in a running event: its round, the leader, the tables, a remarkable deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.clubs.models import Player
from league.faces.public.pictures.links import has_bracket
from league.faces.public.rounds.live_tables import live_tables
from league.faces.public.rounds.rounds_shown import event_stages, present_round_in
from league.faces.public.standings.views import standings_table
from league.faces.public.visitors import EventPage
from league.foundation.lists import listed
from league.play.events.entry_rules import waits_for_partner
from league.play.events.models import EntryMember, EntryState, Event, Stage
from league.play.events.names import stage_name
from league.play.events.selectors import asked_in
from league.play.prepared.hiding import hidden_of
from league.play.results.deal_words import Names, label_of
from league.play.results.models import Submission
from league.play.results.submitted_deals import remembered_of
from league.play.rounds.models import Round
from league.tables.highlights.selectors import deals_with_people, remarkable_of
from league.tables.standings.selectors import StandingsPage, standings_page
from league.tables.standings.standings_shown import name_in, points_label, ranked_by_bracket

# --- The last deal of events in which somebody did something to remember, in words ---


def last_remarkable(
    events: Sequence[Event], deals: Mapping[int, Submission] | None = None, *, public: bool
) -> dict[str, Any] | None:
    """Return the last confirmed deal of these events that is worth a line, or None.

    With `public` names it says who did it as the players show themselves to everybody. One query,
    none where the `deals` are known, and another one where the table plays numbered deals.
    """
    ids = remarkable_of(events)
    deals = deals_with_people(ids) if deals is None else deals
    found = [deals[pk] for pk in ids if pk in deals]
    row = max(found, key=lambda deal: (deal.confirmed_at, deal.pk), default=None)
    if row is None or row.number in hidden_of([row.table]).places(row.table_id):
        return None
    remembered = next(remembered_of(row.deal), None)
    if remembered is None:
        return None
    return {
        "id": row.pk,
        "event": row.table.round.stage.event_id,
        "label": remembered.label,
        "who": remembered.who(Names(row.table, public=public)),
        "deal": label_of(row.deal, row.number),
        "table": _("Table %(number)s") % {"number": row.table.shown_number},
    }


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


# --- What a signed-in player sees of their own entry in an event ---


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """How far the player's entry is, in a sentence."""

    text: str
    tone: str = "info"


def own_entry(event: Event, player: Player | None) -> OwnEntry | None:
    """Return what to tell a player who is in an entry of the event, or None."""
    if player is None:
        return None
    members = EntryMember.objects.filter(event=event, player=player, left_at=None)
    member = members.select_related("entry").first()
    if member is None:
        return None
    names = listed(one.name for one in asked_in(event).get(member.entry_id, []))
    if names:
        words = _(
            "Your entry is waiting for an answer from %(waits_for)s. The organiser can also let it "
            "in without one."
        )
        return OwnEntry(words % {"waits_for": names})
    if waits_for_partner(event, member.entry):
        words = _(
            "Your entry has no partner yet, and nobody who was asked can still agree. Tell the "
            "organiser who plays with you."
        )
        return OwnEntry(words, "warn")
    if member.entry.state == EntryState.WAITING:
        return OwnEntry(_("All places are taken: you are on the waiting list."))
    words = _("You are in this event already. To change or withdraw your entry, ask the organiser.")
    return OwnEntry(words)
