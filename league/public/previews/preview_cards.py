"""What the pictures beside links say: of an event, a season and a club, as a stranger sees them."""

from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.clubs.models import Club, Logo
from league.events.models import Event, EventState, Season
from league.events.selectors import events_of
from league.events.states import OVER
from league.public.club.news import latest_nights
from league.public.embeds.embedded import NOBODY, embed_of_event, embed_of_season
from league.public.events.event_cards import game_name
from league.public.previews.drawing import MOST_ROWS, Card
from league.shown_numbers import figure, place


def card_of_event(event: Event) -> Card:
    """Return the winners of an event that is over, the leaders of one that is played."""
    embed = embed_of_event(event, rows=MOST_ROWS)
    line = _joined(game_name(event), date_format(event.starts_on, "DATE_FORMAT"))
    return Card(
        title=event.name,
        line=line if embed.rows else _joined(line, str(event.get_state_display())),
        heading=_("Winners") if event.state in OVER else embed.caption,
        rows=[(row.place, row.name, row.points) for row in embed.rows],
        **_face(event.club),
    )


def card_of_season(season: Season) -> Card:
    """Return the first of the season's table; of several divisions those of the first."""
    embed = embed_of_season(season, rows=MOST_ROWS)
    first = embed.rows[0].group if embed.rows else ""
    days = (date_format(day, "DATE_FORMAT") for day in (season.starts_on, season.ends_on))
    return Card(
        title=season.name,
        line=" – ".join(days),
        heading=_joined(_("Season standings"), first),
        rows=[(row.place, row.name, row.points) for row in embed.rows if row.group == first],
        **_face(season.club),
    )


def card_of_club(club: Club) -> Card:
    """Return who won last, or else the next date."""
    events = events_of(club, NOBODY)
    nights = [night for night in latest_nights(events, full_names=False) if night.winners]
    if nights:
        night = nights[0]
        heading = _joined(night.event.name, date_format(night.on, "DATE_FORMAT"))
        rows = [
            (place(winner.rank, winner.tied), winner.name, figure(winner.points))
            for winner in night.winners
        ]
    else:
        heading, rows = "", []
    coming = events.filter(state__in=(EventState.OPEN, EventState.RUNNING)).order_by("starts_on")
    event = coming.first()
    following = _joined(event.name, date_format(event.starts_on, "DATE_FORMAT")) if event else ""
    return Card(
        title=club.name,
        line=_joined(club.when_we_play, club.where_we_play) or following,
        heading=heading,
        rows=rows,
        **(_face(club) | {"club": _("Leagues and tournaments for a card club")}),
    )


def _face(club: Club) -> dict[str, Any]:
    content = Logo.objects.filter(pk=club.logo_id).values_list("content", flat=True).first()
    return {
        "club": club.name,
        "main_colour": club.main_colour,
        "accent_colour": club.accent_colour,
        "logo": bytes(content) if content else b"",
    }


def _joined(*texts: str) -> str:
    return " · ".join(text for text in texts if text)
