"""Notifications and what people chose of them, the phones, and stopped addresses."""

from datetime import time
from uuid import uuid4

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.calendar.match_dates.models import MatchDate
from league.clubs.models import Club, Player, User
from league.office.notifications.topics import Person, Topic, What
from league.play.events.models import Event
from league.play.rounds.models import Round

QUIET_FROM, QUIET_UNTIL = time(22), time(7)
LONGEST_TITLE, LONGEST_TEXT = 120, 4_000


class Frequency(models.TextChoices):
    AT_ONCE = "at_once", _("at once")
    DAILY = "daily", _("once a day, in the morning")
    NEVER = "never", _("never")


class Preference(models.Model):
    """What an account chose for a club; without a row everything comes at once by both ways.

    Topics that stand neither in `daily` nor in `never` come at once. Between `quiet_from` and
    `quiet_until`, times of the club's clock, nothing is sent; equal times: there is no such pause.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notification_choices")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    by_mail = models.BooleanField(default=True)
    by_push = models.BooleanField(default=True)
    daily = ArrayField(models.CharField(max_length=20, choices=Topic), default=list, blank=True)
    never = ArrayField(models.CharField(max_length=20, choices=Topic), default=list, blank=True)
    quiet_from = models.TimeField(default=QUIET_FROM)
    quiet_until = models.TimeField(default=QUIET_UNTIL)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="preference_once_in_a_club", fields=["user", "club"]),
            models.CheckConstraint(
                name="preference_of_known_topics",
                condition=Q(daily__contained_by=[*Topic.values])
                & Q(never__contained_by=[*Topic.values]),
            ),
            models.CheckConstraint(
                name="preference_daily_or_never", condition=~Q(daily__overlap=F("never"))
            ),
        ]

    def __str__(self) -> str:
        return f"choices of account {self.user_id} in club {self.club_id}"

    def frequency(self, topic: str) -> Frequency:
        if topic in self.never:
            return Frequency.NEVER
        return Frequency.DAILY if topic in self.daily else Frequency.AT_ONCE


class DirectorMessage(models.Model):
    """What a director wrote to the people of an event, of a round or at a table of it.

    Sent twice with the same `key` it is sent once; `recipients` are so many accounts.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="messages")
    round_id = models.BigIntegerField(null=True, blank=True)
    table_id = models.BigIntegerField(null=True, blank=True)
    title = models.CharField(_("subject"), max_length=LONGEST_TITLE)
    text = models.TextField(_("message"), max_length=LONGEST_TEXT)
    sent_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    sent_at = models.DateTimeField()
    key = models.UUIDField(default=uuid4)
    recipients = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="director_message_once", fields=["event", "key"]),
            models.CheckConstraint(
                name="director_message_says_something", condition=~Q(title="") & ~Q(text="")
            ),
            models.CheckConstraint(
                name="director_message_to_a_table_or_a_round",
                condition=Q(table_id__isnull=True) | Q(round_id__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"message {self.pk} of event {self.event_id}"


class Notification(models.Model):
    """Something that somebody learns once: `what` it says of `about`, in its `version`.

    It is for an account, or to a `player` who has an address and no account. No words are kept:
    they are made of the facts when it is sent or shown. `happening_id` is why; reminders of the
    clock have none. `subject` is the id of the row that it is about.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="notifications")
    user = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.CASCADE, related_name="notifications"
    )
    player = models.ForeignKey(
        Player,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="notifications",
        db_index=False,
    )
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.CASCADE)
    what = models.CharField(max_length=20, choices=What)
    about = models.CharField(max_length=40)
    subject = models.BigIntegerField()
    version = models.BigIntegerField(default=0)
    happening_id = models.BigIntegerField(null=True, blank=True)
    reference = models.UUIDField(default=uuid4, unique=True, editable=False)
    made_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["club", "-id"], name="notification_of_club"),
            models.Index(fields=["made_at"], name="notification_made"),
        ]
        constraints = [
            models.UniqueConstraint(
                name="notification_once", fields=["user", "what", "about", "subject", "version"]
            ),
            models.UniqueConstraint(
                name="notification_once_to_a_player",
                fields=["player", "what", "about", "subject", "version"],
                condition=Q(player__isnull=False),
            ),
            models.CheckConstraint(
                name="notification_to_an_account_or_a_player",
                condition=Q(user__isnull=False, player__isnull=True)
                | Q(user__isnull=True, player__isnull=False),
            ),
            models.CheckConstraint(
                name="notification_says_something_known", condition=Q(what__in=What.values)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.what} of {self.about} {self.subject} for {self.person}"

    @property
    def person(self) -> Person:
        return Person(user=self.user_id or 0, player=self.player_id or 0)

    @property
    def account(self) -> User:
        """The account, of what only accounts get. Raises LookupError for a player's."""
        if self.user is None:
            raise LookupError(f"{self} is of no account")
        return self.user

    @property
    def name(self) -> str:
        """The name of whom it is for."""
        return self.user.name if self.user else self.player.name if self.player else ""


class Reminder(models.Model):
    """Those concerned were reminded that a deadline of a round is near, or that it passed."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="reminders")
    deadline = models.DateTimeField()
    is_past = models.BooleanField()
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="reminder_once_of_a_deadline", fields=["round", "deadline", "is_past"]
            ),
        ]

    def __str__(self) -> str:
        return f"reminder of round {self.round_id}"


class MatchReminder(models.Model):
    """Those who play a match were reminded that it is played at that moment."""

    match_date = models.ForeignKey(MatchDate, on_delete=models.CASCADE, related_name="reminders")
    played_at = models.DateTimeField()
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="reminder_once_of_a_match", fields=["match_date", "played_at"]
            ),
        ]

    def __str__(self) -> str:
        return f"reminder of match date {self.match_date_id}"


class CaptainReminder(models.Model):
    """Captains were reminded of what they owe in a match until `due`; `what` is the notification's.

    `number` is that of the match in its round.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="captain_reminders")
    number = models.PositiveSmallIntegerField()
    what = models.CharField(max_length=20, choices=What)
    due = models.DateTimeField()
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="reminder_once_of_what_is_owed", fields=["round", "number", "what", "due"]
            ),
            models.CheckConstraint(
                name="reminder_of_something_owed",
                condition=Q(what__in=[What.LINE_UP_WAITS, What.ANSWER_WAITS, What.UNCONFIRMED]),
            ),
        ]

    def __str__(self) -> str:
        return f"reminder of match {self.number} of round {self.round_id}"


LONGEST_ENDPOINT, LONGEST_KEY = 1_000, 120


class PushSubscription(models.Model):
    """A phone or a browser of an account, as its push service gave it; deleted when it is gone."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT, unique=True)
    p256dh = models.CharField(max_length=LONGEST_KEY)
    auth = models.CharField(max_length=LONGEST_KEY)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="push_subscription_has_keys",
                condition=~Q(endpoint="") & ~Q(p256dh="") & ~Q(auth=""),
            ),
        ]

    def __str__(self) -> str:
        return f"phone {self.pk} of account {self.user_id}"


class StopReason(models.TextChoices):
    BOUNCED = "bounced", _("the mail came back")
    REFUSED = "refused", _("its mail server refuses it")


class StoppedAddress(models.Model):
    """An address to which no notification is mailed, as long as it is the account's address.

    `code` is what the mail server said, such as 5.1.1.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="stopped_address")
    email = models.EmailField()
    reason = models.CharField(max_length=10, choices=StopReason)
    code = models.CharField(max_length=20, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "stopped addresses"

    def __str__(self) -> str:
        return f"address of account {self.user_id}: {self.reason}"
