"""The clubs of an association, and the associations of a club, as their public pages name them."""

from django.db.models import Q

from league.clubs.models import Club
from league.foundation.compiled_queries import CompiledQuery
from league.office.associations.models import AssociatedClub, Belonging

# of both sides, with one query
ASSOCIATED: CompiledQuery[AssociatedClub] = CompiledQuery(
    lambda value: (
        AssociatedClub.objects.filter(
            Q(club=value("club")) | Q(association__club=value("club")), state=Belonging.MEMBER
        )
        .select_related("club", "association__club")
        .order_by("club__name", "association__club__name", "id")
    )
)


def associated(club: Club) -> dict[str, list[Club]]:
    """Return the clubs that are in the association which the club is, and those it is in."""
    rows = ASSOCIATED(club=club.pk)
    return {
        "clubs_of_association": [row.club for row in rows if row.club_id != club.pk],
        "associations": [row.association.club for row in rows if row.club_id == club.pk],
    }
