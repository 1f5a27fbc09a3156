"""A player of a club: the events, places, partners and results that this visitor may see."""

from collections import Counter
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.clubs.models import Club, Player
from league.events.models import EntryMember, Event
from league.prepared.hiding import hidden_of
from league.public.events.why import result_row
from league.public.keeping import with_etag
from league.public.people.events_entered import (
    entered_by,
    events_entered,
    past_events_of_player,
)
from league.public.people.player_columns import player_sheet
from league.public.pictures.form import form_shown
from league.public.pictures.form_of_people import form_of
from league.public.ratings.ratings_shown import achievements_shown, games_shown, rating_shown
from league.public.ratings.shown_names import events_shown
from league.public.rounds.rounds_shown import tables_named
from league.public.visitors import EventPage, Visitor, for_club
from league.ratings.selectors import ratings_of
from league.rounds.models import Placement, RoundState
from league.spreadsheets.answers import format_asked, spreadsheet
from league.statistics.selectors import MOST_ACHIEVEMENTS, achievements_of, statistics_of

MOST_RESULTS = 50


@require_safe
def player(request: HttpRequest, club: str, player_id: int) -> HttpResponse:
    return with_etag(request, _player(request, club, player_id))


@for_club
def _player(request: HttpRequest, club: Club, visitor: Visitor, player_id: int) -> HttpResponse:
    player = Player.objects.filter(club=club, pk=player_id).first()
    if player is None:
        raise Http404("the club has no such player")
    if player.merged_into_id:
        return redirect("public:player", club.slug, player.merged_into_id)
    members = entered_by(player, club, visitor)
    past = past_events_of_player(player, visitor)
    if not members and not past and visitor.sees_public_names:
        # whether a club knows somebody is not public as long as there is nothing public to show
        raise Http404("the player has nothing that strangers may see")
    if wanted := format_asked(request):
        sheet = player_sheet(_shown(player, visitor), events_entered(members, visitor))
        return spreadsheet(sheet, wanted, club.slug, "player", str(player.pk))
    context = {
        "club": club,
        "player": player,
        "name": _shown(player, visitor),
        "events": events_entered(members, visitor),
        "past": past,
        "partners": _partners(player, members, visitor),
        "results": _results(members, visitor),
        "form": form_shown(form_of(player, members)),
        **_figures(player, club, visitor),
    }
    return render(request, "public/player.html", context)


def _shown(player: Player, visitor: Visitor) -> str:
    return player.name if visitor.sees_full_names else player.shown_name


def _figures(player: Player, club: Club, visitor: Visitor) -> dict[str, Any]:
    """Return the player's ratings, statistics and achievements; a constant number of queries."""
    rated = ratings_of(player)
    for rating in rated:
        rating.club = club
    events = events_shown(club, visitor).order_by().values_list("pk", flat=True)
    achieved = achievements_of([player])[:MOST_ACHIEVEMENTS]
    return {
        "ratings": [rating_shown(rating) for rating in rated],
        "games": games_shown(statistics_of(player), visitor),
        "achievements": achievements_shown(achieved, events),
    }


def _partners(
    player: Player, members: list[EntryMember], visitor: Visitor
) -> list[tuple[int, str, int]]:
    """Return (id, name, how often) of partners in the player's entries, most frequent first."""
    entries = {member.entry_id: member.entry for member in members}
    together: Counter[int] = Counter()
    people: dict[int, Player] = {}
    for entry in entries.values():
        for partner in {other.player_id: other.player for other in entry.members.all()}.values():
            if partner.pk != player.pk and partner.merged_into_id != player.pk:
                together[partner.pk] += 1
                people[partner.pk] = partner
    ordered = sorted(together.items(), key=lambda partner: (-partner[1], people[partner[0]].name))
    return [(pk, _shown(people[pk], visitor), count) for pk, count in ordered]


def _results(members: list[EntryMember], visitor: Visitor) -> list[dict[str, Any]]:
    events = {member.entry_id: member.entry.event for member in members}
    placements = list(
        Placement.objects.filter(entry__in=events, table__isnull=False)
        .exclude(round__state=RoundState.DRAWN)
        .select_related("round")
        .order_by("-round__opened_at", "-round__number", "-id")[:MOST_RESULTS]
    )
    tables = tables_named([placement.table_id for placement in placements if placement.table_id])
    hidden = hidden_of(tables.values())
    return [
        result_row(EventPage(events[placement.entry_id], visitor), placement, tables, hidden)
        | {
            "event": events[placement.entry_id].name,
            "event_url": _event_address(events[placement.entry_id]),
        }
        for placement in placements
    ]


def _event_address(event: Event) -> str:
    return reverse("public:event", args=[event.club.slug, event.slug])
