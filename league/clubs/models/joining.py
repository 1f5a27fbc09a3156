"""Signing up to a club by a link or a code, and who has signed up."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from league.clubs.models.accounts import User
from league.clubs.models.clubs import Club
from league.clubs.models.players import Invitation, Player
from league.foundation.names import NameField

LARGEST_NUMBER_JOINING = 10_000


class Joining(models.Model):
    """How a club takes people who sign up by its link or code; a club without a row takes none.

    `most_people` counts who came since `opened_at`. Who `opened_by` is, invites to accounts.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="joining")
    code = models.CharField(max_length=8, unique=True)
    is_open = models.BooleanField(default=False)
    last_day = models.DateField(_("last day"), null=True, blank=True)
    most_people = models.PositiveSmallIntegerField(_("most people"), null=True, blank=True)
    is_confirmed = models.BooleanField(_("a director confirms each"), default=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    opened_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="joining_has_a_code", condition=Q(code__regex=r"^[A-Z2-9]{6,8}$")
            ),
            models.CheckConstraint(
                name="joining_opened_at_a_time",
                condition=Q(is_open=False) | Q(opened_at__isnull=False),
            ),
            models.CheckConstraint(
                name="joining_of_somebody",
                condition=Q(most_people__isnull=True)
                | Q(most_people__gte=1, most_people__lte=LARGEST_NUMBER_JOINING),
            ),
        ]

    def __str__(self) -> str:
        return f"joining of club {self.club_id}"


class JoinRequest(models.Model):
    """Somebody who signed up to a club; until it is accepted there is no `player`.

    `is_new` says that the player was made of it. Who is refused leaves no row.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="join_requests")
    name = NameField(_("name"), max_length=120)
    email = models.EmailField(_("e-mail address"))
    user = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    invitation = models.ForeignKey(
        Invitation, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    is_new = models.BooleanField(default=False)
    asked_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["club", "asked_at"], name="join_request_by_time")]
        constraints = [
            models.UniqueConstraint(
                "club", "email", Lower("name"), name="join_request_once_for_a_person"
            ),
            models.CheckConstraint(name="join_request_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(
                name="join_request_email_in_lower_case", condition=Q(email=Lower("email"))
            ),
            models.CheckConstraint(
                name="join_request_accepted_as_somebody",
                condition=Q(player__isnull=True) | Q(accepted_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"request {self.pk} to join club {self.club_id}"
