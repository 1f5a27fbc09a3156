"""Where and when the matches of a league are played: venues, homes of entries, and dates.

A match is a round with a number: a match of teams at two tables is one match.
"""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.calendar.match_dates.typed_days import DaysField
from league.clubs.models import Club, User
from league.foundation.limits import range_validators
from league.foundation.records.models import Record
from league.play.events.models import Entry
from league.play.rounds.models import Round

MOST_MATCHES = 50
MOST_VENUES = 100


class Venue(Record):
    """A place where a club plays: a hall, a pub, a room; `matches` fit into it on one evening."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="venues")
    name = models.CharField(_("name"), max_length=120)
    address = models.CharField(_("street and town"), max_length=200, blank=True)
    map_link = models.URLField(_("link to a map"), max_length=500, blank=True)
    note = models.CharField(
        _("how to find it"), max_length=300, blank=True, help_text=_("For example: side entrance.")
    )
    matches = models.PositiveSmallIntegerField(
        _("matches at once"),
        default=1,
        validators=range_validators(1, MOST_MATCHES),
        help_text=_("How many matches fit in on one evening."),
    )
    closed_on = DaysField(_("days on which it is closed"), default=list, blank=True)
    is_in_use = models.BooleanField(_("in use"), default=True)

    class Meta:
        verbose_name = _("venue")
        verbose_name_plural = _("venues")
        constraints = [
            models.UniqueConstraint(
                name="venue_once_in_a_club",
                fields=["club", "name"],
                violation_error_message=_("The club has a venue of this name already."),
            ),
            models.CheckConstraint(name="venue_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(
                name="venue_has_room_for_1_to_50_matches",
                condition=Q(matches__gte=1, matches__lte=MOST_MATCHES),
                violation_error_message=_("From 1 to 50 matches can be played at once."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class EntryHome(models.Model):
    """Where and on which evenings an entry plays at home, and the days on which it cannot play.

    `weekdays` are 0 (Monday) to 6; `blocked` are days as ISO text. The time is the venue's, in
    the time zone of the event's club.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="home")
    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="homes")
    weekdays = models.JSONField(_("evenings"), default=list)
    begins_at = models.TimeField(_("begins at"))
    blocked = models.JSONField(_("days without a match"), default=list, blank=True)

    class Meta:
        verbose_name = _("home of an entry")
        verbose_name_plural = _("homes of entries")

    def __str__(self) -> str:
        return f"home of entry {self.entry_id}"


class DateState(models.TextChoices):
    """How firm a date is; what is not published is seen by those who make the calendar only."""

    DRAFT = "draft", _("planned, not yet published")
    PUBLISHED = "published", _("published")
    AGREED = "agreed", _("agreed by both sides")
    RULED = "ruled", _("set by the organiser")
    POSTPONED = "postponed", _("postponed, without a new date")


class MatchDate(models.Model):
    """When and where one match of a round is played, and which of its sides is at home.

    `number` is that of its table or tables. `sequence` counts changes of what was published, as
    calendars want it. A postponed match has no day until a new one is agreed or ruled. Proposals
    hang on a date too: a match that never had one gets a row NEVER_DATED for them.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="match_dates")
    number = models.PositiveSmallIntegerField()
    begins_at = models.DateTimeField(_("day and time"), null=True, blank=True)
    venue = models.ForeignKey(
        Venue, null=True, blank=True, on_delete=models.PROTECT, related_name="match_dates"
    )
    home_side = models.PositiveSmallIntegerField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=DateState, default=DateState.DRAFT)
    sequence = models.PositiveIntegerField(default=0)
    changed_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    # by a trigger, whoever writes
    updated_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)

    class Meta:
        verbose_name = _("date of a match")
        verbose_name_plural = _("dates of matches")
        indexes = [models.Index(fields=["venue", "begins_at"], name="match_date_of_a_venue")]
        constraints = [
            models.UniqueConstraint(name="match_dated_once", fields=["round", "number"]),
            models.CheckConstraint(
                name="match_date_of_a_known_state", condition=Q(state__in=DateState)
            ),
            models.CheckConstraint(
                name="match_has_a_day_unless_postponed",
                condition=(Q(state="postponed") & Q(begins_at__isnull=True))
                | (~Q(state="postponed") & Q(begins_at__isnull=False)),
            ),
            models.CheckConstraint(
                name="match_is_at_home_for_one_of_two",
                condition=Q(home_side__isnull=True) | Q(home_side__lt=2),
            ),
        ]

    def __str__(self) -> str:
        return f"date of match {self.number} of round {self.round_id}"

    @property
    def is_postponed(self) -> bool:
        """Say whether the match is without a day, and anybody was notified or knew its old one."""
        return self.state == DateState.POSTPONED and self.sequence > 0


# what `MatchDate.is_postponed` tells apart: no day, and none that anybody ever knew of
NEVER_DATED = Q(state=DateState.POSTPONED, sequence=0)


class ProposalState(models.TextChoices):
    OPEN = "open", _("waits for an answer")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    TAKEN_BACK = "taken_back", _("taken back")
    OVERTAKEN = "overtaken", _("overtaken by another date")


class DateProposal(models.Model):
    """A date that one side of a match proposes to the other; who accepts it sets the date."""

    match_date = models.ForeignKey(MatchDate, on_delete=models.CASCADE, related_name="proposals")
    begins_at = models.DateTimeField(_("day and time"))
    venue = models.ForeignKey(
        Venue, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    by_side = models.PositiveSmallIntegerField()
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    state = models.CharField(max_length=10, choices=ProposalState, default=ProposalState.OPEN)
    proposed_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    proposed_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="date_proposed_once_by_a_side",
                fields=["match_date", "by_side", "begins_at"],
                condition=Q(state="open"),
            ),
            models.CheckConstraint(
                name="proposal_of_a_known_state", condition=Q(state__in=ProposalState)
            ),
            models.CheckConstraint(name="proposal_of_one_of_two_sides", condition=Q(by_side__lt=2)),
            models.CheckConstraint(
                name="proposal_has_an_answer_unless_open",
                condition=Q(state="open", answered_at__isnull=True)
                | (~Q(state="open") & Q(answered_at__gte=F("proposed_at"))),
            ),
        ]

    def __str__(self) -> str:
        return f"proposal for match date {self.match_date_id}"
