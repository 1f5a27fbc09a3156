"""What becomes of dates when a draw is changed by hand: a match of others keeps none."""

from django.db.models import F

from league.match_dates.models import DateProposal, MatchDate
from league.rounds.edited_matches import EditedMatches
from league.rounds.models import Round
from league.rounds.numbered_rows import renumber


def follow_edit(round: Round, edited: EditedMatches) -> None:
    """Drop the dates of matches that are gone, with their proposals; the others go with theirs."""
    dates = MatchDate.objects.filter(round=round)
    dates.filter(number__in=edited.freed).delete()
    turned = dates.filter(number__in=edited.turned)
    DateProposal.objects.filter(match_date__in=turned).update(by_side=1 - F("by_side"))
    turned.filter(home_side__isnull=False).update(home_side=1 - F("home_side"))
    renumber(dates, edited.moved)
