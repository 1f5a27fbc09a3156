"""What everybody is shown of an event and of a season beside their standings, as it is stored.

Deals, entries and competitors stand here by number: names, and who may see what, are asked for when
a page is made.
"""

from django.db import models
from django.db.models import Value
from django.db.models.expressions import Combinable

from league.foundation.derived_state import RESULTS_COMING_IN, DerivedState
from league.play.events.models import Event, Season


class EventHighlights(DerivedState):
    """What of an event is worth a line.

    `nights` has the deal of each evening, the last one first: [its day, the submission].
    `remarkable` is the last deal (submission) in which somebody did something the game has a name
    for. `recap` is how the event came out (`recap_facts.RecapFacts`), empty before it is over.
    """

    what = "highlights"
    club_path = "event__club_id"
    large_from = 1
    patience = RESULTS_COMING_IN

    event = models.OneToOneField(
        Event, primary_key=True, on_delete=models.CASCADE, related_name="highlights"
    )
    nights = models.JSONField(default=list)
    remarkable = models.BigIntegerField(null=True)
    recap = models.JSONField(default=dict)

    class Meta(DerivedState.Meta):
        verbose_name_plural = "event highlights"

    @classmethod
    def size(cls) -> Combinable:
        return Value(0)  # some queries, and no more than a scan of its deals

    def __str__(self) -> str:
        return f"highlights of event {self.event_id}"


class SeasonTop(DerivedState):
    """The first places of a season (`season_facts.SeasonFirst`), empty before anybody is ranked."""

    what = "season top"
    club_path = "season__club_id"
    large_from = 1
    patience = RESULTS_COMING_IN

    season = models.OneToOneField(
        Season, primary_key=True, on_delete=models.CASCADE, related_name="top"
    )
    first = models.JSONField(default=dict)

    class Meta(DerivedState.Meta):
        verbose_name_plural = "tops of seasons"

    @classmethod
    def size(cls) -> Combinable:
        return Value(0)  # forty nights of sixty people take the time of a few queries

    def __str__(self) -> str:
        return f"top of season {self.season_id}"
