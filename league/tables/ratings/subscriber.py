"""The journal's reader "ratings": notes of which clubs the ratings must be calculated again."""

from collections.abc import Sequence

from league.clubs.models import Club
from league.foundation.journal.models import Happening
from league.play.results.kinds_changing_results import changes_what_was_played, want_by_urgency
from league.tables.ratings.models import ClubRatings

NAME = "ratings"
KINDS = changes_what_was_played


def on_journal_entries(happenings: Sequence[Happening]) -> None:
    """Mark the clubs that the happenings are about; handed the same twice, nothing changes."""
    meant = [happening for happening in happenings if changes_what_was_played(happening.kind)]
    want_by_urgency(ClubRatings, meant, _clubs_of)


def _clubs_of(meant: Sequence[Happening]) -> set[int]:
    clubs = {happening.club_id for happening in meant if happening.club_id}
    return set(Club.objects.filter(pk__in=clubs).values_list("pk", flat=True))
