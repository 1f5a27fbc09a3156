"""The journal's subscriber "cards": compares submissions of prepared deals with their cards."""

from collections.abc import Sequence

from django.utils import timezone

from league.foundation.journal.models import Happening
from league.play.prepared.models import PreparedSet
from league.play.results.services.checking_cards import check_cards

NAME = "cards"
# the kinds of happening that a new submission causes; `data["submission"]` is its id
KINDS = frozenset(
    {
        "deal.submitted",
        "deal.contradicted",
        "deal.entered",
        "deal.corrected",
        "dispute.settled",
    }
)


def on_journal_entries(happenings: Sequence[Happening]) -> None:
    """Compare the new submissions. Handing over the same happenings again changes nothing."""
    stages = {happening.stage_id for happening in happenings}
    # most stages have no prepared deals, which is quicker to find out than which submissions do
    prepared = set(PreparedSet.objects.filter(stage__in=stages).values_list("stage", flat=True))
    new = [one.data["submission"] for one in happenings if one.stage_id in prepared]
    if new:
        check_cards(new, at=timezone.now())
