"""A rating and a player's statistics as rows and figures of a page."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.contrib.postgres.fields import ArrayField
from django.db.models import BigIntegerField, Exists, Func, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games import services as games
from league.clubs.models import Club, Player
from league.faces.public.pictures.bid_bars import bid_bars
from league.faces.public.visitors import Visitor
from league.foundation.lists import partners
from league.foundation.related_rows import read_rows, rows_column
from league.foundation.shown_numbers import figure
from league.foundation.spreadsheets import MOST_ROWS, Column, Sheet
from league.play.events.models import EntryMember, Event
from league.play.events.selectors import listed_for
from league.play.results.models import Submission
from league.tables.ratings import selectors as ratings
from league.tables.ratings.method import at_least, give_or_take, shown
from league.tables.ratings.models import Rating
from league.tables.statistics.at_tables import GameTogether, seats_at
from league.tables.statistics.models import Achievement, SeatCount
from league.tables.statistics.selectors import (
    MOST_ACHIEVEMENTS,
    AtTable,
    GameStatistics,
    Statistics,
)

# --- Who may be named where ratings are shown, and by which name ---


def shown_name(player: Player, visitor: Visitor) -> str:
    return player.name if visitor.sees_full_names else player.shown_name


def names_of(ids: Iterable[int], visitor: Visitor) -> dict[int, str]:
    """Return what players are called, by id; one query."""
    players = Player.objects.filter(pk__in=set(ids)).select_related("merged_into")
    return {player.pk: shown_name(player.merged_into or player, visitor) for player in players}


def people_at(
    tables: Sequence[AtTable], others: Collection[int], club: Club, visitor: Visitor
) -> tuple[dict[int, str], set[int], list[SeatCount]]:
    """Return what those at these tables, and the others (ids), are called; one query.

    Then those of them who have a page that the visitor may see, and what was scored at the tables.
    """
    seats = seats_at(tables)
    ids: Any = ArrayField(BigIntegerField())
    seated, beside = ArraySubquery(seats.values("player")), Value([*others], output_field=ids)
    people = Player.objects.filter(
        pk__any_of=Func(seated, beside, function="ARRAY_CAT", output_field=ids)
    )
    columns = ("id", "table_id", "player_id", "deals", "points")
    found = list(
        _with_pages(people, club, visitor).annotate(
            scored=rows_column(seats.filter(player=OuterRef("pk")), *columns)
        )
    )
    return (*_named(found, visitor), [row for one in found for row in _scored(one)])


def _scored(player: Any) -> list[SeatCount]:
    return read_rows(SeatCount, player.scored)


def people_named(
    ids: Iterable[int], club: Club, visitor: Visitor
) -> tuple[dict[int, str], set[int]]:
    """Return what players are called, and who has a page that the visitor may see; one query."""
    return _named(_with_pages(Player.objects.filter(pk__in=set(ids)), club, visitor), visitor)


def _with_pages(people: "QuerySet[Player]", club: Club, visitor: Visitor) -> "QuerySet[Any]":
    """Have each say whether the visitor can find them in an event, as `players_known` does."""
    people = people.select_related("merged_into")
    if visitor.sees_full_names:
        return people.annotate(has_page=Value(value=True))
    return people.annotate(has_page=Q(club=club) & _is_entered(club, visitor))


def _named(people: Iterable[Any], visitor: Visitor) -> tuple[dict[int, str], set[int]]:
    names, known = {}, set()
    for one in people:
        names[one.pk] = shown_name(one.merged_into or one, visitor)
        if one.has_page:
            known.add(one.pk)
    return names, known


def events_shown(club: Club, visitor: Visitor) -> "QuerySet[Event]":
    """Return the club's events that the visitor finds in lists."""
    return Event.objects.filter(listed_for(club, visitor.user), club=club)


def shown_to(ratings: "QuerySet[Rating]", club: Club, visitor: Visitor) -> "QuerySet[Rating]":
    """Leave out those of whom a stranger would not know that they play here."""
    if visitor.sees_full_names:
        return ratings
    known = players_known(club, visitor).values("pk")
    return ratings.filter(Q(partner__isnull=True) | Q(partner__in=known), player__in=known)


def players_known(club: Club, visitor: Visitor) -> "QuerySet[Player]":
    """Return the players whom the visitor can find in an event that is listed for this visitor."""
    return Player.objects.filter(_is_entered(club, visitor), club=club)


def _is_entered(club: Club, visitor: Visitor) -> Q:
    events = events_shown(club, visitor).order_by()
    entered = EntryMember.objects.filter(event__in=events)
    own = Exists(entered.filter(player=OuterRef("pk")))
    return Q(own | Exists(entered.filter(player__merged_into=OuterRef("pk"))))


def family_in_words(family: str) -> str:
    return games.render_sentence(games.families()[family].label)


def rating_shown(rating: Rating) -> dict[str, Any]:
    """Return the figures of a rating as pages show them."""
    strength = rating.strength
    return {
        "family": rating.family,
        "game": family_in_words(rating.family),
        "rating": shown(strength.mu),
        "give_or_take": give_or_take(strength),
        "at_least": at_least(strength),
        "provisional": strength.is_provisional,
        "tables": rating.tables,
        "deals": rating.deals,
        "last_at": rating.last_at,
        "url": address_of(rating),
    }


def address_of(rating: Rating) -> str:
    """Return the page that tells why the rating is what it is. The rating knows its club."""
    slug = rating.club.slug
    if rating.partner_id is None:
        return reverse("public:rating", args=[slug, rating.player_id, rating.family])
    return reverse("public:pair", args=[slug, rating.player_id, rating.partner_id])


def rows_of(
    ratings: Iterable[Rating], club: Club, visitor: Visitor, *, first: int = 1
) -> list[dict[str, Any]]:
    """Return the rows of a list of ratings, with their places from `first` on."""
    rows = []
    for place, rating in enumerate(ratings, start=first):
        rating.club = club
        people = [player for player in (rating.player, rating.partner) if player is not None]
        name = partners(shown_name(player, visitor) for player in people)
        rows.append(rating_shown(rating) | {"place": place, "name": name})
    return rows


def games_shown(found: Sequence[GameStatistics], visitor: Visitor) -> list[dict[str, Any]]:
    """Return a player's statistics by game, with the names of the partners; one query."""
    names = names_of((partner for one in found for partner, _sums in one.partners), visitor)
    return [
        {
            "variant": one.variant,
            "game": game_in_words(one.variant),
            "stats": stats_of(one.all),
            "notes": notes_of(one.all),
            "bars": bid_bars(one.all.levels),
            "partners": [
                {"id": partner, "name": names.get(partner, ""), "sums": sums}
                for partner, sums in one.partners
            ],
        }
        for one in found
    ]


def game_in_words(variant: str) -> str:
    info = games.variant_named(variant)
    return games.render_sentence(info.label) if info else variant


def stats_of(sums: Statistics) -> list[tuple[Any, str]]:
    """Return (figure, label) of what there is to tell; games without bids or melds tell less."""
    figures: list[tuple[Any, str]] = [
        (sums.deals, pgettext("how many", "deals")),
        (sums.points_a_deal, _("points per deal")),
    ]
    if sums.side_bids + sums.defended:
        figures += [
            (sums.bids, _("bids won")),
            (sums.made, _("bids made")),
            (sums.failed, _("bids failed")),
            (sums.average_bid, _("average bid")),
        ]
    if sums.average_meld is not None:
        figures.append((sums.average_meld, _("average own meld")))
    if sums.average_side_meld is not None:
        figures.append((sums.average_side_meld, _("average meld of the side")))
    if sums.side_bids + sums.defended:
        figures += [
            (sums.side_sets, _("times set")),
            (sums.sets_given, _("opponents set")),
        ]
    return figures


def notes_of(sums: Statistics) -> list[str]:
    """Return sentences: how far bids were from what was taken, and what the sheets leave out."""
    notes = []
    if sums.made_percent is not None:
        notes.append(_("Made %(percent)d%% of the bids won.") % {"percent": sums.made_percent})
    if sums.average_over is not None:
        notes.append(
            _(
                "On bids that were made, %(points)s points more than the bid were taken on "
                "average: the bids could have been that much higher."
            )
            % {"points": figure(sums.average_over)}
        )
    if sums.average_short is not None:
        notes.append(
            _("On bids that failed, %(points)s points were missing on average.")
            % {"points": figure(sums.average_short)}
        )
    if sums.unnamed:
        notes.append(
            ngettext(
                "In %(count)d deal the sheet names only the bidding side, not the player.",
                "In %(count)d deals the sheet names only the bidding side, not the player.",
                sums.unnamed,
            )
            % {"count": sums.unnamed}
        )
    if 0 < sums.meld_deals < sums.side_meld_deals:
        notes.append(
            _(
                "The player’s own meld is known for %(known)d of %(deals)d deals: the other "
                "score sheets give only the side’s."
            )
            % {"known": sums.meld_deals, "deals": sums.side_meld_deals}
        )
    return notes


def achievements_column(events: "QuerySet[Event]") -> Combinable:
    """Return the last that players achieved as a column of them; only `events` have a name."""
    known = events.filter(pk=OuterRef("table__round__stage__event"))
    newest = Achievement.objects.filter(player=OuterRef("pk")).order_by(
        "-at", "-submission_id", "kind"
    )
    columns = ("variant", "kind", "at", "submission_id")
    return rows_column(newest[:MOST_ACHIEVEMENTS], *columns, event=Subquery(known.values("name")))


def achievements_shown(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return what the `achievements_column` has; a deal of an unknown event has no address."""
    shown_rows = []
    for row in rows:
        label = games.achievement_label(row["variant"], row["kind"])
        event = row["event"]
        shown_rows.append(
            {
                "label": games.render_sentence(label) if label else row["kind"],
                "game": game_in_words(row["variant"]),
                "at": datetime.fromisoformat(row["at"]),
                "event": event or "",
                "url": reverse("public:deal", args=[row["submission_id"]]) if event else "",
            }
        )
    return shown_rows


# --- The ratings of a family of games as a spreadsheet: players, newer ones, and partnerships ---

COLUMNS = (
    Column(gettext_lazy("List"), lambda row: row["list"]),
    Column(gettext_lazy("Place"), lambda row: row["place"]),
    Column(gettext_lazy("Name"), lambda row: row["name"]),
    Column(gettext_lazy("Rating"), lambda row: row["rating"]),
    Column(gettext_lazy("Margin"), lambda row: row["give_or_take"]),
    Column(gettext_lazy("Lower bound"), lambda row: row["at_least"]),
    Column(gettext_lazy("Tables"), lambda row: row["tables"]),
    Column(gettext_lazy("Deals"), lambda row: row["deals"]),
    Column(gettext_lazy("Last played"), lambda row: row["last_at"].date()),
)


def rating_sheet(club: Club, visitor: Visitor, family: str) -> Sheet:
    title = _("Ratings") + " · " + family_in_words(family)
    return Sheet(title=title, columns=COLUMNS, rows=_rows(club, visitor, family))


def _rows(club: Club, visitor: Visitor, family: str) -> Iterator[dict[str, Any]]:
    everybody = shown_to(ratings.players_rated(club, family), club, visitor)
    pairs = shown_to(ratings.partnerships_rated(club, family), club, visitor)
    for row in rows_of(ratings.settled(everybody)[:MOST_ROWS], club, visitor):
        yield row | {"list": _("Players")}
    for row in rows_of(ratings.provisional(everybody)[:MOST_ROWS], club, visitor):
        yield row | {"list": _("Provisional"), "place": None}
    for row in rows_of(pairs[:MOST_ROWS], club, visitor):
        yield row | {"list": _("Partnerships")}


# --- The bids and deals of an event or a club, as its page shows them ---


def games_together(
    games: Sequence[GameTogether], visitor: Visitor, club: Club, *, only_known: bool
) -> list[dict[str, Any]]:
    """Return what `public/pictures/_games.html` needs; one query for the names.

    `only_known`: those are left out of whom a stranger would not know that they play here.
    """
    bidders = {bidder.player for game in games for bidder in game.bidders}
    names, known = people_named(bidders, club, visitor)
    return [
        {
            "game": game_in_words(game.variant),
            "stats": _stats(game),
            "bars": bid_bars(game.levels),
            "bidders": [
                {"row": bidder, "name": names.get(bidder.player, "")}
                for bidder in game.bidders
                if not only_known or bidder.player in known
            ],
            "achieved": [
                (_achievement(game.variant, kind), count) for kind, count in game.achieved
            ],
        }
        for game in games
    ]


def _stats(game: GameTogether) -> list[tuple[Any, str]]:
    figures: list[tuple[Any, str]] = [
        (game.tables, _("tables")),
        (game.deals, pgettext("how many", "deals")),
    ]
    made = sum(made for made, _failed in game.levels.values())
    failed = sum(failed for _made, failed in game.levels.values())
    if made + failed:
        bid = sum(level * sum(counts) for level, counts in game.levels.items())
        figures += [
            (made, _("bids made")),
            (failed, _("bids failed")),
            (round(bid / (made + failed), 1), _("average bid")),
        ]
    return figures


def _achievement(variant: str, kind: str) -> str:
    label = games.achievement_label(variant, kind)
    return games.render_sentence(label) if label else kind


def highest_shown(submissions: Sequence[Submission]) -> list[dict[str, Any]]:
    """Return the highest deals with the round and table they were played at."""
    return [
        {
            "points": max(game.deal.score),
            "round": game.table.round.number,
            "table": game.table.shown_number,
            "url": reverse("public:deal", args=[game.pk]),
        }
        for game in submissions
    ]
