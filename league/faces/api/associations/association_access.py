"""What an address about an association is about: there is nothing for clubs that are in none."""

from django.db.models import QuerySet
from django.http import Http404

from league.clubs.models import Club
from league.faces.api.access import club_at, get_or_404
from league.faces.api.api_view import ApiView
from league.office.associations.models import AssociatedClub, Association
from league.office.associations.selectors import is_in, open_to_clubs
from league.play.events.models import Event, Season


class AssociationView(ApiView):
    """Asks the permission of the club for which somebody acts; nobody acts for another one."""

    def association(self, slug: str, permission: str) -> Association:
        """Return the association for which one may act."""
        found = get_or_404(Association.objects.select_related("club"), club__slug=slug)
        self.need(permission, found.club)
        return found

    def club(self, slug: str, permission: str) -> Club:
        """Return the club for which one may act."""
        found = club_at(slug)
        self.need(permission, found)
        return found

    def season(self, pk: int, permission: str) -> Season:
        """Return a season of an association for which one may act."""
        found = get_or_404(_seasons(), pk=pk)
        self.need(permission, found.club)
        return found

    def season_of_member(self, slug: str, pk: int, permission: str) -> tuple[Club, Season]:
        """Return a club for which one may act, and a season of an association that it is in."""
        club = self.club(slug, permission)
        season = get_or_404(_seasons(), pk=pk)
        _joined(season.club, club)
        return club, season

    def event_of_member(self, slug: str, pk: int, permission: str) -> tuple[Club, Event]:
        """Return a club for which one may act, and an event of an association that it is in."""
        club = self.club(slug, permission)
        of = get_or_404(Event.objects.select_related("club"), pk=pk).club
        return club, get_or_404(open_to_clubs(_joined(of, club)), pk=pk)


def belonging_of(association: Association, club: Club) -> AssociatedClub:
    """Return what there is between the two. Raises Http404 where nothing ever was."""
    rows = AssociatedClub.objects.select_related("club", "association__club")
    return get_or_404(rows, association=association, club=club)


def _seasons() -> QuerySet[Season]:
    return Season.objects.filter(club__association__isnull=False).select_related("club")


def _joined(of: Club, club: Club) -> Association:
    """Return the association that is one club, if the other is in it. Raises Http404."""
    association = Association.objects.filter(club=of).first()
    if association is None or not is_in(association, club):
        raise Http404
    return association
