"""The scoring room: a page with the progress of every table of a round, kept up to date."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.faces.desk.access import act_of, event_page, round_of
from league.faces.desk.results.deal_pages import READS, say_entered, strike_out
from league.faces.desk.rounds.rounds_shown import without_table_shown
from league.foundation.jobs.selectors import workers_silent_since
from league.foundation.limits import key_of
from league.foundation.lists import listed
from league.foundation.refusal import Refused, RowsRefused, flash_errors
from league.play.events.models import Event
from league.play.results import services as results
from league.play.results.deal_words import Names
from league.play.results.final_score_form import FinalScoreForm
from league.play.results.models import TableState
from league.play.results.selectors import RoomTable, room_of
from league.play.results.services import MOST_DEALS_AT_ONCE, TableDeal
from league.play.results.sheet import Sheet, state_in_words, takes_final_scores
from league.play.results.table_outcome import plan_of
from league.play.rounds.forfeits import forfeit_label
from league.play.rounds.level_tables import level_tables
from league.play.rounds.match_shown import matches_shown, of_closed_room
from league.play.rounds.models import Round, RoundState
from league.play.rounds.selectors import (
    deals_in_words,
    round_clock,
    round_title,
    seat_names,
    side_names,
)

LATE = "late"


@require_safe
@vary_on_headers("HX-Request")
@event_page("results.view_room")
def room(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """The page, or its tables alone when live.js asks for them."""
    round = round_of(event, stage, number)
    sees_flags = request.user.has_perm("results.view_flags", round)
    context = _with_matches(round, sees_flags=sees_flags)
    context |= {"club": event.club, "event": event, "round": round}
    context["may_change"] = request.user.has_perm("rounds.change_round", round)
    if request.headers.get("HX-Request") == "true":
        return render(request, "desk/results/_room.html", context)
    context |= {
        "title": round_title(round, event.stages.count()),
        "may_enter": request.user.has_perm("results.enter_deal", event),
        "may_adjust": request.user.has_perm("results.adjust_points", event),
    }
    return render(request, "desk/results/room.html", context)


def _with_matches(round: Round, *, sees_flags: bool) -> dict[str, Any]:
    """Return what `desk/results/_room.html` needs besides club, event and round."""
    now = timezone.now()
    tables = room_of(round, now)
    shown = room_shown(tables, sees_flags=sees_flags)
    matches = matches_shown([one.table for one in tables], held_back=())
    of_tables = {one.table.pk: of_closed_room(one.table, matches) for one in tables}
    level = {table.pk for table in level_tables([round])}
    for row in shown["rows"]:
        row["is_level"] = row["id"] in level
        row["match"] = of_tables[row["id"]]
    is_open = round.state == RoundState.OPEN
    return shown | {
        "clock": round_clock(round),
        "without_table": without_table_shown(round.stage.event, round) if is_open else [],
        "silent_since": workers_silent_since(at=now),
        "now": now,
    }


def room_shown(tables: Sequence[RoomTable], *, sees_flags: bool) -> dict[str, Any]:
    """Return what is shown of the tables of a round, flags to directors only; no query."""
    rows = [_row(one) | {"flagged": one.flagged if sees_flags else 0} for one in tables]
    counted = Counter(row["state"] for row in rows)
    done = counted[TableState.CONFIRMED]
    # the tables somebody has to look at come first
    rows.sort(
        key=lambda row: (
            row["state"] != TableState.DISPUTED,
            not row["flagged"],
            row["state"] != LATE,
        )
    )
    return {
        "rows": rows,
        "stats": [
            (done, _("done")),
            (counted[TableState.PLAYING] + counted[TableState.WAITING], _("playing")),
            (counted[TableState.ENTERED], _("played, to be confirmed")),
            (counted[LATE], _("overdue")),
            (counted[TableState.DISPUTED], _("disputed")),
        ],
        "done": done,
        "flagged": sum(row["flagged"] for row in rows),
        "total": len(rows),
    }


def _row(room_table: RoomTable) -> dict[str, Any]:
    result = room_table.result
    names = side_names(room_table.table, is_marked=True)
    points = (
        []
        if result.forfeit is not None
        else result.awarded
        if result.awarded is not None
        else result.totals
    )
    seated = seat_names(room_table.table)
    return {
        "id": room_table.table.pk,
        "number": room_table.table.shown_number,
        "state": room_table.state,
        "state_label": _("overdue")
        if room_table.is_late
        else state_in_words(result.state, result.final_scores),
        "sides": [
            {"name": name, "points": points[side] if side < len(points) else None}
            for side, name in enumerate(names)
        ],
        "seated": listed(seated[seat] for seat in sorted(seated)),
        "deals": result.deals,
        "final_scores": result.final_scores,
        "prepared": deals_in_words(room_table.table),
        "unconfirmed": result.deals_unconfirmed,
        "is_awarded": result.awarded is not None,
        "forfeit": forfeit_label(result.forfeit) if result.forfeit is not None else "",
        "changed_at": result.changed_at,
    }


# --- The final scores of a round's tables on one page: a number a side, sent together ---


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
    by = act_of(request)
    try:
        entered = results.enter_deals(event=event, deals=deals, by=by)
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
    say_entered(request, text % {"count": count}, tables, undo=undo, by=by)
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
