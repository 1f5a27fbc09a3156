"""A player of a club: figures, places, partners and results that this visitor may see."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from league.clubs.emblems import emblem_of
from league.clubs.models import Club, Player
from league.faces.public.keeping import add_etag
from league.faces.public.people.events_entered import (
    entered_by,
    events_entered,
    past_events_of_player,
)
from league.faces.public.people.games_compared import (
    chosen_game,
    differ,
    family_in,
    game_rows,
    opponents_compared,
    partners_compared,
    split_folded,
)
from league.faces.public.people.notable_deals import notable_deals
from league.faces.public.people.placings import best_of, headline, placings_in
from league.faces.public.people.player_columns import player_sheet
from league.faces.public.people.rated import rated_by_family
from league.faces.public.people.results_in_short import results_in_short
from league.faces.public.pictures.bid_bars import bid_bars
from league.faces.public.pictures.form import form_shown
from league.faces.public.pictures.form_of_people import form_of
from league.faces.public.ratings.chart import chart_of_rating
from league.faces.public.ratings.ratings_shown import (
    achievements_shown,
    game_in_words,
    notes_of,
    stats_of,
)
from league.faces.public.ratings.shown_names import (
    events_shown,
    found_by,
    names_of,
    shown_name,
    shown_to,
)
from league.faces.public.visitors import Visitor, pass_club
from league.foundation.spreadsheets.answers import format_asked, spreadsheet
from league.play.events.models import Event
from league.play.prepared.hiding import hidden_in_club
from league.play.rounds.models import Placement
from league.tables.ratings.models import Rating
from league.tables.ratings.selectors import ratings_of, settled
from league.tables.statistics.at_tables import opponents_at, tables_at
from league.tables.statistics.selectors import (
    MOST_ACHIEVEMENTS,
    GameStatistics,
    achievements_of,
    statistics_of,
)


@require_safe
def player(request: HttpRequest, club: str, player_id: int) -> HttpResponse:
    return add_etag(request, _player(request, club, player_id))


@pass_club
def _player(request: HttpRequest, club: Club, visitor: Visitor, player_id: int) -> HttpResponse:
    player = Player.objects.filter(club=club, pk=player_id).first()
    if player is None:
        raise Http404("the club has no such player")
    player.club = club
    if player.merged_into_id:
        return redirect("public:player", club.slug, player.merged_into_id)
    shown = events_shown(club, visitor).order_by()
    members = entered_by(player, shown, club)
    past = past_events_of_player(player, visitor)
    if not members and not past and visitor.sees_public_names:
        # whether a club knows somebody is not public as long as there is nothing public to show
        raise Http404("the player has nothing that strangers may see")
    name = shown_name(player, visitor)
    events = events_entered(members, visitor, [player])
    if wanted := format_asked(request):
        sheet = player_sheet(name, events)
        return spreadsheet(sheet, wanted, club.slug, "player", str(player.pk))
    statistics = statistics_of(player, shown)
    chosen = chosen_game(request.GET.get("game", ""), [game.variant for game in statistics])
    own = ratings_of(player)
    for one in own:
        one.player = player
    everybody = settled(Rating.objects.filter(club=club, partner__isnull=True))
    rated = rated_by_family(own, shown_to(everybody, club, visitor), club)
    family = family_in(chosen) if chosen else next(iter(rated), "")
    rating = rated.get(family)
    placements = Placement.objects.filter(entry__in=[member.entry_id for member in members])
    achieved = achievements_of([player])[:MOST_ACHIEVEMENTS]
    context = {
        "club": club,
        "player": player,
        "name": name,
        "emblem": emblem_of(player.pk),
        "form": form_shown(form_of(player, members)),
        "rating": rating,
        "chart": chart_of_rating(rating["row"]) if rating else None,
        "figures": headline([game.all for game in statistics], [*events, *past]),
        "games": game_rows([(game.variant, game.all) for game in statistics], rated, chosen),
        "best_placing": best_of(placings_in([*events, *past])),
        "events": split_folded(events),
        "past": past,
        "results": split_folded(results_in_short(placements, visitor)),
        "achievements": split_folded(
            achievements_shown(achieved, shown.values_list("pk", flat=True))
        ),
    }
    for game in statistics:
        if game.variant == chosen:
            context |= _at_game(player, club, visitor, game, shown)
    return render(request, "public/player.html", context)


def _at_game(
    player: Player,
    club: Club,
    visitor: Visitor,
    game: GameStatistics,
    shown: "QuerySet[Event]",
) -> dict[str, Any]:
    """Return what a page says of one game; as many queries whichever game it is."""
    at = tables_at(player, game.variant, shown)
    met = opponents_at(player, at)
    people = {partner for partner, _sums in game.partners} | {one.player for one in met}
    names, found = names_of(people, visitor), found_by(people, club, visitor)
    partners = partners_compared(game.partners, game.all, names, found)
    return {
        "game": game_in_words(game.variant),
        "variant": game.variant,
        "sums": game.all,
        "stats": stats_of(game.all),
        "notes": notes_of(game.all),
        "bars": bid_bars(game.all.levels),
        "partners": split_folded(partners),
        "partners_differ": differ(partners),
        "opponents": split_folded(opponents_compared(met, names, found)),
        "deals": notable_deals(player, at, hidden_in_club(club.pk), visitor),
    }
