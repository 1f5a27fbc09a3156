"""A club made, and its settings."""

from functools import partial
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from league.clubs.models import LANGUAGES, Club, User
from league.clubs.services import change_club, create_club
from league.clubs.services.clubs import lock_club
from league.desk.access import actor_of, club_page
from league.desk.watched import WatchedForm
from league.refusal import Refused
from league.refusal_shown import refusals_in, with_wait

# where clubs of a language mostly are, so that most need not look for theirs
LIKELY_ZONES = {"ja": "Asia/Tokyo"}


def _time_zones() -> list[tuple[str, str]]:
    """Return the zones people know by a city; the rest are old names and offsets."""
    names = (name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    return [("UTC", "UTC"), *((name, name.replace("_", " ")) for name in sorted(names))]


class ClubForm(WatchedForm):
    name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=120)
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=_time_zones,
        help_text=gettext_lazy("Times on the club’s pages are shown in it."),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of the club’s mails"), choices=LANGUAGES
    )
    about = forms.CharField(
        label=gettext_lazy("About the club"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=5_000,
        help_text=gettext_lazy(
            "Shown on the club’s public page: who you are, and who can join. Plain text: an empty "
            "line begins a new paragraph, and addresses such as https://example.org become links."
        ),
    )
    where_we_play = forms.CharField(
        label=gettext_lazy("Where you play"),
        required=False,
        max_length=200,
        help_text=gettext_lazy(
            "An address that people find, for example Sailors’ Hall, 3 Quay Street. It appears "
            "on the club’s page and in its calendar."
        ),
    )
    when_we_play = forms.CharField(
        label=gettext_lazy("When you play"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("For example Thursdays at 7 p.m., from September to May."),
    )


class NewClubForm(ClubForm):
    slug = forms.SlugField(
        label=gettext_lazy("Address"),
        required=False,
        max_length=60,
        help_text=gettext_lazy(
            "The last part of the club’s address, for example harbour-cards. Leave it empty to "
            "have one made from the name; it cannot be changed later."
        ),
    )
    field_order = ["name", "slug", "time_zone", "language", "about"]


SETTINGS = tuple(ClubForm.base_fields)


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
        with refusals_in(form) as shown:
            club = create_club(**data, owner=user, actor=actor_of(request), at=timezone.now())
            messages.success(
                request, _("%(club)s created. Add its players next.") % {"club": club.name}
            )
            return redirect("desk:club", club.slug)
        refused = shown.refused
    return with_wait(render(request, "desk/club/new.html", {"form": form}), refused)


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_club")
def settings(request: HttpRequest, club: Club) -> HttpResponse:
    """Change the club's name, time zone, language and text."""
    form = _settings_form(club, request.POST or None)
    form.watch(
        ("club", club.pk),
        hold=partial(lock_club, club.pk),
        again=lambda: _settings_form(Club.objects.get(pk=club.pk)),
    )
    if request.method == "POST" and form.is_valid():
        data: dict[str, Any] = form.cleaned_data
        with refusals_in(form):
            who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
            form.while_unchanged(partial(change_club, club=club, **who, **data))
            messages.success(request, _("Settings saved."))
            return redirect("desk:club_settings", club.slug)
    return render(request, "desk/club/settings.html", {"club": club, "form": form})


def _settings_form(club: Club, data: Any = None) -> ClubForm:
    return ClubForm(data, initial={name: getattr(club, name) for name in SETTINGS})
