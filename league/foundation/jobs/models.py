"""Jobs as they are stored: their progress, their files, and when a worker was last heard of."""

from django.db import models
from django.db.models import F, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from league.foundation.journal.actor import Actor
from league.foundation.journal.naming import acted, named, names_of, numbers_in


class JobState(models.TextChoices):
    WAITING = "waiting", _("waiting for its turn")
    RUNNING = "running", _("in progress")
    DONE = "done", _("done")
    REFUSED = "refused", _("not done")
    CANCELLED = "cancelled", _("cancelled")


UNFINISHED = (JobState.WAITING, JobState.RUNNING)


class Job(models.Model):
    """Work that takes long: requested at a page, carried out by a worker, ended by a sentence.

    `kind` says what is done and `subject_id` to what; like the journal this lies below clubs and
    events, so they stand here as plain numbers. `data` is what the work needs to know, as JSON,
    and is forgotten when it is over. Of the step under way `done` of `total` are made (0: it
    cannot be counted); sentences are kept in the language of whoever asked. A worker that lives
    is heard of every few seconds; `attempts` tells one that came back late from the next one.
    Work that nobody asked for (`by_itself`) is shown, and cannot be cancelled. Jobs of a kind for
    one subject are kept `apart` where several may go on: files, each for whoever asked.
    """

    kind = models.CharField(max_length=20)
    club_id = models.BigIntegerField()
    subject_id = models.BigIntegerField()
    state = models.CharField(max_length=10, choices=JobState, default=JobState.WAITING)
    by_itself = models.BooleanField(default=False)
    apart = models.CharField(max_length=100, blank=True, default="")
    actor = models.JSONField(default=dict)
    data = models.JSONField(default=dict, blank=True)
    language = models.CharField(max_length=10, default="en")
    asked_at = models.DateTimeField()
    began_at = models.DateTimeField(null=True, blank=True)
    heard_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    is_unwanted = models.BooleanField(default=False)
    step = models.TextField(blank=True)
    step_at = models.DateTimeField(null=True, blank=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    sentence = models.TextField(blank=True)
    result = models.JSONField(default=dict, blank=True)

    class Meta:
        db_table = "orders_order"
        indexes = [
            models.Index(fields=["club_id", "-asked_at"], name="order_of_a_club"),
            models.Index(
                fields=["asked_at"],
                name="order_unfinished",
                condition=Q(state__in=["waiting", "running"]),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                name="one_order_of_a_kind_at_a_time",
                fields=["kind", "subject_id", "by_itself", "apart"],
                condition=Q(state__in=["waiting", "running"]),
            ),
            models.CheckConstraint(
                name="order_known_state", condition=Q(state__in=JobState.values)
            ),
            models.CheckConstraint(
                name="order_no_more_done_than_there_is",
                condition=Q(total=0) | Q(done__lte=F("total")),
            ),
            models.CheckConstraint(
                name="order_refused_with_a_sentence",
                condition=~Q(state="refused") | ~Q(sentence=""),
            ),
            models.CheckConstraint(
                name="order_over_has_an_end",
                condition=Q(state__in=["waiting", "running"], ended_at__isnull=True)
                | Q(state__in=["done", "refused", "cancelled"], ended_at__isnull=False),
            ),
            models.CheckConstraint(
                name="order_running_is_heard_of",
                condition=~Q(state="running")
                | Q(began_at__isnull=False, heard_at__isnull=False, attempts__gte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.subject_id}: {self.state}"

    @property
    def is_over(self) -> bool:
        return self.state not in UNFINISHED

    @cached_property
    def asked_by(self) -> Actor:
        """Who requested it, by the name of now; at most one query."""
        by = acted(self.actor["user_id"], (), self.actor["name"])
        return Actor(**self.actor | {"name": str(named(by, names_of(numbers_in(by))))})


class JobFile(models.Model):
    """The file that a job made, stored for a while for the person who requested it."""

    job = models.OneToOneField(Job, on_delete=models.CASCADE, primary_key=True, related_name="file")
    user_id = models.BigIntegerField()
    name = models.CharField(max_length=200)
    content = models.BinaryField()
    kept_until = models.DateTimeField()

    class Meta:
        db_table = "orders_orderfile"
        indexes = [models.Index(fields=["kept_until"], name="order_file_kept_until")]

    def __str__(self) -> str:
        return f"{self.name}, until {self.kept_until}"


class Turn(models.Model):
    """When a club had its last turn in a queue of tasks: whoever waits longest has the next one."""

    queue = models.CharField(max_length=20)
    club_id = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="turn_once_a_club", fields=["queue", "club_id"])
        ]

    def __str__(self) -> str:
        return f"club {self.club_id} in {self.queue}, at {self.at}"


class Worker(models.Model):
    """When the workers were last heard of: the one row says that messages are carried out."""

    name = models.CharField(max_length=20, primary_key=True)
    heard_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name}, heard of at {self.heard_at}"
