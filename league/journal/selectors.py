"""Questions about what happened. They read, they never write."""

from django.db.models import QuerySet

from league.journal.models import Happening


def happenings_of_club(club_id: int) -> QuerySet[Happening]:
    """Return what happened in the club, newest first."""
    return Happening.objects.filter(club_id=club_id).order_by("-id")


def happenings_about(subject_type: str, subject_id: int) -> QuerySet[Happening]:
    """Return what happened to one thing, oldest first."""
    return Happening.objects.filter(subject_type=subject_type, subject_id=subject_id).order_by("id")
