"""Associations: organisations of clubs, and the players that clubs register with them.

An association is a club with a row here: its page, people, house rules, seasons and events are
those of the club. Its players are its own rows; a registration says for which club one plays.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Player, User
from league.play.events.models import Season

MOST_TRANSFERS = 20
MOST_REGISTERED = 5_000


class TransferRule(models.TextChoices):
    ANYTIME = "anytime", _("at any time in the season")
    UNTIL = "until", _("until a day")
    CONSENT = "consent", _("with the association’s consent")
    NEVER = "never", _("not within a season")


class Association(models.Model):
    """What makes a club an association, with its rules for registrations. No number: no limit."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="association")
    transfers = models.CharField(
        _("players may change clubs"),
        max_length=10,
        choices=TransferRule,
        default=TransferRule.CONSENT,
    )
    transfers_until = models.DateField(_("last day for a transfer"), null=True, blank=True)
    most_transfers = models.PositiveSmallIntegerField(
        _("most transfers of a player in a season"), null=True, blank=True
    )
    most_registered = models.PositiveSmallIntegerField(
        _("most players a club may register"), null=True, blank=True
    )
    founded_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="association_known_transfers", condition=Q(transfers__in=TransferRule)
            ),
            models.CheckConstraint(
                name="association_transfers_until_has_its_day",
                condition=Q(transfers="until", transfers_until__isnull=False)
                | (~Q(transfers="until") & Q(transfers_until__isnull=True)),
            ),
            models.CheckConstraint(
                name="association_1_to_20_transfers",
                condition=Q(most_transfers__isnull=True)
                | Q(most_transfers__gte=1, most_transfers__lte=MOST_TRANSFERS),
            ),
            models.CheckConstraint(
                name="association_1_to_5000_registered",
                condition=Q(most_registered__isnull=True)
                | Q(most_registered__gte=1, most_registered__lte=MOST_REGISTERED),
            ),
        ]

    def __str__(self) -> str:
        return f"association {self.club_id}"


class Belonging(models.TextChoices):
    """Whether a club is in an association."""

    INVITED = "invited", _("invited")
    ASKED = "asked", _("has asked to join")
    MEMBER = "member", _("member")
    LEFT = "left", _("not a member any more")


class AssociatedClub(models.Model):
    """A club that is in an association, was, or may be; one row, whatever happened between them."""

    association = models.ForeignKey(
        Association, on_delete=models.CASCADE, related_name="associated_clubs"
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="associated_with")
    state = models.CharField(max_length=10, choices=Belonging)
    offered_at = models.DateTimeField()
    joined_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="club_once_in_an_association", fields=["association", "club"]
            ),
            models.CheckConstraint(
                name="associated_club_has_the_times_of_its_state",
                condition=Q(
                    state__in=["invited", "asked"], joined_at__isnull=True, left_at__isnull=True
                )
                | Q(state="member", joined_at__isnull=False, left_at__isnull=True)
                | Q(state="left", left_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"club {self.club_id} in association {self.association_id}: {self.state}"


class Registration(models.Model):
    """A player plays for a club in a season of an association, until `ended_at`.

    `player` is the association's; `home_player` the same person among the club's own players, None
    once the club has forgotten the person.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="registrations")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="registrations")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="registrations")
    home_player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="registered_as"
    )
    registered_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    registered_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="player_registered_once_in_a_season",
                fields=["season", "player"],
                condition=Q(ended_at__isnull=True),
            ),
            models.UniqueConstraint(
                name="home_player_registered_once_in_a_season",
                fields=["season", "home_player"],
                condition=Q(ended_at__isnull=True, home_player__isnull=False),
            ),
            models.CheckConstraint(
                name="registration_ends_after_it_began",
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("registered_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} for club {self.club_id} in season {self.season_id}"


class TransferState(models.TextChoices):
    ASKED = "asked", _("waits for the association’s consent")
    DONE = "done", _("done")
    REFUSED = "refused", _("refused")
    TAKEN_BACK = "taken_back", _("taken back")


class Transfer(models.Model):
    """A player who goes from one club to another within a season: who asked, and who consented."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="transfers")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="transfers")
    from_club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="transfers_out")
    to_club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="transfers_in")
    home_player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="transfers_home"
    )
    state = models.CharField(max_length=10, choices=TransferState, default=TransferState.ASKED)
    asked_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    asked_at = models.DateTimeField()
    decided_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="transfer_asked_once_at_a_time",
                fields=["season", "player"],
                condition=Q(state="asked"),
            ),
            models.CheckConstraint(
                name="transfer_of_a_known_state", condition=Q(state__in=TransferState)
            ),
            models.CheckConstraint(
                name="transfer_is_decided_unless_asked",
                condition=Q(state="asked", decided_at__isnull=True)
                | (~Q(state="asked") & Q(decided_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="transfer_is_to_another_club", condition=~Q(from_club=F("to_club"))
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} from club {self.from_club_id} to club {self.to_club_id}"
