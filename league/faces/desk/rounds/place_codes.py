"""Codes that stay on the tables for a whole event: a sheet to print, and new ones."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from league.faces.desk.access import actor_of, event_page
from league.faces.desk.rounds.table_cards import CARDS_A_PAGE
from league.foundation.qr_codes import qr_svg
from league.play.events.models import Event
from league.play.rounds import services as rounds
from league.play.rounds.models import number_in_words
from league.play.rounds.place_codes import Place, code_of, places_of


@require_GET
@event_page("rounds.view_link")
def place_codes(request: HttpRequest, event: Event) -> HttpResponse:
    """A card for every table, with a code that serves in every round."""
    page = Paginator(places_of(event), CARDS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": event.club,
        "event": event,
        "page": page,
        "cards": [_card(event, place) for place in page],
        "may_renew": request.user.has_perm("rounds.renew_link", event),
    }
    return render(request, "desk/rounds/place_codes.html", context)


def _card(event: Event, place: Place) -> dict[str, Any]:
    address = reverse("table:place", args=[code_of(event, place)])
    url = f"{settings.SITE_URL}{address}"
    return {"number": number_in_words(*place), "url": url, "svg": qr_svg(url)}


@require_POST
@event_page("rounds.renew_link")
def place_codes_renew(request: HttpRequest, event: Event) -> HttpResponse:
    """End the codes given out so far."""
    rounds.renew_place_codes(event=event, actor=actor_of(request), at=timezone.now())
    messages.success(
        request,
        _("The codes are new. Print them again: those on the tables open nothing any more."),
    )
    return redirect("desk:place_codes", event.club.slug, event.slug)
