"""The clubs of an association, and the associations of a club, as their public pages name them."""

from typing import Any

from django.db.models import OuterRef, Q
from django.db.models.expressions import Combinable

from league.clubs.models import Club
from league.foundation.related_rows import read_rows, rows_column
from league.office.associations.models import AssociatedClub, Belonging


def associated_column() -> Combinable:
    """Return what `associated` reads as a column of clubs."""
    own = Q(club=OuterRef("pk")) | Q(association__club=OuterRef("pk"))
    rows = AssociatedClub.objects.filter(own, state=Belonging.MEMBER)
    return rows_column(
        rows.order_by("club__name", "association__club__name", "id"),
        *("id", "club_id", "club__name", "club__slug"),
        *("association_id", "association__club_id"),
        *("association__club__name", "association__club__slug"),
    )


def associated(club: Club) -> dict[str, list[Club]]:
    """Return the clubs that are in the association which the club is, and those it is in.

    The club was loaded with `associated_column` as `associated_read`.
    """
    column: Any = club
    rows = read_rows(AssociatedClub, column.associated_read)
    return {
        "clubs_of_association": [row.club for row in rows if row.club_id != club.pk],
        "associations": [row.association.club for row in rows if row.club_id == club.pk],
    }
