"""The journal as it is stored: what happened, and what of it is still to be delivered."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Value
from django.db.models.functions import Now
from django.utils.functional import cached_property

from league.foundation.journal.kinds import COMING_IN
from league.foundation.journal.naming import (
    Names,
    Number,
    acted,
    named,
    names_of,
    numbers_in,
)

# what public pages show in the transaction of the fact itself
AT_ONCE = ~models.Q(kind__in=sorted(COMING_IN))


class Happening(models.Model):
    """One thing that happened, written in the transaction of the fact itself.

    Rows are never edited or deleted (a trigger refuses it): a correction is a new happening. Only
    what is passing goes, when it is JOURNAL_DAYS old (`services.delete_passed`).
    The journal is the lowest part of the league and knows nothing above it, so clubs, events and
    stages stand here as plain numbers; so do people, whose names are joined when it is read
    (`naming.py`). `actor_name` is a word for whoever did it and is no account or player here.
    """

    at = models.DateTimeField(db_default=Now())
    kind = models.CharField(max_length=60)
    club_id = models.BigIntegerField(null=True)
    event_id = models.BigIntegerField(null=True)
    stage_id = models.BigIntegerField(null=True)
    subject_type = models.CharField(max_length=40)
    subject_id = models.BigIntegerField(null=True)
    actor_user_id = models.BigIntegerField(null=True)
    # who sits at a table, or signed up without an account
    actor_players = ArrayField(models.BigIntegerField(), default=list, db_default=[])
    actor_name = models.CharField(max_length=200, default="", db_default="")
    via = models.CharField(max_length=10)
    data = models.JSONField(default=dict)

    class Meta:
        indexes = [
            models.Index(fields=["club_id", "-id"], name="happening_of_club"),
            # the versions of pages
            models.Index(
                fields=["club_id", "-id"], name="shown_at_once_of_club", condition=AT_ONCE
            ),
            models.Index(fields=["-id"], name="shown_at_once", condition=AT_ONCE),
            models.Index(fields=["event_id", "-id"], name="happening_of_event"),
            models.Index(fields=["subject_type", "subject_id", "id"], name="happening_of_subject"),
        ]
        constraints = [
            models.CheckConstraint(
                name="happening_via_a_known_face",
                condition=models.Q(via__in=["desk", "table", "api", "public", "system"]),
            ),
            models.CheckConstraint(
                name="happening_has_a_kind", condition=~models.Q(kind=Value(""))
            ),
        ]

    def __str__(self) -> str:
        return f"happening {self.pk}: {self.kind} {self.subject_type} {self.subject_id}"

    @property
    def numbers(self) -> list[Number]:
        """Whom it names, in its data and as who did it."""
        return [*numbers_in([self.by, self.shown_data])]

    @cached_property
    def names(self) -> Names:
        """What these are called; `selectors.with_names` reads them for many happenings."""
        return names_of(self.numbers)

    @property
    def by(self) -> Any:
        """Who did it, by number or as a word."""
        return acted(self.actor_user_id, self.actor_players, self.actor_name)

    @property
    def actor(self) -> str:
        """The name of who did it."""
        return str(named(self.by, self.names))

    @property
    def said(self) -> dict[str, Any]:
        """The data as people and programs read it: with names, without what an undo needs."""
        said: dict[str, Any] = named(self.shown_data, self.names)
        return said

    @property
    def shown_data(self) -> dict[str, Any]:
        return {name: value for name, value in self.data.items() if name != "was"}


class Asked(models.Model):
    """Something that was asked for; `at` is null as soon as it has begun (`versions.py`).

    The table is not logged: nobody waits for a disk because of a mark. After a crash of the
    database it is empty.
    """

    what = models.CharField(max_length=60, primary_key=True)
    at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "asked"

    def __str__(self) -> str:
        return f"{self.what} asked for at {self.at}"


class Reader(models.Model):
    """A subscriber that is known to the database, so that every process keeps things for it.

    `is_owed_history`: it is new, and what happened before it came is still to be queued for it.
    """

    name = models.CharField(max_length=60, primary_key=True)
    is_owed_history = models.BooleanField(db_default=False)

    def __str__(self) -> str:
        return f"reader {self.name}"


class Undelivered(models.Model):
    """A happening that is still to be delivered: to every reader, or to the one that is named.

    A trigger writes the row for all in the transaction of the happening. Whoever delivers it takes
    the row away in the transaction in which the readers write, and leaves one for each reader that
    failed: it was tried so many times, and is due again at that moment.
    """

    ALL = ""

    pk = models.CompositePrimaryKey("reader", "happening_id")
    # a name, or ALL
    reader = models.CharField(max_length=60, db_default=ALL)
    happening = models.ForeignKey(
        Happening, models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    since = models.DateTimeField(db_default=Now())
    tries = models.PositiveSmallIntegerField(db_default=0)
    due_at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name_plural = "undelivered"

    def __str__(self) -> str:
        return f"happening {self.happening_id} for {self.reader or 'every reader'}"


class ClubVersion(models.Model):
    """How often something was worked out that the pages of a club show beside its facts.

    `versions.py` says what for.
    """

    club_id = models.BigIntegerField(primary_key=True)
    number = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"version {self.number} of club {self.club_id}"


class SiteVersion(models.Model):
    """A part of how often that was done for any club: pages of no club show all of them."""

    id = models.PositiveSmallIntegerField(primary_key=True)
    number = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"part {self.pk} of the version of the site: {self.number}"
