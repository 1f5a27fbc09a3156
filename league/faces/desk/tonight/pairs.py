"""Even pairs for tonight: a proposal by the ratings to look at, and a button that forms them."""

import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.clubs.models import Club
from league.faces.desk.access import actor_of, club_page
from league.foundation.limits import parse_int
from league.foundation.refusal import Refused
from league.play.events.evenings import waiting_evening
from league.tables.ratings.tonight import form_even_pairs, propose_even_pairs

LARGEST_SEED = 1_000_000


@require_http_methods(["GET", "POST"])
@club_page("events.change_presence")
def even_pairs(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the pairs of one lot, which stands in the address; nothing is written before the POST.

    Another lot only turns those who are equally strong.
    """
    evening = waiting_evening(club, timezone.localdate())
    if evening is None:
        return redirect("desk:tonight", club.slug)
    seed = _number(request.POST.get("lot") or request.GET.get("lot"))
    if request.method == "POST":
        try:
            formed = form_even_pairs(
                evening=evening,
                seed=seed,
                version=_number(request.POST.get("version")),
                actor=actor_of(request),
                at=timezone.now(),
            )
        except Refused as refused:
            messages.error(request, str(refused))
            return redirect("desk:tonight_pairs", club.slug)
        done = ngettext("%(count)d pair formed.", "%(count)d pairs formed.", len(formed))
        messages.success(request, done % {"count": len(formed)})
        return redirect("desk:tonight", club.slug)
    context = {
        "club": club,
        "evening": evening,
        "lot": seed,
        "another_lot": secrets.randbelow(LARGEST_SEED),
        "proposed": propose_even_pairs(evening, seed=seed),
    }
    return render(request, "desk/tonight/even_pairs.html", context)


def _number(text: str | None) -> int:
    """Return a whole number that came with the request, 0 for anything else."""
    return parse_int(text, most=LARGEST_SEED) or 0
