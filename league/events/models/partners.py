"""Partners whom somebody named at sign-up: they are in the entry when they have agreed."""

from django.db import models
from django.db.models import Q

from league.clubs.models import Player
from league.events.models.entries import Entry
from league.lists import listed


class PartnerRequest(models.Model):
    """A player who was asked to be in an entry; without an answer, or with one."""

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
        """Who asks: the players who are in the entry, by the members that were prefetched."""
        inside = [member for member in self.entry.members.all() if member.left_at is None]
        return listed(member.player.name for member in inside)
