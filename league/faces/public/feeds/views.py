"""What programs fetch again and again: calendars, and the news of a club as a feed."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef
from django.db.models.expressions import Combinable
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.html import escape, format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.wording import join_sentences
from league.clubs.models import Club, Player
from league.faces.public.club.news import Night, nights_of
from league.faces.public.embeds.embedded import NOBODY
from league.faces.public.events.event_facts import game_name
from league.faces.public.feeds.calendars import (
    calendar_of_club,
    calendar_of_player,
    calendar_of_season,
    entered_by,
    struck_column,
)
from league.faces.public.page_cache import add_etag
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.embedding import absolute
from league.foundation.lists import clauses, listed
from league.foundation.related_rows import read_rows, rows_column
from league.office.documents.recaps import EventRecap, event_recaps
from league.play.events.models import Event, EventState, Season, StruckDate
from league.play.events.selectors import LISTED_FOR_ALL, events_of
from league.play.events.states import OVER
from league.play.rounds.models import Round, RoundState

# --- The Atom feed of a club: results, rounds that were opened, events that were announced ---

MOST = 30
# of so many events that ended last there is a recap and not only their places
MOST_RECAPS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One piece of news: a sentence, what more there is to say as HTML, where, and since when."""

    key: str
    title: str
    text: str
    url: str
    at: datetime


def news_of(club: Any) -> list[Item]:
    """Return the newest MOST pieces of news that everybody may read.

    The club was loaded `WITH_ROUNDS`. Four queries, and more where the newest event is the last
    night of a season.
    """
    loaded = events_of(club, NOBODY).select_related(
        "club", "highlights", "season__top", "of_division__division"
    )
    over = loaded.filter(state__in=OVER, finished_at__isnull=False)
    announced = loaded.filter(state=EventState.OPEN, opened_at__isnull=False)
    newest = over.order_by("-finished_at", "-id")[:MOST].union(
        announced.order_by("-opened_at", "-id")[:MOST], all=True
    )
    found = list(newest)
    ended = [event for event in found if event.state in OVER]
    coming = [event for event in found if event.state == EventState.OPEN]
    nights, recaps = nights_of(ended, full_names=False), event_recaps(ended[:MOST_RECAPS])
    items = [
        *(_ended(club, night, recaps.get(night.event.pk)) for night in nights),
        *(_opened(club, round_) for round_ in read_rows(Round, club.opened_read)),
        *(_announced(club, event) for event in coming),
    ]
    return sorted(items, key=lambda item: (item.at, item.key), reverse=True)[:MOST]


def _opened_column() -> Combinable:
    """Return the newest rounds of a club that everybody may see, as a column of clubs."""
    shown = Event.objects.filter(LISTED_FOR_ALL, club=OuterRef(OuterRef("pk")))
    rounds = (
        # found one by one: joined with events, PostgreSQL would read the stages of all clubs
        Round.objects.filter(stage__event__any_of=ArraySubquery(shown.values("pk")))
        .exclude(state=RoundState.DRAWN)
        .filter(opened_at__isnull=False)
        .order_by("-opened_at", "-id")[:MOST]
    )
    event = [f"stage__event__{name}" for name in ("name", "slug")]
    columns = ("id", "number", "opened_at", "deadline", "stage_id", "stage__number")
    return rows_column(rounds, *columns, "stage__event_id", *event)


WITH_ROUNDS: CompiledQuery[Club] = CompiledQuery(
    lambda value: Club.objects.filter(slug=value("club")).annotate(opened_read=_opened_column())
)


def _ended(club: Club, night: Night, recap: EventRecap | None) -> Item:
    names = listed(night.champions)
    parts = {"names": names, "event": night.event.name}
    title = _("%(names)s won %(event)s.") % parts if names else _("%(event)s is over.") % parts
    places = [
        _("%(place)d. %(name)s (%(points)s)")
        % {"place": winner.rank, "name": winner.name, "points": winner.points}
        for winner in night.winners
    ]
    return Item(
        key=f"result-{night.event.pk}",
        title=title,
        text=_html(clauses(places), recap),
        url=_address("standings", club, night.event),
        at=_moment(night.event.finished_at),
    )


def _html(places: str, recap: EventRecap | None) -> str:
    """Return the places, with the recap of an event and the picture of its deal."""
    if recap is None or not recap.sentences:
        return format_html("<p>{}</p>", places)
    text = format_html("<p>{}</p><p>{}</p>", join_sentences(recap.sentences), places)
    deal = next(iter(recap.deals), None)
    if deal is None:
        return text
    picture = reverse("public:deal_picture", args=[deal.submission])
    return text + format_html(
        '<p><a href="{}"><img src="{}" alt="{}" width="600" height="315"></a></p>',
        deal.deal.url,
        absolute(picture),
        _("Best deal"),
    )


def _opened(club: Club, round_: Round) -> Item:
    event, stage = round_.stage.event, round_.stage
    parts = {"number": round_.number, "event": event.name}
    return Item(
        key=f"round-{round_.pk}",
        title=_("Round %(number)d of %(event)s is open: see who plays whom.") % parts,
        text=escape(_("Deadline: %(when)s") % {"when": _shown(round_.deadline)})
        if round_.deadline
        else "",
        url=absolute(
            reverse("public:round", args=[club.slug, event.slug, stage.number, round_.number])
        ),
        at=_moment(round_.opened_at),
    )


def _announced(club: Club, event: Event) -> Item:
    parts = {"event": event.name, "date": date_format(event.starts_on, "DATE_FORMAT")}
    return Item(
        key=f"event-{event.pk}",
        title=_("%(event)s is open for entries; it begins on %(date)s.") % parts,
        text=escape(game_name(event)),
        url=_address("event", club, event),
        at=_moment(event.opened_at),
    )


def _moment(moment: datetime | None) -> datetime:
    return timezone.localtime(moment)


def _shown(moment: datetime | None) -> str:
    return date_format(timezone.localtime(moment), "DATETIME_FORMAT")


def _address(page: str, club: Club, event: Event) -> str:
    return absolute(reverse(f"public:{page}", args=[club.slug, event.slug]))


def feed_of(club: Club) -> bytes:
    """Return the feed as an Atom document (RFC 4287), in the language and the time in force."""
    feed = Atom1Feed(
        title=club.name,
        subtitle=_("Results, rounds and dates of %(club)s.") % {"club": club.name},
        link=absolute(reverse("public:club", args=[club.slug])),
        feed_url=absolute(reverse("public:club_feed", args=[club.slug])),
        description="",
        language=club.language,
    )
    for item in news_of(club):
        feed.add_item(
            title=item.title,
            link=item.url,
            description=item.text,
            # the same for good, whatever the sentence says by then
            unique_id=f"{item.url}#{item.key}",
            pubdate=item.at,
            updateddate=item.at,
        )
    return feed.writeString("utf-8").encode()


CALENDAR = "text/calendar; charset=utf-8"
ATOM = "application/atom+xml; charset=utf-8"


@require_safe
def club_feed(request: HttpRequest, club: str) -> HttpResponse:
    found = WITH_ROUNDS.first(club=club)
    return _answer(request, found, found, feed_of, ATOM)


@require_safe
def club_calendar(request: HttpRequest, club: str) -> HttpResponse:
    struck = StruckDate.objects.filter(club=OuterRef("pk"))
    found = Club.objects.filter(slug=club).annotate(struck_read=struck_column(struck)).first()
    return _answer(request, found, found, calendar_of_club)


@require_safe
def season_calendar(request: HttpRequest, club: str, season: str) -> HttpResponse:
    found = Season.objects.select_related("club").filter(club__slug=club, slug=season).first()
    return _answer(request, found, found.club if found else None, calendar_of_season)


@require_safe
def player_calendar(request: HttpRequest, club: str, player_id: int) -> HttpResponse:
    entered = entered_by(OuterRef("pk")).values("event_id")
    struck = StruckDate.objects.filter(club=OuterRef("club"), event_number__in=entered)
    players = Player.objects.select_related("club").filter(club__slug=club, pk=player_id)
    player = players.annotate(struck_read=struck_column(struck)).first()
    if player is not None and player.merged_into_id:
        return redirect("public:player_calendar", club, player.merged_into_id)
    return _answer(request, player, player.club if player else None, calendar_of_player)


def _answer(
    request: HttpRequest,
    subject: Any,
    club: Club | None,
    make: Callable[[Any], bytes],
    content_type: str = CALENDAR,
) -> HttpResponse:
    """Answer in the club's language and time: programs that fetch this choose none."""
    if club is None:
        raise Http404("there is nothing of this name here")
    with translation.override(club.language), timezone.override(club.time_zone):
        response = HttpResponse(make(subject), content_type=content_type)
    if content_type == CALENDAR:
        response["Content-Disposition"] = f'inline; filename="{club.slug}.ics"'
    return add_etag(request, response)
