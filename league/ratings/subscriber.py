"""The journal's reader "ratings": notes of which clubs the ratings must be calculated again."""

from collections.abc import Sequence

from django.utils import timezone

from league.clubs.models import Club
from league.following import want
from league.journal.models import Happening
from league.ratings.models import ClubRatings
from league.results.kinds_changing_results import changes_what_was_played, split_by_urgency

NAME = "ratings"
KINDS = changes_what_was_played


def follow(happenings: Sequence[Happening]) -> None:
    """Mark the clubs that the happenings are about; handed the same twice, nothing changes."""
    meant = [happening for happening in happenings if changes_what_was_played(happening.kind)]
    at_once, patient = split_by_urgency(meant)
    now, urgent = timezone.now(), _clubs_of(at_once)
    want(ClubRatings, urgent, at=now)
    want(ClubRatings, _clubs_of(patient) - urgent, at=now, may_wait=True)


def _clubs_of(meant: Sequence[Happening]) -> set[int]:
    clubs = {happening.club_id for happening in meant if happening.club_id}
    return set(Club.objects.filter(pk__in=clubs).values_list("pk", flat=True)) if clubs else set()
