"""The journal's subscriber "cards": compares submissions of prepared deals with their cards."""

from collections.abc import Sequence

from django.utils import timezone

from league.journal.models import Happening
from league.results.services.checking_cards import check_cards

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


def follow(happenings: Sequence[Happening]) -> None:
    """Compare the new submissions. Handing over the same happenings again changes nothing."""
    check_cards((happening.data["submission"] for happening in happenings), at=timezone.now())
