"""What the public reads about points that do not go to the entry a substitute played for."""

from django.db.models import Q
from django.utils.translation import gettext as _

from league.events.models import Entry, SubstitutePoints
from league.events.names import called_after, current_members
from league.public.visitors import EventPage
from league.rounds.models import Seat


def credit_notes(page: EventPage, entry: Entry) -> dict[int, str]:
    """Return by round what is to be said beside an entry's result; one query, or none."""
    points = page.event.substitute_points
    if points == SubstitutePoints.ENTRY:
        return {}
    members = {called_after(member.player).pk for member in current_members(entry)}
    own = Q(player__in=members) | Q(player__merged_into__in=members)
    seats = Seat.objects.filter(
        Q(placement__entry=entry) | own, round__stage__event=page.event, is_substitute=True
    ).select_related("player__merged_into", "table", "placement")
    return {seat.round_id: _note(page, entry, seat) for seat in seats.order_by("id")}


def _note(page: EventPage, entry: Entry, seat: Seat) -> str:
    to_player = page.event.substitute_points == SubstitutePoints.PLAYER
    if seat.placement.entry_id != entry.pk:
        if to_player:
            return _("Stood in at table %(table)s and got the points.") % {
                "table": seat.table.shown_number
            }
        return _("Stood in at table %(table)s; the points are nobody’s.") % {
            "table": seat.table.shown_number
        }
    name = ""
    if seat.player is not None:
        player = called_after(seat.player)
        name = player.name if page.visitor.sees_full_names else player.shown_name
    if to_player:
        return _("%(name)s stood in and gets the points.") % {"name": name}
    return _("%(name)s stood in; nobody gets the points.") % {"name": name}
