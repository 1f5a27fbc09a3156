from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from league.clubs.models.accounts import User
from league.clubs.models.clubs import Club, Role
from league.clubs.models.players import Player


class Invitation(models.Model):
    """An offer to become a member, good for one person until it is used, withdrawn or expires."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(_("e-mail address"))
    role = models.CharField(_("role"), max_length=10, choices=Role)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    invited_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    invited_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    mailed_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="invitation_open_once_for_an_address",
                fields=["club", "email"],
                condition=Q(accepted_at__isnull=True) & Q(withdrawn_at__isnull=True),
            ),
            models.CheckConstraint(
                name="invitation_not_accepted_and_withdrawn",
                condition=Q(accepted_at__isnull=True) | Q(withdrawn_at__isnull=True),
            ),
            models.CheckConstraint(
                name="invitation_accepted_by_somebody",
                condition=Q(accepted_at__isnull=True, accepted_by__isnull=True)
                | Q(accepted_at__isnull=False, accepted_by__isnull=False),
            ),
            models.CheckConstraint(name="invitation_known_role", condition=Q(role__in=Role)),
            models.CheckConstraint(
                name="invitation_email_in_lower_case", condition=Q(email=Lower("email"))
            ),
        ]

    def __str__(self) -> str:
        return f"invitation of {self.email} to {self.club_id}"
