"""A player of a club: figures, places, partners and results that this visitor may see."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import services as games
from league.clubs.logos import emblem_of
from league.clubs.models import Club, Player
from league.faces.public.page_cache import add_etag
from league.faces.public.people.player_shown import (
    best_of,
    entered_column,
    entered_read,
    events_entered,
    headline,
    notable_deals,
    past_events_shown,
    placings_in,
    player_sheet,
    player_with_columns,
    rated_by_family,
    ratings_read,
    results_in_short,
)
from league.faces.public.pictures.bid_bars import bid_bars
from league.faces.public.pictures.difference_bars import difference_bars
from league.faces.public.pictures.form import form_of_pair, form_read, form_shown
from league.faces.public.ratings.history import chart_of_changes
from league.faces.public.ratings.ratings_shown import (
    achievements_shown,
    events_shown,
    game_in_words,
    notes_of,
    people_at,
    shown_name,
    shown_to,
    stats_of,
)
from league.faces.public.ratings.views import history_of, player_of
from league.faces.public.visitors import Visitor, for_club_of, pass_club
from league.foundation.compiled_queries import CompiledQuery
from league.foundation.lists import partners
from league.foundation.spreadsheets import format_asked, spreadsheet
from league.play.events.models import Event
from league.play.prepared.hiding import HiddenDeals, hidden_column, hidden_in_club, hidden_read
from league.play.rounds.models import Placement
from league.tables.ratings.models import Rating
from league.tables.ratings.selectors import LEAST_DEALS, ratings_of_pair, settled
from league.tables.statistics.at_tables import Met, opponents_at, tables_at
from league.tables.statistics.selectors import (
    AtTable,
    GameStatistics,
    Statistics,
    statistics_of,
    statistics_of_pair,
    statistics_read,
)

# --- Games compared ---
# What a player or a pair does at a game: figures by game, and partners and opponents compared.

# of partners and opponents so many stand there at once, the others folded
SHOWN_AT_ONCE = 8
MOST_SHOWN = 60


def chosen_game(wanted: str, played: Sequence[str]) -> str:
    """Return the game that was asked for where it was played, else the first; "" without any."""
    return wanted if wanted in played else next(iter(played), "")


def family_in(variant: str) -> str:
    """Return the family of a game's ratings; a game that is no more has one of its own."""
    return games.family_of(variant).id if games.variant_named(variant) else variant


def game_rows(
    found: Sequence[tuple[str, Statistics]], rated: Mapping[str, dict[str, Any]], chosen: str
) -> list[dict[str, Any]]:
    """Return a row a game: its rating (by family, with its place), deals and averages."""
    return [
        {
            "variant": variant,
            "game": game_in_words(variant),
            "rating": rated.get(family_in(variant)),
            "sums": sums,
            "is_chosen": variant == chosen,
        }
        for variant, sums in found
    ]


def partners_compared(
    partners: Sequence[tuple[int, Statistics]],
    own: Statistics,
    names: Mapping[int, str],
    found: Collection[int],
) -> list[dict[str, Any]]:
    """Return the partners, the most deals first, each compared with the player's own average."""
    known = [(partner, sums) for partner, sums in partners if partner in names]
    most = sorted(known, key=lambda one: (-one[1].deals, names[one[0]]))[:MOST_SHOWN]
    bars = difference_bars([sums.points_a_deal for _partner, sums in most], own.points_a_deal)
    return [
        {
            "id": partner,
            "name": names[partner],
            "has_page": partner in found,
            "sums": sums,
            "bar": bar,
        }
        for (partner, sums), bar in zip(most, bars, strict=True)
    ]


def opponents_compared(
    met: Sequence[Met], names: Mapping[int, str], found: Collection[int]
) -> list[dict[str, Any]]:
    """Return whom somebody met, the most deals first, with the points ahead of them a deal.

    `names` are all that may be shown, `found` the players whose page may be seen.
    """
    known = [one for one in met if one.player in names][:MOST_SHOWN]
    bars = difference_bars([one.ahead_a_deal for one in known], 0)
    return [
        {
            "id": one.player,
            "name": names[one.player],
            "has_page": one.player in found,
            "met": one,
            "bar": bar,
        }
        for one, bar in zip(known, bars, strict=True)
    ]


def differ(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether there is anything to compare: a bar in some row."""
    return any(row["bar"] for row in rows)


def split_folded(rows: Sequence[Any], at_once: int = SHOWN_AT_ONCE) -> dict[str, Sequence[Any]]:
    """Return the rows that stand there at once, and the others, which are folded."""
    return {"first": rows[:at_once], "more": rows[at_once:]}


@require_safe
def player(request: HttpRequest, club: str, player_id: int) -> HttpResponse:
    return add_etag(request, _player(request, club, player_id))


WITH_HIDDEN: CompiledQuery[Any] = CompiledQuery(
    lambda value: Club.objects.filter(slug=value("club")).annotate(hidden_rows=hidden_column())
)


@for_club_of(WITH_HIDDEN)
def _player(request: HttpRequest, club: Any, visitor: Visitor, player_id: int) -> HttpResponse:
    shown = events_shown(club, visitor).order_by()
    hidden = hidden_read(club.hidden_rows)
    player = player_with_columns(club, player_id, shown, hidden)
    if player is None:
        raise Http404("the club has no such player")
    if player.merged_into_id:
        return redirect("public:player", club.slug, player.merged_into_id)
    members = entered_read(player, club)
    past = past_events_shown(player, visitor)
    if not members and not past and visitor.sees_public_names:
        # whether a club knows somebody is not public as long as there is nothing public to show
        raise Http404("the player has nothing that strangers may see")
    name = shown_name(player, visitor)
    events = events_entered(members, visitor, [player])
    if wanted := format_asked(request):
        sheet = player_sheet(name, events)
        return spreadsheet(sheet, wanted, club.slug, "player", str(player.pk))
    statistics = statistics_read(player, player.counted)
    chosen = chosen_game(request.GET.get("game", ""), [game.variant for game in statistics])
    own = ratings_read(player)
    everybody = settled(Rating.objects.filter(club=club, partner__isnull=True))
    rated = rated_by_family(own, shown_to(everybody, club, visitor), club)
    family = family_in(chosen) if chosen else next(iter(rated), "")
    rating = rated.get(family)
    placements = Placement.objects.filter(entry__in=[member.entry_id for member in members])
    context = {
        "club": club,
        "player": player,
        "name": name,
        "emblem": emblem_of(player.pk),
        "form": form_shown(form_read(player.form)),
        "rating": rating,
        "chart": chart_of_changes(rating["row"].last_changes) if rating else None,
        "figures": headline([game.all for game in statistics], [*events, *past]),
        "games": game_rows([(game.variant, game.all) for game in statistics], rated, chosen),
        "best_placing": best_of(placings_in([*events, *past])),
        "events": split_folded(events),
        "past": past,
        "results": split_folded(results_in_short(placements, visitor, club, hidden)),
        "achievements": split_folded(achievements_shown(player.achieved)),
    }
    for game in statistics:
        if game.variant == chosen:
            context |= _at_game(player, club, visitor, game, hidden)
    return render(request, "public/player.html", context)


def _at_game(
    player: Player,
    club: Club,
    visitor: Visitor,
    game: GameStatistics,
    hidden: HiddenDeals,
) -> dict[str, Any]:
    """Return what a page says of one game; as many queries whichever game it is."""
    names, found, seats = people_at(
        game.last, [partner for partner, _sums in game.partners], club, visitor
    )
    met = opponents_at(player, game.last, seats)
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
        "deals": notable_deals(player, game.last, hidden, visitor),
    }


# --- A partnership: how strong two players are together, and what they are with others ---


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
    ids, hidden = set(shown.values_list("pk", flat=True)), hidden_in_club(club.pk)
    entered = (
        Player.objects.annotate(entered=entered_column(shown, other)).only("pk").get(pk=one.pk)
    )
    events = events_entered(entered_read(entered, club), visitor, [one, other])
    sums = [(variant, mine) for variant, mine, _theirs in together]
    people = [_person(player, visitor) for player in (one, other)]
    context = {
        "club": club,
        "people": people,
        "name": partners([person["name"] for person in people]),
        "form": form_shown(form_of_pair(one, other, ids, hidden)),
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
            context |= _pair_at_game(people, variant, each, club, visitor, shown, hidden)
    return render(request, "public/pair.html", context)


def _person(player: Player, visitor: Visitor) -> dict[str, Any]:
    return {
        "player": player,
        "id": player.pk,
        "name": shown_name(player, visitor),
        "emblem": emblem_of(player.pk),
    }


def _pair_at_game(
    people: Sequence[dict[str, Any]],
    variant: str,
    each: Sequence[Statistics],
    club: Club,
    visitor: Visitor,
    shown: "QuerySet[Event]",
    hidden: HiddenDeals,
) -> dict[str, Any]:
    """Return all that the page says of one game; as many queries whichever game it is."""
    one, other = (person["player"] for person in people)
    at = tables_at(one, variant, shown, partner=other)
    names, found, seats = people_at(at, (), club, visitor)
    met = opponents_at(one, at, seats)
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
        "deals": notable_deals(one, at, hidden, visitor),
        "results": split_folded(results_in_short(placements, visitor, club, hidden)),
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
