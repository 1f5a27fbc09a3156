"""The code in the room: players scan it to check in, this evening only."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from league.clubs.models import Club
from league.faces.desk.access import actor_of, club_page
from league.foundation.qr_codes import qr_svg
from league.foundation.refusal_shown import flash_errors
from league.play.events import services as events
from league.play.events.evening_links import link_of
from league.play.events.evenings import waiting_evening
from league.play.events.models import Evening


def check_in_url(evening: Evening) -> str:
    """Return the whole address at which players check in, as it stands in the code."""
    return f"{settings.SITE_URL}{reverse('public:check_in', args=[link_of(evening)])}"


@require_GET
@club_page("events.change_presence")
def code(request: HttpRequest, club: Club) -> HttpResponse:
    """The code, large, to be shown or printed."""
    evening = waiting_evening(club, timezone.localdate())
    context: dict[str, Any] = {"club": club, "evening": evening}
    if evening is not None:
        url = check_in_url(evening)
        context |= {"url": url, "svg": qr_svg(url)}
    return render(request, "desk/tonight/code.html", context)


@require_POST
@club_page("events.change_presence")
def code_act(request: HttpRequest, club: Club) -> HttpResponse:
    """Make the evening's code, or replace it (`renew`), so that the one before is worthless."""
    who: dict[str, Any] = {"actor": actor_of(request), "at": timezone.now()}
    with flash_errors(request):
        evening = events.open_evening(club=club, day=timezone.localdate(), **who)
        if "renew" in request.POST:
            events.renew_link(evening=evening, **who)
            messages.success(request, _("The code has been replaced: the old one no longer works."))
    return redirect("desk:tonight_code", club.slug)
