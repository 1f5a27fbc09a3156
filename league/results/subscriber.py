"""The journal's reader "cards": compares what was submitted of prepared deals with the cards."""

from collections.abc import Sequence

from django.utils import timezone

from league.journal.models import Happening
from league.results.services.checking_cards import check_cards

NAME = "cards"
# every happening that comes with a submission of its own; `data` has its number
KINDS = frozenset(
    {
        "deal.submitted",
        "deal.contradicted",
        "deal.entered",
        "deal.corrected",
        "dispute.settled",
    }
)


def follow(happenings: Sequence[Happening]) -> None:
    """Compare what the happenings brought; handed the same twice, nothing changes."""
    check_cards((happening.data["submission"] for happening in happenings), at=timezone.now())
