"""The final scores of a round's tables on one page: a number a side, sent together."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.faces.desk.access import actor_of, event_page, round_of
from league.faces.desk.results.deal_pages import READS
from league.faces.desk.results.entered_together import say_entered, strike_out
from league.foundation.limits import key_of
from league.foundation.refusal import Refused, RowsRefused
from league.foundation.refusal_shown import flash_errors
from league.play.events.models import Event
from league.play.results import services as results
from league.play.results.deal_words import Names
from league.play.results.final_score_form import FinalScoreForm
from league.play.results.final_scores import takes_final_scores
from league.play.results.models import TableState
from league.play.results.selectors import room_of
from league.play.results.services import MOST_DEALS_AT_ONCE, TableDeal
from league.play.results.sheet import Sheet
from league.play.results.table_plan import plan_of
from league.play.rounds.models import Round, RoundState
from league.play.rounds.selectors import round_title


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRow:
    """A table of which nothing has been entered, with the form for its final score."""

    table: int
    number: str
    form: FinalScoreForm
    key: UUID

    @property
    def is_typed(self) -> bool:
        return self.form.is_bound and self.form.has_changed()


@require_http_methods(READS)
@event_page("results.enter_deals_of_event")
def round_scores(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """Enter the final scores of tables that have nothing yet; all that were typed, or none."""
    round = round_of(event, stage, number)
    rows = _rows(round, event, request.POST if request.method == "POST" else None)
    typed = [row for row in rows if row.is_typed]
    are_valid = [row.form.is_valid() for row in typed]  # each says what is wrong with it
    if typed and all(are_valid) and _enter(request, event, round, typed):
        return redirect("desk:room", *_at(event, round))
    context = {"club": event.club, "event": event, "round": round, "rows": rows}
    context |= {"title": round_title(round, event.stages.count())}
    status = 422 if any(row.form.errors for row in typed) else 200
    return render(request, "desk/results/round_scores.html", context, status=status)


def _rows(round: Round, event: Event, posted: QueryDict | None) -> list[ScoreRow]:
    if round.state == RoundState.DRAWN:
        return []
    rows = []
    for room_table in room_of(round, timezone.now()):
        table, result = room_table.table, room_table.result
        if result.state != TableState.WAITING or result.awarded is not None:
            continue
        table.round = round
        table.round.stage.event = event
        sheet = Sheet(table=table, plan=plan_of(table), submissions=[])
        if not takes_final_scores(sheet):
            continue
        name = f"t{table.pk}"
        form = FinalScoreForm(
            posted, sheet=sheet, names=Names(table, public=False), may_stop=True, prefix=name
        )
        key = key_of(posted.get(f"{name}-key")) if posted else None
        rows.append(
            ScoreRow(table=table.pk, number=table.shown_number, form=form, key=key or uuid4())
        )
    return rows[:MOST_DEALS_AT_ONCE]


def _enter(request: HttpRequest, event: Event, round: Round, typed: list[ScoreRow]) -> bool:
    """Enter what was typed; say whether it was, and beside each table why it was not."""
    deals = [TableDeal(table=row.table, number=1, data=row.form.sent, key=row.key) for row in typed]
    actor, at = actor_of(request), timezone.now()
    try:
        entered = results.enter_deals(event=event, deals=deals, actor=actor, at=at)
    except RowsRefused as refused:
        for place, why in refused.rows.items():
            _refuse(typed[place].form, why)
        return False
    count = len(typed)
    text = ngettext(
        "The final score of %(count)d table is entered and confirmed.",
        "The final scores of %(count)d tables are entered and confirmed.",
        count,
    )
    undo = reverse("desk:round_scores_undo", args=_at(event, round))
    tables = [submission.table for submission in entered]
    say_entered(request, text % {"count": count}, tables, undo=undo, actor=actor, at=at)
    return True


@require_POST
@event_page("results.enter_deals_of_event")
def round_scores_undo(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """Strike out the final scores that were entered together, but those changed since."""
    round = round_of(event, stage, number)
    with flash_errors(request):
        strike_out(request, list(round.tables.all()))
    return redirect("desk:room", *_at(event, round))


def _at(event: Event, round: Round) -> list[Any]:
    return [event.club.slug, event.slug, round.stage.number, round.number]


def _refuse(form: FinalScoreForm, why: Refused) -> None:
    form.refuse(str(why), why.field, results.look_at_of(why))
