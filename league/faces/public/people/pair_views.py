"""A partnership: how strong two players are together, and what they are with others."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from league.clubs.emblems import emblem_of
from league.clubs.models import Club, Player
from league.faces.public.keeping import add_etag
from league.faces.public.people.events_entered import entered_by, events_entered
from league.faces.public.people.games_compared import (
    chosen_game,
    differ,
    family_in,
    game_rows,
    opponents_compared,
    split_folded,
)
from league.faces.public.people.notable_deals import notable_deals
from league.faces.public.people.placings import best_of, headline, placings_in
from league.faces.public.people.rated import rated_by_family
from league.faces.public.people.results_in_short import results_in_short
from league.faces.public.pictures.bid_bars import bid_bars
from league.faces.public.pictures.difference_bars import difference_bars
from league.faces.public.pictures.form import form_shown
from league.faces.public.pictures.form_of_people import form_of_pair
from league.faces.public.ratings.ratings_shown import game_in_words, notes_of, stats_of
from league.faces.public.ratings.shown_names import (
    events_shown,
    found_by,
    names_of,
    shown_name,
    shown_to,
)
from league.faces.public.ratings.views import history_of, player_of
from league.faces.public.visitors import Visitor, pass_club
from league.foundation.lists import partners
from league.play.events.models import Event
from league.play.prepared.hiding import hidden_in_club
from league.play.rounds.models import Placement
from league.tables.ratings.models import Rating
from league.tables.ratings.selectors import LEAST_DEALS, ratings_of_pair
from league.tables.statistics.at_tables import AtTable, opponents_at, tables_at
from league.tables.statistics.selectors import Statistics, statistics_of, statistics_of_pair


@require_safe
def pair(request: HttpRequest, club: str, player_id: int, partner_id: int) -> HttpResponse:
    return add_etag(request, _pair(request, club, player_id, partner_id))


@pass_club
def _pair(
    request: HttpRequest, club: Club, visitor: Visitor, player_id: int, partner_id: int
) -> HttpResponse:
    one, other = (player_of(club, visitor, pk) for pk in (player_id, partner_id))
    if one.pk == other.pk:
        raise Http404("it takes two to be partners")
    if (one.pk, other.pk) != (min(player_id, partner_id), max(player_id, partner_id)):
        return redirect("public:pair", club.slug, *sorted((one.pk, other.pk)))
    shown = events_shown(club, visitor).order_by()
    both = ratings_of_pair(one, other)
    together = statistics_of_pair(one, other, shown)
    if not both and not together:
        raise Http404("these two have not played together")
    for row in both:
        row.player = one
    listed_pairs = Rating.objects.filter(club=club, partner__isnull=False, deals__gte=LEAST_DEALS)
    rated = rated_by_family(both, shown_to(listed_pairs, club, visitor), club)
    for shown_rating in rated.values():
        shown_rating["url"] = ""  # why it is what it is stands on this page
    chosen = chosen_game(request.GET.get("game", ""), [variant for variant, *_ in together])
    rating = rated.get(family_in(chosen) if chosen else next(iter(rated), ""))
    ids = set(shown.values_list("pk", flat=True))
    events = events_entered(entered_by(one, shown, club, other), visitor, [one, other])
    sums = [(variant, mine) for variant, mine, _theirs in together]
    people = [_person(player, visitor) for player in (one, other)]
    context = {
        "club": club,
        "people": people,
        "name": partners([person["name"] for person in people]),
        "form": form_shown(form_of_pair(one, other, ids)),
        "rating": rating,
        "history": history_of(rating["row"], club, visitor, ids) if rating else None,
        "figures": headline([mine for _variant, mine in sums], events),
        "games": game_rows(sums, rated, chosen),
        "best_placing": best_of(placings_in(events)),
        "events": split_folded(events),
        "player": one,
    }
    for variant, *each in together:
        if variant == chosen:
            context |= _at_game(people, variant, each, club, visitor, shown)
    return render(request, "public/pair.html", context)


def _person(player: Player, visitor: Visitor) -> dict[str, Any]:
    return {
        "player": player,
        "id": player.pk,
        "name": shown_name(player, visitor),
        "emblem": emblem_of(player.pk),
    }


def _at_game(
    people: Sequence[dict[str, Any]],
    variant: str,
    each: Sequence[Statistics],
    club: Club,
    visitor: Visitor,
    shown: "QuerySet[Event]",
) -> dict[str, Any]:
    """Return all that the page says of one game; as many queries whichever game it is."""
    one, other = (person["player"] for person in people)
    at = tables_at(one, variant, shown, partner=other)
    met = opponents_at(one, at)
    opponents = {foe.player for foe in met}
    names, found = names_of(opponents, visitor), found_by(opponents, club, visitor)
    placements = _placements(one, at)
    return {
        "game": game_in_words(variant),
        "variant": variant,
        "sums": each[0],
        "each": [
            person
            | {
                "sums": sums,
                "stats": stats_of(sums),
                "notes": notes_of(sums),
                "bars": bid_bars(sums.levels),
            }
            for person, sums in zip(people, each, strict=True)
        ],
        "apart": _apart(people, variant, each[0], shown),
        "opponents": split_folded(opponents_compared(met, names, found)),
        "deals": notable_deals(one, at, hidden_in_club(club.pk), visitor),
        "results": split_folded(results_in_short(placements, visitor)),
    }


def _placements(player: Player, at: Collection[AtTable]) -> "QuerySet[Placement]":
    """Return where the player sat at these tables, also under a name that was merged."""
    ids = [player.pk, *player.doubles.values_list("pk", flat=True)]
    return Placement.objects.filter(
        pk__in=Placement.objects.filter(
            table__in=[one.table for one in at], seats__player__in=ids
        ).values("pk")
    )


def _apart(
    people: Sequence[dict[str, Any]],
    variant: str,
    together: Statistics,
    shown: "QuerySet[Event]",
) -> list[dict[str, Any]]:
    """Return what each of the two scores a deal with all partners, and how much more together.

    Nothing where both have no other partner, or do as well with others.
    """
    rows = []
    for person in people:
        games = {game.variant: game.all for game in statistics_of(person["player"], shown)}
        rows.append(person | {"all": games.get(variant)})
    averages = [row["all"].points_a_deal if row["all"] else None for row in rows]
    ahead = [
        None
        if average is None or together.points_a_deal is None
        else together.points_a_deal - average
        for average in averages
    ]
    compared = [
        row | {"bar": bar} for row, bar in zip(rows, difference_bars(ahead, 0), strict=True)
    ]
    return compared if differ(compared) else []
