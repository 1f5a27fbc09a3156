"""Results: submissions of deals with confirmations and disputes, tables, penalties and awards."""

from decimal import Decimal
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Deal
from league.clubs.models import User
from league.foundation.journal.naming import acted
from league.foundation.limits import range_validators
from league.foundation.lists import noted
from league.foundation.records.models import Revocable
from league.foundation.shown_numbers import figure
from league.play.events.models import Entry, Stage
from league.play.events.names import name_by_number, name_of
from league.play.results.revocable import revoked_by_somebody
from league.play.rounds.forfeits import Forfeit
from league.play.rounds.models import Round, Table


class SubmissionState(models.TextChoices):
    SUBMITTED = "submitted", _("awaiting confirmation")
    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")
    CORRECTED = "corrected", _("corrected")
    VOID = "void", _("taken back")


COUNTING = [SubmissionState.SUBMITTED, SubmissionState.CONFIRMED]
# submissions that are still valid: those that count, and those that are disputed
LIVE = [*COUNTING, SubmissionState.DISPUTED]


class ByWhom(models.Model):
    """Says who sent a row: an account, players at the table, or a word for whoever is neither."""

    by_players = ArrayField(models.BigIntegerField(), default=list, db_default=[])
    by_name = models.CharField(max_length=120, blank=True, default="", db_default="")

    class Meta:
        abstract = True

    @property
    def by(self) -> Any:
        """Who sent it, as the journal keeps it."""
        user: int | None = getattr(self, "by_user_id")  # noqa: B009 - a column of each of them
        return acted(user, self.by_players, self.by_name)


class Submission(ByWhom):
    """What one side submitted of one deal of a table. At most one submission of a deal counts.

    `number` is the deal's place in the table's sheet, from 1. `key` is made by the phone, so that
    a submission sent twice is stored once. `by_side` is null when the director entered it. A
    correction is a new submission that `replaces` the old one, which is kept as `corrected`.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="submissions")
    number = models.PositiveSmallIntegerField()
    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="submission")
    state = models.CharField(max_length=10, choices=SubmissionState)
    key = models.UUIDField()
    by_side = models.PositiveSmallIntegerField(null=True, blank=True)
    by_user = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    device = models.CharField(max_length=40, blank=True)
    replaces = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="replacements"
    )
    reason = models.CharField(max_length=300, blank=True)
    submitted_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_result_of_a_deal_counts",
                fields=["table", "number"],
                condition=Q(state__in=["submitted", "confirmed"]),
            ),
            models.UniqueConstraint(name="submission_key_once_at_a_table", fields=["table", "key"]),
            models.CheckConstraint(
                name="submission_known_state", condition=Q(state__in=SubmissionState)
            ),
            models.CheckConstraint(name="submission_numbers_from_1", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="submission_confirmed_has_its_time",
                condition=~Q(state="confirmed") | Q(confirmed_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"deal {self.number} of table {self.table_id}: {self.state}"


class Confirmation(ByWhom):
    """A side says that a submission is right.

    `key` is set when it did so by submitting the same deal itself: it is the key of that request,
    which sent again finds this confirmation.
    """

    submission = models.ForeignKey(
        Submission, on_delete=models.CASCADE, related_name="confirmations"
    )
    side = models.PositiveSmallIntegerField()
    by_user = models.ForeignKey(
        User,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    device = models.CharField(max_length=40, blank=True)
    key = models.UUIDField(null=True, blank=True)
    confirmed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="side_confirms_once", fields=["submission", "side"])
        ]

    def __str__(self) -> str:
        return f"side {self.side} confirms submission {self.submission_id}"


class Dispute(ByWhom):
    """A side says that one deal is wrong, until the director settles it or it agrees after all.

    It gives a reason, or it submitted other numbers: then `rival` is its own submission. `key` is
    the key of the phone's request, if it had one, which sent again finds this dispute, also when
    it has been settled.
    """

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="disputes")
    key = models.UUIDField(null=True, blank=True)
    by_side = models.PositiveSmallIntegerField(null=True, blank=True)
    by_user = models.ForeignKey(
        User,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    reason = models.CharField(max_length=300, blank=True)
    rival = models.ForeignKey(
        Submission, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    opened_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    settlement = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_open_dispute_of_a_submission",
                fields=["submission"],
                condition=Q(settled_at__isnull=True),
            ),
            models.UniqueConstraint(
                name="key_of_a_dispute_is_used_once", fields=["submission", "key"]
            ),
            models.CheckConstraint(
                name="dispute_has_a_reason_or_a_rival",
                condition=~Q(reason="") | Q(rival__isnull=False),
            ),
            models.CheckConstraint(
                name="dispute_is_not_its_own_rival",
                condition=Q(rival__isnull=True) | ~Q(rival=models.F("submission")),
            ),
        ]

    def __str__(self) -> str:
        return f"dispute of submission {self.submission_id}"


class TableState(models.TextChoices):
    WAITING = "waiting", _("no deal yet")
    PLAYING = "playing", _("playing")
    ENTERED = "entered", _("all deals entered, not yet confirmed")
    DISPUTED = "disputed", _("disputed")
    CONFIRMED = "confirmed", _("confirmed")


class TableResult(models.Model):
    """The result of a table, worked out afresh from the submissions that count, never added to.

    `totals` are points by side. `deals` are those that were entered and count; a table may have
    `final_scores` instead, of itself or of its games, but never both. `winner` is the side that
    won the game, or that has more points; null for a draw or while it is open. `ended_at` is
    set when the players of a timed round say that it was the last deal, or the director closes
    the table. `awarded` are points by side that the director gave instead of what was played;
    with a `forfeit` they are nothing, and the scoring of the event says what the side that came
    and the one that did not are given. `decided` is the side that won a table which ended
    level, by the director's word or `decided_by_lot`.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="result")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="results")
    state = models.CharField(max_length=10, choices=TableState, default=TableState.WAITING)
    totals = models.JSONField(default=list)
    final_scores = models.PositiveSmallIntegerField(default=0, db_default=0)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    deals = models.PositiveSmallIntegerField(default=0)
    deals_unconfirmed = models.PositiveSmallIntegerField(default=0)
    is_complete = models.BooleanField(default=False)
    ended_at = models.DateTimeField(null=True, blank=True)
    awarded = models.JSONField(null=True, blank=True)
    award_reason = models.CharField(max_length=300, blank=True)
    forfeit = models.PositiveSmallIntegerField(null=True, blank=True, choices=Forfeit)
    decided = models.PositiveSmallIntegerField(null=True, blank=True)
    decided_reason = models.CharField(max_length=300, blank=True, db_default="")
    decided_by_lot = models.BooleanField(default=False, db_default=False)
    version = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(null=True, blank=True)
    # by a trigger, whoever writes
    updated_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)

    class Meta:
        indexes = [models.Index(fields=["round", "state"], name="table_result_of_a_round")]
        constraints = [
            models.CheckConstraint(
                name="table_result_known_state", condition=Q(state__in=TableState)
            ),
            models.CheckConstraint(
                name="table_award_has_a_reason",
                condition=Q(awarded__isnull=True) | ~Q(award_reason="") | Q(forfeit__isnull=False),
            ),
            models.CheckConstraint(
                name="table_forfeit_gives_no_points",
                condition=Q(forfeit__isnull=True)
                | Q(forfeit__in=Forfeit.values, awarded=Value([0, 0], models.JSONField())),
            ),
            models.CheckConstraint(
                name="table_has_deals_or_final_scores", condition=Q(final_scores=0) | Q(deals=0)
            ),
            models.CheckConstraint(
                name="table_decision_has_a_reason",
                condition=Q(decided__isnull=True) | ~Q(decided_reason=""),
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.table_id}: {self.totals}"


class AdjustmentKind(models.TextChoices):
    PENALTY = "penalty", _("penalty")
    AWARD = "award", _("award")


class Adjustment(Revocable):
    """Points that the director gives to or takes from an entry, until revoked."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="adjustments")
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="adjustments", verbose_name=_("who")
    )
    round = models.ForeignKey(
        Round,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="adjustments",
        verbose_name=_("round"),
    )
    kind = models.CharField(_("what"), max_length=10, choices=AdjustmentKind)
    points = models.DecimalField(
        _("points"),
        max_digits=10,
        decimal_places=2,
        validators=range_validators(Decimal("0.01"), Decimal(1_000_000)),
        help_text=_("A number above 0; a penalty is deducted."),
    )
    reason = models.CharField(
        _("why"),
        max_length=300,
        help_text=_("Everybody who sees the standings can read it."),
    )

    class Meta:
        verbose_name = _("penalty or award")
        verbose_name_plural = _("penalties and awards")
        constraints = [
            models.CheckConstraint(
                name="adjustment_points_are_positive", condition=Q(points__gt=0)
            ),
            revoked_by_somebody("adjustment_revoked_by_somebody"),
            models.CheckConstraint(
                name="adjustment_known_kind", condition=Q(kind__in=AdjustmentKind)
            ),
            models.CheckConstraint(name="adjustment_has_a_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return noted(name_of(self.entry), figure(self.signed_points))

    def clean(self) -> None:
        if self.entry_id and self.stage_id and self.entry.event_id != self.stage.event_id:
            raise ValidationError({"entry": _("This entry does not take part in the event.")})
        if self.round is not None and self.round.stage_id != self.stage_id:
            raise ValidationError({"round": _("This round belongs to another stage.")})

    def journal_data(self) -> dict[str, Any]:
        return {
            "event": self.stage.event.name,
            "entry": name_by_number(self.entry),
            "entry_id": self.entry_id,
            "points": f"{self.signed_points:+.2f}",
            "reason": self.reason,
        }

    @property
    def signed_points(self) -> Decimal:
        """The points that are added to the entry's: below zero for a penalty."""
        return -self.points if self.kind == AdjustmentKind.PENALTY else self.points


class CardCheck(models.Model):
    """Whether a submission matches the cards prepared for its deal; one row a submission.

    The row is made after the submission was answered, whether it matches or not: players cannot
    see which. One that does not match is flagged to the directors until one of them accepts it
    with a reason, or until it no longer counts (corrected, struck out).
    """

    submission = models.OneToOneField(
        "results.Submission", on_delete=models.CASCADE, related_name="card_check"
    )
    fits = models.BooleanField()
    checked_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    accepted_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["submission"],
                name="card_check_flagged",
                condition=Q(fits=False, accepted_at__isnull=True),
            )
        ]
        constraints = [
            models.CheckConstraint(
                name="only_flagged_cards_are_accepted",
                condition=Q(accepted_at__isnull=True) | Q(fits=False),
            ),
            models.CheckConstraint(
                name="cards_accepted_by_somebody_for_a_reason",
                condition=Q(accepted_at__isnull=True, accepted_by__isnull=True, accepted_reason="")
                | (
                    Q(accepted_at__isnull=False, accepted_by__isnull=False) & ~Q(accepted_reason="")
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"cards of submission {self.submission_id}: {'fit' if self.fits else 'flagged'}"
