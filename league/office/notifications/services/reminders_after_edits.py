"""Captains of a match that was edited are reminded again of what they owe."""

from league.office.notifications.models import CaptainReminder
from league.play.rounds.merged_seats import EditedMatches
from league.play.rounds.models import Round


def follow_edit(round: Round, edited: EditedMatches) -> None:
    """Forget of which matches that are others now, or have other numbers, captains were reminded.

    Nobody is notified twice: the notifications themselves are there still.
    """
    numbers = edited.freed | edited.moved.keys()
    CaptainReminder.objects.filter(round=round, number__in=numbers).delete()
