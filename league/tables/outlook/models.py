"""What can still happen in a stage, as it is stored: of the stage, and of each of its entries."""

from django.db import models
from django.db.models import F, Q
from django.db.models.expressions import Combinable

from league.foundation.derived_state import UNTIL_COMPLETE, DerivedState
from league.play.events.models import Entry, Stage
from league.play.rounds.rooms import places_of_stage


class OutlookState(models.TextChoices):
    """What is known of what can still happen, or why nothing is."""

    NOTHING = "nothing", "nothing is being played, or it is no league"
    KNOWN = "told", "the places are known"
    NO_LIMIT = "no_limit", "the scoring sets no limit to what a match can bring"
    ROUNDS_UNKNOWN = "rounds_unknown", "nobody has said how many rounds there are"


class StageOutlook(DerivedState):
    """How far the outlook of a stage follows its facts, and what it says of the whole stage.

    `version` counts the outlooks that differed. `groups` has by group how many are ranked together
    and how many of them go up and down; `followed` are the tie-breaks that are followed to the
    end; `last_round` is what contenders need, with numbers of entries and tables. `simulations` is
    from how many simulated seasons the chances are, 0 where there are none.
    """

    what = "outlook"
    club_path = "stage__event__club_id"
    large_from = 0  # to work one out always takes long
    patience = UNTIL_COMPLETE

    stage = models.OneToOneField(
        Stage, primary_key=True, on_delete=models.CASCADE, related_name="outlook"
    )
    state = models.CharField(
        max_length=20, choices=OutlookState, default=OutlookState.NOTHING, db_default="nothing"
    )
    version = models.PositiveIntegerField(default=0, db_default=0)
    digest = models.CharField(max_length=64, blank=True, db_default="")
    rounds_to_draw = models.PositiveSmallIntegerField(default=0, db_default=0)
    open_tables = models.PositiveIntegerField(default=0, db_default=0)
    is_exact = models.BooleanField(default=False, db_default=False)
    simulations = models.PositiveIntegerField(default=0, db_default=0)
    seed = models.BigIntegerField(default=0, db_default=0)
    groups = models.JSONField(default=dict)
    followed = models.JSONField(default=list)
    last_round = models.JSONField(default=list)

    class Meta(DerivedState.Meta):
        verbose_name_plural = "stage outlooks"

    @classmethod
    def size(cls) -> Combinable:
        return places_of_stage()

    def __str__(self) -> str:
        return f"outlook of stage {self.stage_id}, version {self.version}"


class EntryOutlook(models.Model):
    """The places an entry can still reach, within its `group` where there are any.

    `chances` say by aim whether it is certain, open or gone, `likely` in how many of a thousand
    simulated seasons it is reached; `passing` is what takes the entry past those ahead of it.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="entry_outlooks")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="outlooks")
    group = models.CharField(max_length=20, blank=True)
    best = models.PositiveIntegerField()
    worst = models.PositiveIntegerField()
    is_exact = models.BooleanField()
    mark = models.CharField(max_length=10, blank=True)
    chances = models.JSONField(default=dict)
    likely = models.JSONField(default=dict)
    passing = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="entry_once_in_an_outlook", fields=["stage", "entry"]),
            models.CheckConstraint(
                name="best_place_before_the_worst", condition=Q(best__gte=1, worst__gte=F("best"))
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.entry_id}: {self.best} to {self.worst}"
