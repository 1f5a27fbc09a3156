"""How long a club keeps what, and the club deleted: wanted, said to its owners, and cancelled."""

from functools import partial
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.club_settings import SETTINGS, Page
from league.clubs.models import Club
from league.clubs.services import change_club
from league.clubs.services.clubs import lock_club
from league.faces.desk.access import actor_of, club_page
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.faces.desk.saved import flash_saved
from league.foundation.refusal_shown import form_errors
from league.office.personal_data.retention_labels import retention_labels
from league.office.personal_data.services import close_club, days_to_change_mind, keep_club


class RetentionForm(ConflictCheckedForm):
    """The settings of a club that say how long something is kept."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, setting in SETTINGS.items():
            if setting.page == Page.PRIVACY:
                made = setting.column.formfield(**setting.field_options)
                self.fields[name] = cast(forms.Field, made)


class CloseForm(forms.Form):
    typed = forms.CharField(
        label=gettext_lazy("Type the name of the club to confirm"), max_length=200
    )


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_club")
def privacy(request: HttpRequest, club: Club) -> HttpResponse:
    """Say what is kept and how long, and change it."""
    form = _retention_form(club, request.POST or None)
    form.watch(
        ("club", club.pk),
        lock=partial(lock_club, club.pk),
        reload_form=lambda: _retention_form(Club.objects.get(pk=club.pk)),
    )
    if request.method == "POST" and form.is_valid():
        with form_errors(form):
            data: dict[str, Any] = form.cleaned_data
            who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
            form.run_if_unchanged(partial(change_club, club=club, **who, **data))
            flash_saved(request, _("Saved. What is older goes within the hour."), form)
            return redirect("desk:club_privacy", club.slug)
    return _shown(request, club, form=form)


def _retention_form(club: Club, data: Any = None) -> RetentionForm:
    return RetentionForm(data, initial={name: getattr(club, name) for name in SETTINGS})


def _shown(
    request: HttpRequest,
    club: Club,
    *,
    form: RetentionForm | None = None,
    close_form: CloseForm | None = None,
) -> HttpResponse:
    context = {
        "club": club,
        "form": form or _retention_form(club),
        "close_form": close_form or CloseForm(),
        "kept": retention_labels(club),
        "days": days_to_change_mind(),
    }
    refused = any(sent is not None and sent.is_bound for sent in (form, close_form))
    return render(request, "desk/club/privacy.html", context, status=422 if refused else 200)


@require_POST
@club_page("clubs.close_club")
def close(request: HttpRequest, club: Club) -> HttpResponse:
    """Have the club deleted in some days."""
    form = CloseForm(request.POST)
    if form.is_valid():
        with form_errors(form):
            typed = form.cleaned_data["typed"]
            close_club(club=club, typed=typed, actor=actor_of(request), at=timezone.now())
            messages.success(request, _("All owners of the club are told by mail."))
            return redirect("desk:club_privacy", club.slug)
    return _shown(request, club, close_form=form)


@require_POST
@club_page("clubs.close_club")
def keep(request: HttpRequest, club: Club) -> HttpResponse:
    """Cancel the deletion."""
    keep_club(club=club, actor=actor_of(request), at=timezone.now())
    messages.success(request, _("The club stays; nothing was deleted."))
    return redirect("desk:club_privacy", club.slug)
