"""The journal's reader "ratings": notes of which clubs the ratings must be calculated again."""

from collections.abc import Sequence

from django.utils import timezone

from league.clubs.models import Club
from league.following import want
from league.journal.models import Happening
from league.ratings.models import ClubRatings
from league.results.kinds_changing_results import changes_what_was_played

NAME = "ratings"
KINDS = changes_what_was_played


def follow(happenings: Sequence[Happening]) -> None:
    """Mark the clubs that the happenings are about; handed the same twice, nothing changes."""
    clubs = {
        happening.club_id
        for happening in happenings
        if happening.club_id and changes_what_was_played(happening.kind)
    }
    there = Club.objects.filter(pk__in=clubs).values_list("pk", flat=True)
    want(ClubRatings, there, at=timezone.now())
