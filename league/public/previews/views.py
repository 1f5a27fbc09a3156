"""The pictures beside links: drawn when first requested, then cached while up to date."""

from collections.abc import Callable
from hashlib import sha256

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.views.decorators.http import require_safe

from league.clubs.models import Club
from league.events.models import Event, Season
from league.public.embeds.embedded import NOBODY
from league.public.previews.drawing import Busy, Card, drawn
from league.public.previews.preview_cards import card_of_club, card_of_event, card_of_season
from league.release import release
from league.seasons.selectors import may_see_table, stamp_of_season
from league.standings.stamps import stamp_of

KEPT_SECONDS = 24 * 3_600
BRIEFLY = "public, max-age=300"
FOR_LONG = "public, max-age=604800"


@require_safe
def event_picture(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """An event's picture. Its stamp is that of its standings: same stamp, same picture."""
    stamp = stamp_of(club, event)
    if not stamp:
        raise Http404("there is no such event for everybody")
    found = Event.objects.select_related("club").filter(club__slug=club, slug=event)
    return _answer(request, f"event:{stamp}", stamp, lambda: _card(found.get(), card_of_event))


@require_safe
def season_picture(request: HttpRequest, club: str, season: str) -> HttpResponse:
    found = Season.objects.select_related("club").filter(club__slug=club, slug=season).first()
    if found is None or not may_see_table(found, NOBODY):
        raise Http404("there is no such season for everybody")
    stamp = stamp_of_season(found)
    return _answer(request, f"season:{stamp}", stamp, lambda: _card(found, card_of_season))


@require_safe
def club_picture(request: HttpRequest, club: str) -> HttpResponse:
    found = Club.objects.filter(slug=club).first()
    if found is None:
        raise Http404("there is no such club")
    card = _card(found, card_of_club)
    return _answer(request, f"club:{card.digest}", card.digest, lambda: card)


def _card(subject: Club | Event | Season, make: Callable[..., Card]) -> Card:
    """Return what the picture says, in the club's language: who asks for it is a program."""
    club = subject if isinstance(subject, Club) else subject.club
    with translation.override(club.language), timezone.override(club.time_zone):
        return make(subject)


def _answer(request: HttpRequest, key: str, stamp: str, make: Callable[[], Card]) -> HttpResponse:
    """Answer with the picture that is kept under the key, drawing it if there is none."""
    place = "picture:" + sha256(f"{release()}:{key}".encode()).hexdigest()[:40]
    content = cache.get(place)
    if content is None:
        try:
            content = drawn(make())
        except Busy:
            return HttpResponse(status=503, headers={"Retry-After": "10"})
        cache.set(place, content, KEPT_SECONDS)
    response = HttpResponse(content, content_type="image/png")
    # the address in a page names what it shows; one without, or an old one, is asked for again
    is_named = request.GET.get("v") == stamp[:12]
    response["Cache-Control"] = FOR_LONG if is_named else BRIEFLY
    return response
