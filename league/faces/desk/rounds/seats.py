"""A seat of a round at the desk: who sits there, who may stand in, and who may not and why."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.models import Player
from league.clubs.selectors import players_of
from league.faces.desk.access import act_of, event_page, in_round, round_of
from league.faces.desk.rounds.forms import SubstituteForm
from league.faces.desk.rounds.views import page_of_round, redirect_to_round
from league.faces.desk.undo import change_asked, flash_change
from league.foundation.journal.actor import Act
from league.foundation.refusal import Refused, flash_errors
from league.play.events.models import Event
from league.play.events.names import called_after
from league.play.events.rulesets import rule_in_words
from league.play.rounds import services as rounds
from league.play.rounds.models import Round, Seat
from league.play.rounds.substitutions import SeatToFill, seat_to_fill

MOST_OFFERED = 60


@require_http_methods(["GET", "POST"])
@event_page("rounds.change_round")
def seat(request: HttpRequest, event: Event, stage: int, number: int, seat: int) -> HttpResponse:
    """Seat another member of the entry, or a substitute, at one table, or take one back."""
    found = get_object_or_404(
        Seat.objects.select_related(
            "round__stage", "table", "player", "stands_in_for", "placement"
        ),
        **in_round(event, stage, number, "round__"),
        pk=seat,
    )
    round = found.round
    round.stage.event = event
    now = timezone.now()
    to_fill = seat_to_fill(found, at=now)
    form = SubstituteForm(
        request.POST or None,
        initial={"player": found.player.name if found.player else ""},
        has_limits=to_fill.refuses_somebody,
    )
    if request.method == "POST" and form.is_valid() and _seat(request, event, found, form):
        return redirect_to_round(event, round)
    offered = _offered(event, round, found, to_fill)
    context = page_of_round(event, round) | {
        "form": form,
        "seat": found,
        "seat_number": found.number + 1,
        "entry": to_fill.entry,
        "rule": rule_in_words(to_fill.rule),
        "players": [player["name"] for player in offered["allowed"]],
        "more": max(len(offered["allowed"]) - MOST_OFFERED, 0),
        "offered": offered["allowed"][:MOST_OFFERED],
        "refused": offered["refused"],
    }
    return render(request, "desk/rounds/seat.html", context)


def _offered(
    event: Event, round: Round, seat: Seat, to_fill: SeatToFill
) -> dict[str, list[dict[str, Any]]]:
    """Return who may sit here, members of the entry first, and who may not with every reason."""
    seated = {
        called_after(seat.player).pk: seat.table.shown_number
        for seat in Seat.objects.filter(round=round, player__isnull=False).select_related(
            "player__merged_into", "table"
        )
        if seat.player is not None
    }
    allowed, refused = [], []
    for player in players_of(event.club).filter(is_active=True):
        if seat.player_id == player.pk:
            continue
        table = seated.get(player.pk)
        reasons = [reason.sentence for reason in to_fill.reasons(player)]
        if table is not None:
            # nothing else needs saying: no exception could be made either
            reasons = [_("Sits at table %(table)s in this round.") % {"table": table}]
        row = {"id": player.pk, "name": player.name}
        if reasons:
            refused.append(row | {"reasons": reasons})
        else:
            allowed.append(row | {"note": _note(player, to_fill), "own": to_fill.is_member(player)})
    return {"allowed": sorted(allowed, key=lambda player: not player["own"]), "refused": refused}


def _note(player: Player, to_fill: SeatToFill) -> str:
    if to_fill.is_member(player):
        return _("of the entry")
    count = to_fill.facts(player).stood_in
    if not count:
        return ""
    return ngettext("stood in in %(count)d round", "stood in in %(count)d rounds", count) % {
        "count": count
    }


def _seat(request: HttpRequest, event: Event, seat: Seat, form: SubstituteForm) -> bool:
    by = act_of(request)
    cleaned = form.cleaned_data
    exception = cleaned.get("exception", "")
    try:
        if cleaned["take_back"]:
            seated = rounds.end_substitution(seat=seat, by=by)
        elif cleaned["choose"] is not None:
            chosen = get_object_or_404(players_of(event.club), pk=cleaned["choose"])
            seated = rounds.seat_substitute(seat=seat, player=chosen, exception=exception, by=by)
        else:
            seated = rounds.seat_player_called(
                seat=seat,
                text=cleaned["player"].strip(),
                add_unknown=cleaned["add_unknown"],
                exception=exception,
                by=by,
            )
    except Refused as refused:
        form.add_error(refused.field if refused.field in form.fields else "player", str(refused))
        return False
    say_seated(request, event, seated, by=by)
    return True


def say_seated(request: HttpRequest, event: Event, seat: Seat, *, by: Act) -> None:
    """Say who sits there now, with the way back of what was changed at that moment, if any."""
    round = seat.round
    flash_change(
        request,
        _in_words(seat),
        rounds.seating_made(seat, by=by),
        undo="desk:seat_put_back",
        at=[event.club.slug, event.slug, round.stage.number, round.number],
    )


def _in_words(seat: Seat) -> str:
    table = seat.table.shown_number
    if seat.player is None:
        return _("A seat at table %(table)s is now free.") % {"table": table}
    return _("%(player)s now sits at table %(table)s.") % {
        "player": called_after(seat.player).name,
        "table": table,
    }


@require_POST
@event_page("rounds.change_round")
def seat_put_back(request: HttpRequest, event: Event, stage: int, number: int) -> HttpResponse:
    """Seat whoever sat there before a change."""
    round = round_of(event, stage, number)
    with flash_errors(request):
        back = rounds.undo_seating(
            round=round,
            change=change_asked(request),
            by=act_of(request),
        )
        messages.success(request, _in_words(back))
    return redirect_to_round(event, round)
