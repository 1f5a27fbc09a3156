"""What becomes of line-ups and walkovers when a draw is changed by hand."""

from league.calendar.captains.models import LineUp, Walkover
from league.play.rounds.edited_matches import EditedMatches
from league.play.rounds.models import Round
from league.play.rounds.numbered_rows import renumber


def follow_edit(round: Round, edited: EditedMatches) -> None:
    """Drop what was planned for matches that are gone; the others take theirs along.

    A table that changed is seated again, so line-ups that were seated there are to be seated again.
    """
    line_ups = LineUp.objects.filter(round=round)
    line_ups.filter(number__in=edited.freed).delete()
    line_ups.filter(number__in=edited.numbers).update(seated_at=None, refused="")
    # one entry has one line-up in a round, so several line-ups share the number of a match
    renumber(line_ups, edited.moved)
    walkovers = Walkover.objects.filter(round=round)
    walkovers.filter(number__in=edited.freed).delete()
    renumber(walkovers, edited.moved)
