"""One table at the desk: its sheet, its link, what waits there, and how it ends."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from league.faces.desk.access import actor_of
from league.faces.desk.results.decisions import forfeit_shown
from league.faces.desk.results.desk_table import (
    PERMISSIONS,
    DeskTable,
    desk_table_page,
    redirect_to_table,
)
from league.faces.desk.undo import flash_done
from league.foundation.journal.actor import Act, Actor
from league.foundation.qr_codes import qr_svg
from league.foundation.refusal import flash_errors
from league.play.results import services as results
from league.play.results.card_flags import flags_of
from league.play.results.sheet import (
    disputed_deals,
    has_final_scores,
    is_final,
    score_sheet,
    state_in_words,
    submission_shown,
    submitted_by,
    takes_final_scores,
)
from league.play.rounds.level_tables import level_tables
from league.play.rounds.links import table_url
from league.play.rounds.match_shown import matches_shown
from league.play.rounds.models import RoundState
from league.play.rounds.selectors import deals_in_words
from league.tables.standings.deal_facts import compared_at


@require_safe
@desk_table_page("results.view_room")
def table_home(request: HttpRequest, desk: DeskTable) -> HttpResponse:
    """The sheet with everything that waits for somebody, and the code for the phones."""
    sheet, names = desk.sheet, desk.names
    is_open = desk.table.round.state == RoundState.OPEN
    url = table_url(desk.table) if is_open else ""
    context = desk.context(request) | {
        "sheet": score_sheet(sheet, desk.result, names, desk.history_of),
        "state_label": state_in_words(desk.result.state, desk.result.final_scores),
        "seats": [
            {
                "name": names.seat(seat),
                "side": sheet.plan.ruleset.side_of(seat),
            }
            for seat in range(sheet.plan.players)
        ],
        "waiting": [
            submission_shown(submission, names)
            for submission in sheet.counting
            if submission.state == "submitted"
        ],
        "disputed": disputed_deals(sheet, names),
        "flagged": _flagged(request, desk),
        "deal_numbers": deals_in_words(desk.table),
        "compared": compared_at(desk.table, names),
        "next_number": sheet.next_number,
        "may_submit_next": _may_submit_next(desk),
        "may_score": takes_final_scores(sheet),
        "has_final_scores": has_final_scores(sheet),
        "has_deals": bool(sheet.numbers),
        "match": matches_shown([desk.table], held_back=()).get(desk.table.pk),
        "decided_name": None
        if desk.result.decided is None
        else desk.names.side(desk.result.decided),
        "is_level": results.is_level(desk.table, desk.result),
        "must_decide": any(
            table.number == desk.table.number for table in level_tables([desk.table.round])
        ),
        **forfeit_shown(desk),
        "url": url,
        "svg": qr_svg(url) if url else "",
    }
    return render(request, "desk/results/table.html", context)


def _flagged(request: HttpRequest, desk: DeskTable) -> list[dict[str, Any]]:
    """Return what a director has to deal with because it cannot be of the prepared cards."""
    if not request.user.has_perm("results.view_flags", desk.table):
        return []
    flags = flags_of(desk.sheet, desk.sheet.submissions, actor=actor_of(request))
    return [
        {
            "number": flag.submission.number,
            "by": submitted_by(flag.submission, desk.names),
            "prepared": flag.prepared_number,
            "url": desk.history_of(flag.submission),
        }
        for flag in flags.values()
        if flag.is_open
    ]


def _may_submit_next(desk: DeskTable) -> bool:
    is_awarded = desk.result.awarded is not None or desk.result.forfeit is not None
    if is_awarded or desk.table.round.state == RoundState.DRAWN:
        return False
    is_over = desk.result.ended_at is not None or desk.sheet.is_played_out
    return bool(desk.sheet.holes) or not is_over


@require_POST
@desk_table_page("results.view_room")
def table_move(request: HttpRequest, desk: DeskTable) -> HttpResponse:
    """Confirm what waits, end the table or let it go on: the button says which."""
    action = request.POST.get("action", "")
    move = MOVES.get(action)
    if move is None:
        messages.error(request, _("Choose one of the buttons below."))
        return redirect_to_table(desk)
    permission, act = move
    if not request.user.has_perm(PERMISSIONS[permission], desk.table):
        raise PermissionDenied
    with flash_errors(request):
        sentence = act(desk, actor_of(request))
        back = {"end": "resume", "resume": "end"}.get(action)
        if back:
            flash_done(
                request, sentence, undo="desk:table_move", at=desk.at, fields={"action": back}
            )
        else:
            messages.success(request, sentence)
    return redirect_to_table(desk)


def _confirm_all(desk: DeskTable, actor: Actor) -> str:
    confirmed = results.confirm_for_all(table=desk.table, by=Act(actor, timezone.now()))
    if confirmed and all(map(is_final, confirmed)):
        return _("The final score is confirmed.")
    return ngettext("%(count)d deal confirmed.", "%(count)d deals confirmed.", len(confirmed)) % {
        "count": len(confirmed)
    }


def _end(desk: DeskTable, actor: Actor) -> str:
    results.end_table(table=desk.table, side=None, by=Act(actor, timezone.now()))
    return _("The table is ended: what has been played counts.")


def _resume(desk: DeskTable, actor: Actor) -> str:
    results.resume_table(table=desk.table, side=None, by=Act(actor, timezone.now()))
    return _("The table goes on.")


MOVES = {
    "confirm": ("may_confirm", _confirm_all),
    "end": ("may_end", _end),
    "resume": ("may_end", _resume),
}
