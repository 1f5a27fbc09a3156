"""The venues of a club at the desk."""

from django.utils.translation import gettext_lazy as _

from league.calendar.match_dates.models import Venue
from league.faces.desk.records.views import ClubResource


class VenuePages(ClubResource):
    model = Venue
    permission = "match_dates.change_venues"
    fields = ("name", "address", "map_link", "note", "matches", "closed_on", "is_in_use")
    columns = ("name", "address", "matches", "closed_on", "is_in_use")
    ordering = ("-is_in_use", "name")
    # a field called `matches` hides what scripts ask a form with
    prefix = "venue"
    tab = "venues"
    lead = _(
        "The halls, pubs and rooms in which the club plays, with how many matches fit in on one "
        "evening. Calendars of leagues keep to it."
    )
    removal = _("Possible as long as no entry is at home here and no match is dated here.")
