from django.db import models
from django.db.models import Q

from league.clubs.models import User


class CardCheck(models.Model):
    """Whether a submission can be of the cards prepared for its deal; one row a submission.

    It is made after the submission was answered, for one that fits as for one that does not: what
    players can see is the same for both. One that does not fit is flagged to the directors until
    one of them accepts it with a reason, or it says nothing any more (corrected, struck out).
    """

    submission = models.OneToOneField(
        "results.Submission", on_delete=models.CASCADE, related_name="card_check"
    )
    fits = models.BooleanField()
    checked_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    accepted_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="only_flagged_cards_are_accepted",
                condition=Q(accepted_at__isnull=True) | Q(fits=False),
            ),
            models.CheckConstraint(
                name="cards_accepted_by_somebody_for_a_reason",
                condition=Q(accepted_at__isnull=True, accepted_by__isnull=True, accepted_reason="")
                | (
                    Q(accepted_at__isnull=False, accepted_by__isnull=False) & ~Q(accepted_reason="")
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"cards of submission {self.submission_id}: {'fit' if self.fits else 'flagged'}"
