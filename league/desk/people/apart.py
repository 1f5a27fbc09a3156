"""Whom draws keep apart from a player, at the desk."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.clubs.models import Club, Player
from league.clubs.services import keep_apart, let_meet
from league.desk.access import actor_of, club_page
from league.desk.people.forms import ApartForm
from league.desk.people.player import player_of, show_player
from league.desk.undo import say_done
from league.limits import LARGEST_ID, number_of
from league.refusal_shown import refusals_above, refusals_in


@require_POST
@club_page("clubs.change_people")
def apart(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Keep a player apart from another one in the draws to come."""
    found = player_of(club, player)
    form = ApartForm(request.POST, player=found)
    if form.is_valid():
        data = form.cleaned_data
        with refusals_in(form):
            keep_apart(player=found, **data, actor=actor_of(request), at=timezone.now())
            text = _("Draws of events that begin from now on keep %(player)s and %(other)s apart.")
            say_done(
                request,
                text % {"player": found.name, "other": data["other"].name},
                undo="desk:player_may_meet",
                at=[club.slug, found.pk],
                fields={"other": data["other"].pk},
            )
            return redirect("desk:player", club.slug, found.pk)
    return show_player(request, club, found, apart_form=form)


@require_POST
@club_page("clubs.change_people")
def may_meet(request: HttpRequest, club: Club, player: int) -> HttpResponse:
    """Let draws put the two together again."""
    found = player_of(club, player)
    other = get_object_or_404(
        Player, pk=number_of(request.POST.get("other"), most=LARGEST_ID) or 0, club=club
    )
    with refusals_above(request):
        let_meet(player=found, other=other, actor=actor_of(request), at=timezone.now())
        text = _(
            "Draws of events that begin from now on may put %(player)s and %(other)s together."
        )
        messages.success(request, text % {"player": found.name, "other": other.name})
    return redirect("desk:player", club.slug, found.pk)
