"""Who competes in an event: entries, the players who are their members, and who was asked."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Player
from league.foundation.lists import listed
from league.foundation.names import NameField
from league.play.events.models.events import Event


class EntryState(models.TextChoices):
    APPLIED = "applied", _("waiting for the organiser")
    ACCEPTED = "accepted", _("takes part")
    WAITING = "waiting", _("on the waiting list")
    WITHDRAWN = "withdrawn", _("withdrawn")


class Entry(models.Model):
    """Who competes: an individual, a pair or a team. Withdrawn entries keep their results."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    name = NameField(
        _("name"),
        max_length=120,
        blank=True,
        help_text=_("Leave it empty to use the players’ names."),
    )
    state = models.CharField(
        _("state"), max_length=10, choices=EntryState, default=EntryState.ACCEPTED
    )
    seed = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    entered_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    # by a trigger, whoever writes
    updated_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)

    class Meta:
        indexes = [models.Index(fields=["event", "updated_at"], name="entry_by_change")]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(
                name="entry_number_once_in_an_event", fields=["event", "number"]
            ),
            models.UniqueConstraint(
                name="entry_seed_once_in_an_event",
                fields=["event", "seed"],
                condition=Q(seed__isnull=False),
            ),
            models.CheckConstraint(name="entry_known_state", condition=Q(state__in=EntryState)),
            models.CheckConstraint(
                name="entry_withdrawn_has_its_time",
                condition=Q(state="withdrawn", withdrawn_at__isnull=False)
                | (~Q(state="withdrawn") & Q(withdrawn_at__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"entry {self.number}"


class EntryMember(models.Model):
    """A player of an entry. `left_at` is set when the player leaves it or the entry withdraws."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entry_members")
    position = models.PositiveSmallIntegerField(default=0)
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="player_in_one_entry_of_an_event",
                fields=["event", "player"],
                condition=Q(left_at__isnull=True),
                violation_error_message=_("A player can be in one entry of an event only."),
            ),
            models.UniqueConstraint(
                name="entry_position_taken_once",
                fields=["entry", "position"],
                condition=Q(left_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} in entry {self.entry_id}"


class EntryClub(models.Model):
    """The club that an entry plays for, where several clubs play; without a row: the event's."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="of_club")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="entries_elsewhere")

    def __str__(self) -> str:
        return f"entry {self.entry_id} of club {self.club_id}"


class Captain(models.Model):
    """The player who speaks for an entry; the first of its members where there is no row."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="captain")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"player {self.player_id} captain of entry {self.entry_id}"


# Partners whom somebody named at sign-up: they are in the entry when they have agreed.


class PartnerRequest(models.Model):
    """A player asked at sign-up to be a partner in an entry; `answered_at` is set by the answer."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="asked")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    mailed_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    agreed = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="partner_asked_once", fields=["entry", "player"]),
            models.CheckConstraint(
                name="partner_agrees_by_an_answer",
                condition=Q(agreed=False) | Q(answered_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} asked into entry {self.entry_id}"

    @property
    def names(self) -> str:
        """The names of the players who ask: those in the entry. Reads the prefetched members."""
        inside = [member for member in self.entry.members.all() if member.left_at is None]
        return listed(member.player.name for member in inside)
