"""The club's colours and logo: looked at first, saved then."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.clubs.models import Club
from league.clubs.services import change_club, remove_logo, set_logo
from league.desk.access import actor_of, club_page
from league.desk.club.look_form import SITE_ACCENT, SITE_COLOUR, LookForm


@require_http_methods(["GET", "POST"])
@club_page("clubs.change_club")
def look(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the look that was chosen; the button to save it saves it."""
    form = LookForm(club, request.POST or None, request.FILES or None)
    is_fine = request.method == "POST" and form.is_valid()
    if is_fine and "look" not in request.POST:
        _save(request, club, form)
        messages.success(request, _("The club’s new look is saved."))
        return redirect("desk:club_settings_look", club.slug)
    return render(request, "desk/club/look.html", _context(club, form))


def _save(request: HttpRequest, club: Club, form: LookForm) -> None:
    who: dict[str, Any] = {"club": club, "actor": actor_of(request), "at": timezone.now()}
    main, accent = form.chosen_colours
    change_club(main_colour=main, accent_colour=accent, **who)
    if form.picture is not None:
        set_logo(picture=form.picture, **who)
    elif form.cleaned_data.get("without_logo"):
        remove_logo(**who)


def _context(club: Club, form: LookForm) -> dict[str, Any]:
    main, accent = form.chosen_colours
    if not main:
        main, accent = SITE_COLOUR, SITE_ACCENT
    return {
        "club": club,
        "form": form,
        "sample": (main[1:], (accent or main)[1:]),
        "samples": [("light", _("On a light page")), ("dark", _("On a dark page"))],
        "logo_is_chosen": form.is_bound and form.picture is not None,
    }
