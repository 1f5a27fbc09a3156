"""A club made, and its settings."""

from functools import partial
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from league.clubs.club_settings import SETTINGS, Page, Setting
from league.clubs.models import Club, User
from league.clubs.services import change_club, create_club
from league.clubs.services.clubs import lock_club
from league.faces.desk.access import act_of, club_page
from league.faces.desk.conflict_checked import ConflictCheckedForm
from league.faces.desk.undo import flash_saved
from league.foundation.refusal import Refused, add_retry_after, form_errors
from league.office.personal_data.retention_labels import retention_labels
from league.office.personal_data.services import close_club, days_to_change_mind, keep_club
from league.tables.ratings import services as ratings
from league.tables.statistics import services as statistics

# where clubs of a language mostly are, so that most need not look for theirs
LIKELY_ZONES = {"de": "Europe/Berlin", "ja": "Asia/Tokyo"}
# where a club is to be found in the browser; people take "address" for a street
ONLY_LETTERS = gettext_lazy("Use letters, digits and hyphens only, such as harbour-cards.")
REBUILDS = {"ratings": ratings.request_rebuild, "statistics": statistics.request_rebuild}


class ClubForm(ConflictCheckedForm):
    """The settings of a club that stand on this page; new ones come last."""

    field_order = ["name", "slug", "time_zone", "language"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, setting in SETTINGS.items():
            if setting.page == Page.SETTINGS:
                self.fields[name] = _field(setting)
        self.order_fields(self.field_order)


def _field(setting: Setting) -> forms.Field:
    options = setting.field_options
    if setting.choices is not None:
        required = not setting.column.blank
        return forms.ChoiceField(choices=setting.choices, required=required, **options)
    made = cast(forms.Field, setting.column.formfield(**options))
    if isinstance(made.widget, forms.Textarea):
        made.widget.attrs["rows"] = 4
    return made


class NewClubForm(ClubForm):
    slug = forms.SlugField(
        label=gettext_lazy("Web address"),
        required=False,
        max_length=60,
        error_messages={"invalid": ONLY_LETTERS},
        help_text=gettext_lazy(
            "The last part of the club’s web address, for example harbour-cards. Leave it empty "
            "to have one made from the name; it cannot be changed later."
        ),
    )


@login_required
@require_http_methods(["GET", "POST"])
def club_new(request: HttpRequest) -> HttpResponse:
    """Make a club; who makes it owns it."""
    user = request.user
    if not isinstance(user, User) or not user.has_perm("clubs.add_club"):
        raise PermissionDenied
    language = translation.get_language() or "en"
    initial = {"language": language, "time_zone": LIKELY_ZONES.get(language, "UTC")}
    form = NewClubForm(request.POST or None, initial=initial)
    refused: Refused | None = None
    if request.method == "POST" and form.is_valid():
        data: dict[str, Any] = form.cleaned_data
        with form_errors(form) as shown:
            club = create_club(**data, owner=user, by=act_of(request))
            messages.success(
                request, _("%(club)s created. Add its players next.") % {"club": club.name}
            )
            return redirect("desk:club", club.slug)
        refused = shown.refused
    return add_retry_after(render(request, "desk/club/new.html", {"form": form}), refused)


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_club")
def settings(request: HttpRequest, club: Club) -> HttpResponse:
    """Change the club's name, time zone, language and text."""
    form = _settings_form(club, request.POST or None)
    form.watch(
        ("club", club.pk),
        lock=partial(lock_club, club.pk),
        reload_form=lambda: _settings_form(Club.objects.get(pk=club.pk)),
    )
    if request.method == "POST" and form.is_valid():
        data: dict[str, Any] = form.cleaned_data
        with form_errors(form):
            by = act_of(request)
            form.run_if_unchanged(partial(change_club, club=club, by=by, **data))
            flash_saved(request, _("Settings saved."), form)
            return redirect("desk:club_settings", club.slug)
    return render(request, "desk/club/settings.html", {"club": club, "form": form})


def _settings_form(club: Club, data: Any = None) -> ClubForm:
    return ClubForm(data, initial={name: getattr(club, name) for name in SETTINGS})


@require_POST
@club_page("clubs.change_club")
def rebuild(request: HttpRequest, club: Club, what: str) -> HttpResponse:
    """Request the ratings or the statistics of the club from scratch."""
    if what not in REBUILDS:
        raise Http404
    job = REBUILDS[what](club=club, by=act_of(request))
    return redirect("desk:job", club.slug, job.pk)


# --- Privacy pages ---
# How long a club keeps what, and the club deleted: wanted, said to its owners, and cancelled.


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
            by = act_of(request)
            form.run_if_unchanged(partial(change_club, club=club, by=by, **data))
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
            close_club(club=club, typed=typed, by=act_of(request))
            messages.success(request, _("All owners of the club are told by mail."))
            return redirect("desk:club_privacy", club.slug)
    return _shown(request, club, close_form=form)


@require_POST
@club_page("clubs.close_club")
def keep(request: HttpRequest, club: Club) -> HttpResponse:
    """Cancel the deletion."""
    keep_club(club=club, by=act_of(request))
    messages.success(request, _("The club stays; nothing was deleted."))
    return redirect("desk:club_privacy", club.slug)
