"""Final standings of events from before the club used this site, as they were given.

Nothing is worked out of them: no deals, no rounds, no tie-breaks. They are shown, and count in the
table of a season by their places and points.
"""

from collections.abc import Iterable

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Player, User
from league.foundation.lists import partners
from league.foundation.names import NameField
from league.play.events.models import Season

LONGEST_NAME = 240


class PastEvent(models.Model):
    """An event that was over before the club came. `source` says where its standings are from.

    A club has one of a name and day: imported again, its standings are those of the last file.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="past_events")
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.SET_NULL, related_name="past_events"
    )
    name = NameField(_("name"), max_length=120)
    starts_on = models.DateField(_("day"))
    game = models.CharField(_("game"), max_length=60, blank=True)
    source = models.CharField(_("source"), max_length=200)
    imported_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    imported_at = models.DateTimeField()

    # what tells it from an event that was played here, on pages that show both
    is_past = True

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="past_event_once_in_a_club", fields=["club", "name", "starts_on"]
            ),
            models.CheckConstraint(name="past_event_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(name="past_event_has_a_source", condition=~Q(source="")),
        ]

    def __str__(self) -> str:
        return self.name


class PastPlace(models.Model):
    """A line of the standings: `name` as it was given, and its players where the club has them."""

    event = models.ForeignKey(PastEvent, on_delete=models.CASCADE, related_name="places")
    position = models.PositiveIntegerField()
    rank = models.PositiveIntegerField()
    name = NameField(max_length=LONGEST_NAME)
    team = NameField(max_length=120, blank=True)
    points = models.DecimalField(max_digits=12, decimal_places=4, null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="past_place_once_in_order", fields=["event", "position"]),
            models.CheckConstraint(name="past_place_from_1", condition=Q(rank__gte=1)),
            models.CheckConstraint(name="past_place_has_a_name", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.name}"

    def called(self, members: "Iterable[PastMember]", *, full: bool) -> str:
        """Return what the line is called for somebody who sees full names, or public ones.

        Whose players the club has is called by their names of today.
        """
        people = [member.player.merged_into or member.player for member in members]
        if self.team or not people:
            return self.team or self.name
        return partners(player.name if full else player.shown_name for player in people)


class PastMember(models.Model):
    """A player of the club in a line of past standings. Of a merged player the one who stays."""

    place = models.ForeignKey(PastPlace, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="past_members")
    position = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="player_once_in_a_past_place", fields=["place", "player"])
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} in past place {self.place_id}"
