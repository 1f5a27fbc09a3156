"""What the pictures beside links say, as a stranger sees their pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.clubs.models import Club, Logo, Player
from league.faces.public.club.news import latest_nights
from league.faces.public.embeds.embedded import NOBODY, PublicDeal, embed_of_event, embed_of_season
from league.faces.public.events.event_facts import game_name
from league.faces.public.previews.drawing import MOST_IN_COLUMNS, MOST_ROWS, MOST_SMALL_ROWS, Card
from league.faces.public.rounds.live_tables import tables_done
from league.faces.public.rounds.rounds_shown import sides_of
from league.faces.public.visitors import EventPage
from league.foundation.shown_numbers import figure, place
from league.play.events.models import Event, EventState, Season
from league.play.events.selectors import events_of
from league.play.events.states import OVER
from league.play.prepared.hiding import HiddenDeals, hidden_of
from league.play.results.deal_words import Names, contract_of, label_of, totals_of
from league.play.results.submitted_deals import remembered_of
from league.play.results.visible_results import result_shown
from league.play.rounds.models import Round, Table
from league.play.rounds.selectors import tables_of

PAIRED = 2  # sides of a table whose points stand beside each other


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


def card_of_standings(event: Event) -> Card:
    """Return the first places of an event's standings, more of them than its own card has."""
    embed = embed_of_event(event, rows=MOST_IN_COLUMNS)
    return Card(
        title=event.name,
        line=_joined(game_name(event), date_format(event.starts_on, "DATE_FORMAT")),
        heading=_("Final standings") if event.state in OVER and embed.rows else embed.caption,
        rows=[(row.place, _joined(row.name, row.group), row.points) for row in embed.rows],
        bold=[number for number, row in enumerate(embed.rows) if row.place == place(1)],
        **_face(event.club),
    )


def card_of_round(page: EventPage, round_: Round) -> Card:
    """Return the first tables of a round with who sits there and what they have made."""
    tables = tables_of(round_)[:MOST_SMALL_ROWS]
    hidden = hidden_of(tables)
    done, total = tables_done([round_.pk]).get(round_.pk, (0, 0))
    counted = ngettext(
        "%(done)s of %(count)s table done", "%(done)s of %(count)s tables done", total
    )
    number = _("Round %(number)d") % {"number": round_.number}
    day = (
        date_format(timezone.localtime(round_.opened_at), "DATE_FORMAT") if round_.opened_at else ""
    )
    return Card(
        title=f"{number} · {page.event.name}",
        line=_joined(round_.stage.name, game_name(page.event), day),
        heading=counted % {"done": done, "count": total} if total else "",
        rows=[_table(page, table, hidden) for table in tables],
        bold=(),
        **_face(page.club),
    )


def _table(page: EventPage, table: Table, hidden: HiddenDeals) -> tuple[str, str, str]:
    """Return the table's row: both sides with their points, of several the best."""
    sides = sides_of(page, table, result_shown(table, hidden))
    points = [side["points"] for side in sides if side["points"] is not None]
    if len(sides) > PAIRED and points:
        sides = [side for side in sides if side["points"] == max(points)]
        points = [max(points)]
    names = " – ".join(side["name"] for side in sides)
    return table.shown_number, names, " : ".join(map(figure, points))


def card_of_deal(deal: PublicDeal) -> Card:
    """Return what each side scored in a deal, what was bid, and what is to be remembered of it."""
    submission, table = deal.submission, deal.table
    names = Names(table, public=True)
    scored = submission.deal.score
    round_ = table.round
    number = _("Round %(number)d") % {"number": round_.number}
    title = _("%(what)s, table %(table)s") % {
        "what": label_of(submission.deal, submission.number),
        "table": table.shown_number,
    }
    remembered = [capfirst(one.label) for one in remembered_of(submission.deal)]
    made: dict[bool | None, str] = {True: _("made"), False: _("set")}
    return Card(
        title=title,
        line=_joined(round_.stage.event.name, number),
        heading=_joined(
            *remembered, contract_of(submission.deal, names), made.get(submission.deal.made, "")
        ),
        rows=[("", name, figure(points)) for name, points in totals_of(submission.deal, names)],
        bold=[side for side, points in enumerate(scored) if points == max(scored)],
        **_face(deal.club),
    )


def card_of_player(player: Player, name: str, places: Sequence[Mapping[str, Any]]) -> Card:
    """Return the last places of a player. `places` are events with their rows, the newest first."""
    placed = [one for one in places if one["row"] is not None]
    won = sum(one["placing"].rank == 1 for one in placed if one["placing"])
    events = ngettext("%(count)d event", "%(count)d events", len(places)) % {"count": len(places)}
    first = ngettext("%(count)d first place", "%(count)d first places", won) % {"count": won}
    return Card(
        title=name,
        line=_joined(events, first if won else ""),
        heading=_("Latest places") if placed else "",
        rows=[
            (place(one["row"].rank, one["row"].is_tied), one["event"].name, _day(one["event"]))
            for one in placed[:MOST_ROWS]
        ],
        bold=[number for number, one in enumerate(placed[:MOST_ROWS]) if one["row"].rank == 1],
        **_face(player.club),
    )


def _day(event: Event) -> str:
    return date_format(event.starts_on, "DATE_FORMAT")


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
