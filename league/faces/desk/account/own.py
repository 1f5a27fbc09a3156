"""One's own account: name, language, clubs, and what the public sees of one's players."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.models import Member, Player, User
from league.clubs.selectors import clubs_of, players_of_user
from league.clubs.services import change_player, remove_member
from league.clubs.services.accounts import change_account
from league.faces.desk.access import actor_of
from league.faces.desk.account.forms import AccountForm, PublicNameForm
from league.faces.desk.account.language import remember_language
from league.foundation.refusal import Refused
from league.foundation.refusal_shown import flash_errors
from league.office.kitty.selectors import own_balances
from league.office.notifications.selectors import clubs_that_notify, stopped_address_of
from league.play.events.selectors import requests_for, requests_of


@login_required
@require_http_methods(["GET", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    """The account's page."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    form = AccountForm(request.POST or None, initial={"name": user.name, "language": user.language})
    if request.method == "POST" and form.is_valid():
        try:
            change_account(user=user, **form.cleaned_data)
        except Refused as refused:
            form.add_error("name", str(refused))
        else:
            with translation.override(user.language):
                messages.success(request, _("Account updated."))
            return remember_language(redirect("account:home"), user)
    players = list(players_of_user(user).select_related("club__kitty"))
    context: dict[str, Any] = {
        "form": form,
        "memberships": list(clubs_of(user)),
        "requests": requests_for(user),
        "asked": requests_of(user),
        "balances": own_balances(players),
        "tell": list(clubs_that_notify(user)),
        "stopped": stopped_address_of(user),
        "players": [(player, _public_name_form(player)) for player in players],
    }
    return render(request, "desk/account/home.html", context)


def _public_name_form(player: Player) -> PublicNameForm:
    return PublicNameForm(
        initial={"public_name": player.public_name}, auto_id=f"id_player{player.pk}_%s"
    )


@login_required
@require_POST
def public_name(request: HttpRequest, player: int) -> HttpResponse:
    """Choose what the public sees of one's own name."""
    known_as = get_object_or_404(
        Player.objects.select_related("club"), pk=player, user=request.user
    )
    if not request.user.has_perm("clubs.change_public_name", known_as):
        raise PermissionDenied
    form = PublicNameForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose the full name or initials."))
        return redirect("account:home")
    with flash_errors(request):
        changed = change_player(
            player=known_as, **form.cleaned_data, actor=actor_of(request), at=timezone.now()
        )
        messages.success(
            request, _("The public sees you as %(name)s.") % {"name": changed.shown_name}
        )
    return redirect("account:home")


@login_required
@require_POST
def leave(request: HttpRequest, member: int) -> HttpResponse:
    """Leave a club; one's results stay."""
    membership = get_object_or_404(
        Member.objects.select_related("club", "user"), pk=member, user=request.user
    )
    with flash_errors(request):
        remove_member(member=membership, actor=actor_of(request), at=timezone.now())
        messages.success(request, _("You have left %(club)s.") % {"club": membership.club.name})
    return redirect("account:home")
