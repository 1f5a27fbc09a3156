"""The pictures beside links: drawn when first requested, then cached while up to date."""

from collections.abc import Callable
from hashlib import sha256

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.views.decorators.http import require_safe

from league.clubs.models import Club
from league.faces.public.embeds.embedded import NOBODY, deal_for_everybody
from league.faces.public.people.player_shown import found_by_everybody
from league.faces.public.previews.drawing import Busy, Card, drawn
from league.faces.public.previews.preview_cards import (
    card_of_club,
    card_of_deal,
    card_of_event,
    card_of_player,
    card_of_round,
    card_of_season,
    card_of_standings,
)
from league.faces.public.visitors import EventPage, Visitor, may_see
from league.foundation.languages import LANGUAGES
from league.foundation.release import build_id
from league.play.events.models import Event, Season
from league.play.rounds.selectors import shown_rounds
from league.tables.seasons.selectors import may_see_table, stamp_of_season
from league.tables.standings.stamps import stamp_of

CACHED_SECONDS = 24 * 3_600
BRIEFLY = "public, max-age=300"


@require_safe
def event_picture(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """An event's picture. Its stamp is that of its standings: same stamp, same picture."""
    return _of_event(request, club, event, card_of_event)


@require_safe
def standings_picture(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The first places of an event, as its standings have them."""
    return _of_event(request, club, event, card_of_standings)


def _of_event(
    request: HttpRequest, club: str, event: str, make: Callable[[Event], Card]
) -> HttpResponse:
    stamp = stamp_of(club, event)
    if not stamp:
        raise Http404("there is no such event for everybody")
    found = Event.objects.select_related("club").filter(club__slug=club, slug=event)

    def card() -> Card:
        event = found.get()
        return _card(request, event.club, lambda: make(event))

    return _answer(request, f"{make.__name__}:{stamp}", card)


@require_safe
def season_picture(request: HttpRequest, club: str, season: str) -> HttpResponse:
    found = Season.objects.select_related("club").filter(club__slug=club, slug=season).first()
    if found is None or not may_see_table(found, NOBODY):
        raise Http404("there is no such season for everybody")
    stamp = stamp_of_season(found)
    return _answer(
        request,
        f"season:{stamp}",
        lambda: _card(request, found.club, lambda: card_of_season(found)),
    )


@require_safe
def club_picture(request: HttpRequest, club: str) -> HttpResponse:
    found = Club.objects.filter(slug=club).first()
    if found is None:
        raise Http404("there is no such club")
    return _redrawn(request, found, lambda: card_of_club(found))


@require_safe
def round_picture(
    request: HttpRequest, club: str, event: str, stage_number: int, number: int
) -> HttpResponse:
    """The first tables of a round that is shown."""
    found = Event.objects.select_related("club").filter(club__slug=club, slug=event).first()
    if found is None or not may_see(NOBODY, found):
        raise Http404("there is no such event for everybody")
    round_ = shown_rounds(found).filter(stage__number=stage_number, number=number).first()
    if round_ is None:
        raise Http404("there is no such round, or it is not shown yet")
    page = EventPage(found, Visitor.of(NOBODY, found.club))
    return _redrawn(request, found.club, lambda: card_of_round(page, round_))


@require_safe
def deal_picture(request: HttpRequest, submission_id: int) -> HttpResponse:
    """What a deal scored; none of one that other tables have still to play."""
    deal = deal_for_everybody(submission_id)
    return _redrawn(request, deal.club, lambda: card_of_deal(deal))


@require_safe
def player_picture(request: HttpRequest, club: str, player_id: int) -> HttpResponse:
    player, places = found_by_everybody(club, player_id)
    return _redrawn(request, player.club, lambda: card_of_player(player, player.shown_name, places))


def _language(request: HttpRequest) -> str:
    """Return the language of the page that names the picture; "" where it names none we have."""
    asked = request.GET.get("language", "")
    return asked if asked in dict(LANGUAGES) else ""


def _card(request: HttpRequest, club: Club, make: Callable[[], Card]) -> Card:
    """Return what the picture says, in the language of the page, or else the club's."""
    with (
        translation.override(_language(request) or club.language),
        timezone.override(club.time_zone),
    ):
        return make()


def _redrawn(request: HttpRequest, club: Club, make: Callable[[], Card]) -> HttpResponse:
    """Answer with a picture that is drawn again as soon as it would say anything else."""
    card = _card(request, club, make)
    return _answer(request, f"card:{card.digest}", lambda: card)


def _answer(request: HttpRequest, key: str, make: Callable[[], Card]) -> HttpResponse:
    """Answer with the picture that is kept under the key, drawing it if there is none."""
    name = f"{build_id()}:{_language(request)}:{key}"
    place = "picture:" + sha256(name.encode()).hexdigest()[:40]
    content = cache.get(place)
    if content is None:
        try:
            content = drawn(make())
        except Busy:
            return HttpResponse(status=503, headers={"Retry-After": "10"})
        cache.set(place, content, CACHED_SECONDS)
    return HttpResponse(content, content_type="image/png", headers={"Cache-Control": BRIEFLY})
