"""What the site knows of oneself: downloaded, forgotten in one club, deleted with the account."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.clubs.models import Player, User
from league.clubs.selectors import players_of_user
from league.faces.desk.access import actor_of
from league.foundation.jobs.selectors import file_of
from league.foundation.refusal_shown import flash_errors
from league.office.personal_data.services import (
    close_account,
    days_to_change_mind,
    forget_player,
    keep_account,
    last_copy,
    request_copy,
)


class SureForm(forms.Form):
    sure = forms.BooleanField(label=gettext_lazy("I know that it cannot be undone."))


def _user(request: HttpRequest) -> User:
    user = request.user
    assert isinstance(user, User)  # noqa: S101  login_required
    return user


@never_cache
@login_required
@require_safe
def own_data(request: HttpRequest) -> HttpResponse:
    """What can be done with one's own data."""
    user, now = _user(request), timezone.now()
    job = last_copy(user)
    context = {
        "job": job,
        "file": file_of(job, user.pk, at=now) if job is not None and job.is_over else None,
        "players": [
            (player, SureForm(auto_id=f"id_{player.pk}_%s")) for player in players_of_user(user)
        ],
        "close_form": SureForm(auto_id="id_close_%s"),
        "days": days_to_change_mind(),
    }
    return render(request, "desk/account/own_data.html", context)


@login_required
@require_POST
def copy(request: HttpRequest) -> HttpResponse:
    """Request the file with what the site knows."""
    with flash_errors(request):
        request_copy(user=_user(request), actor=actor_of(request), at=timezone.now())
    return redirect("account:own_data")


@never_cache
@login_required
@require_safe
def copy_file(request: HttpRequest) -> HttpResponse:
    """The file, while it is kept."""
    user = _user(request)
    job = last_copy(user)
    found = None if job is None else file_of(job, user.pk, at=timezone.now())
    if found is None:
        raise Http404("there is no such file, or it is not kept any more")
    answer = HttpResponse(bytes(found.content), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{found.name}"'
    answer["Cache-Control"] = "no-store"
    return answer


@login_required
@require_POST
def forget_me(request: HttpRequest, player: int) -> HttpResponse:
    """Be forgotten in one club."""
    found = get_object_or_404(Player, pk=player, user=_user(request), merged_into=None)
    if not SureForm(request.POST).is_valid():
        messages.error(request, _("Tick that you know that it cannot be undone."))
        return redirect("account:own_data")
    with flash_errors(request):
        forget_player(player=found, actor=actor_of(request), at=timezone.now())
        messages.success(
            request, _("The club forgets you; it takes some minutes until all texts are changed.")
        )
    return redirect("account:own_data")


@login_required
@require_POST
def close(request: HttpRequest) -> HttpResponse:
    """Have the account deleted in some days."""
    if not SureForm(request.POST).is_valid():
        messages.error(request, _("Tick that you know that it cannot be undone."))
        return redirect("account:own_data")
    with flash_errors(request):
        close_account(user=_user(request), at=timezone.now())
    return redirect("account:own_data")


@login_required
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Cancel the deletion of the account."""
    keep_account(user=_user(request))
    messages.success(request, _("Your account stays; nothing was deleted."))
    return redirect("account:own_data")
