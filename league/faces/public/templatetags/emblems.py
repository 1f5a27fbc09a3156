"""The emblem of a club that has no logo: beside its name, in its colours."""

from typing import Any

from django import template

from league.clubs.logos import CLUB, emblem_of
from league.clubs.models import Club

register = template.Library()


@register.inclusion_tag("components/pictures/emblem.html")
def club_emblem(club: Club) -> dict[str, Any]:
    return {"emblem": emblem_of(club.pk, CLUB), "size": "small"}
