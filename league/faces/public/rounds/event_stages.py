"""The stages of an event with all that its home, its screen and its standings show of them."""

from django.db.models import Exists, OuterRef

from league.faces.public.rounds.present_rounds import with_present_round
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.related_rows import read_rows, rows_column
from league.play.events.models import Event, Stage
from league.play.prepared.models import PreparedSet
from league.play.rounds.models import Round, RoundState
from league.tables.outlook.selectors import with_marks
from league.tables.standings.standings_shown import with_standings

SHOWN = Round.objects.exclude(state=RoundState.DRAWN).order_by("number")
STAGES = CompiledQuery(
    lambda value: with_marks(
        with_present_round(with_standings(Stage.objects.filter(event=value("event"))))
    ).annotate(
        shown_rounds=rows_column(
            SHOWN.filter(stage=OuterRef("pk")), "id", "stage_id", "number", "state", "deadline"
        ),
        has_prepared=Exists(PreparedSet.objects.filter(stage=OuterRef("pk"))),
    )
)


def event_stages(event: Event) -> list[Stage]:
    """Return the stages of an event in their order; one query.

    Beside what `standings_shown.with_standings` says they have their present round, their rounds,
    what is certain of their entries, and whether they play prepared deals.
    """
    stages: list[Stage] = [*STAGES(event=event.pk)]
    for stage in stages:
        stage.event = event
    return stages


def rounds_shown(stage: Stage) -> list[Round]:
    """Return the rounds of such a stage that the public may see."""
    rounds = read_rows(Round, stage.shown_rounds)  # type: ignore[attr-defined]
    for round_ in rounds:
        round_.stage = stage
    return rounds
