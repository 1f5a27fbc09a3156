"""What the page of a player says of results, events, deals and ratings."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.expressions import Combinable
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club, Player
from league.clubs.selectors import is_player
from league.faces.public.events.event_facts import PODIUM, deciding_stage
from league.faces.public.events.why import result_row
from league.faces.public.pictures.form import DRAWN, LOST, WON, form_column, letters
from league.faces.public.ratings.history import changes_column
from league.faces.public.ratings.ratings_shown import (
    achievements_column,
    events_shown,
    rating_shown,
    shown_name,
)
from league.faces.public.visitors import EventPage, Visitor
from league.foundation.compiled_queries import give_related
from league.foundation.derived_state import look_at
from league.foundation.lists import listed
from league.foundation.related_rows import read_rows, rows_column
from league.foundation.spreadsheets import Column, Sheet
from league.play.events.models import EntryMember, Event
from league.play.events.names import called_after, name_of
from league.play.events.selectors import members_column
from league.play.events.states import OVER
from league.play.prepared.hiding import NOTHING_HIDDEN, HiddenDeals
from league.play.results.deal_words import Names, contract_of
from league.play.results.models import TableState
from league.play.rounds.models import Placement, RoundState
from league.play.rounds.selectors import read_people, with_sides
from league.tables.past_events.models import PastPlace
from league.tables.past_events.selectors import past_places_column, read_members
from league.tables.ratings.models import ClubRatings, Rating
from league.tables.ratings.selectors import places_of
from league.tables.standings.models import SnapshotRow
from league.tables.statistics.at_tables import Extreme, extremes_at
from league.tables.statistics.selectors import MOST_TABLES, AtTable, Statistics, counts_column


def player_with_columns(
    club: Club, player_id: int, events: "QuerySet[Event]", hidden: HiddenDeals
) -> Any:
    """Return a player of the club, or None, with all that a page reads by columns; one query.

    Each has its function that makes something of it: `ratings_read`, `achievements_shown`,
    `entered_read`, `past_events_shown`, `statistics_read` and `form_read`.
    """
    columns: dict[str, Any] = {
        "rated": ratings_column(),
        "achieved": achievements_column(events),
        "entered": entered_column(events),
        "past": past_places_column(MOST_EVENTS),
        "counted": counts_column(events),
        "form": form_column(events, hidden),
    }
    player = Player.objects.filter(club=club, pk=player_id).annotate(**columns).first()
    if player is not None:
        player.club = club
    return player


# --- Places at the end of events: the best one, and what stands on top of a page ---

# of a player; a page reads no more
MOST_EVENTS = 100


@dataclass(frozen=True, slots=True)
class Placing:
    """A place at the end of an event: `rank` among `entries`, at an address."""

    rank: int
    entries: int
    event: str
    url: str

    @property
    def worth(self) -> tuple[int, int]:
        """What sorts the best one first: the place, then how many were behind."""
        return (self.rank, -self.entries)


def best_of(placings: Sequence[Placing]) -> Placing | None:
    """Return the best place among the most entries, the newest of several."""
    return min(placings, key=lambda placing: placing.worth, default=None)


def placings_in(rows: Sequence[dict[str, Any]]) -> list[Placing]:
    """Return the final places among the events of a page."""
    return [row["placing"] for row in rows if row["placing"]]


def headline(games: Sequence[Statistics], rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return what stands on top of a page: what counts over all games and events."""
    ranks = [placing.rank for placing in placings_in(rows)]
    bids = sum(sums.side_bids for sums in games)
    made = bids - sum(sums.side_sets for sums in games)
    return {
        "events": len(rows),
        "is_cut": len(rows) >= MOST_EVENTS,
        "won": ranks.count(1),
        "podium": sum(rank <= PODIUM for rank in ranks),
        "tables": sum(sums.tables for sums in games),
        "deals": sum(sums.deals for sums in games),
        "contracts": bids,
        "made": made,
        "made_percent": round(100 * made / bids) if bids else None,
    }


# --- The events of a player, and the places in them that a visitor may see ---


def events_entered(
    members: Sequence[EntryMember], visitor: Visitor, known: Collection[Player]
) -> list[dict[str, Any]]:
    """Return the events of those who were `entered_by` somebody, with the last place in each.

    `known` are those whose page it is: who else was in the entry is said `beside` the event.

    `placing` is the final one: None while an event is played, and where the entry has a place in
    a group or among the rest only.
    """
    rows = []
    member: Any
    for member in members:
        event, row = member.entry.event, next(iter(read_rows(SnapshotRow, member.last)), None)
        is_final = (
            row
            and event.state in OVER
            and not row.group
            and row.snapshot.stage_id == member.deciding
        )
        url = reverse("public:event", args=[event.club.slug, event.slug])
        rows.append(
            {
                "event": event,
                "name": name_of(member.entry, public=visitor.sees_public_names),
                "beside": _beside(member, visitor, {player.pk for player in known}),
                "row": row,
                "entry_id": member.entry_id,
                "url": url,
                "placing": Placing(row.rank, row.snapshot.entries, event.name, url)
                if row and is_final
                else None,
            }
        )
    return rows


def _beside(member: EntryMember, visitor: Visitor, known: Collection[int]) -> str:
    """Return with whom the member entered: the name of the team, or of the others in the entry."""
    if member.entry.name:
        return member.entry.name
    everybody = [called_after(other.player) for other in member.entry.members.all()]
    others = {player.pk: player for player in everybody if player.pk not in known}
    return listed(shown_name(player, visitor) for player in others.values())


def entered_column(events: "QuerySet[Event]", partner: Player | None = None) -> Combinable:
    """Return a player's memberships of entries, newest event first, with those merged into it.

    With a `partner` of the entries they both are in. A column of players, for `entered_read`.
    """
    own = EntryMember.objects.filter(is_player(OuterRef(OuterRef("pk"))), event__in=events)
    if partner is not None:
        own = own.filter(
            Exists(EntryMember.objects.filter(is_player(partner.pk), entry=OuterRef("entry")))
        )
    event = ("id", "slug", "name", "state", "starts_on")
    return rows_column(
        own.order_by("-entry__event__starts_on", "-entry__event_id", "-id")[:MOST_EVENTS],
        *("id", "event_id", "entry_id", "entry__event_id", "entry__name", "entry__number"),
        *(f"entry__event__{name}" for name in event),
        everybody=members_column("entry"),
        deciding=deciding_stage("event"),
        last=rows_column(
            SnapshotRow.objects.filter(entry=OuterRef("entry")).order_by(
                "-snapshot__stage__number", "-snapshot__round_number"
            )[:1],
            *("id", "group", "rank", "is_tied", "points"),
            *("snapshot_id", "snapshot__stage_id", "snapshot__entries"),
        ),
    )


def entered_read(player: Any, club: Club) -> list[Any]:
    """Return the memberships that were read with a player of a club."""
    members: list[Any] = read_rows(EntryMember, player.entered)
    for member in members:
        member.entry.event.club = club
        give_related([member.entry], "members", read_rows(EntryMember, member.everybody))
    return members


def past_events_shown(player: Any, visitor: Visitor) -> list[dict[str, Any]]:
    """Return the places in imported standings that were read with a player, newest first."""
    full = visitor.sees_full_names
    places: list[Any] = read_members(read_rows(PastPlace, player.past))
    return [
        {
            "place": place,
            "name": place.called(place.members.all(), full=full),
            "placing": Placing(
                place.rank,
                place.entries,
                place.event.name,
                reverse("public:past_event", args=[player.club.slug, place.event_id]),
            ),
        }
        for place in places
    ]


def found_by_everybody(club: str, player_id: int) -> tuple[Player, list[dict[str, Any]]]:
    """Return a player of a club, and the events in which every stranger finds them.

    Raises Http404 where there is nothing that strangers may see.
    """
    visitor = Visitor(AnonymousUser(), sees_full_names=False)
    found = Club.objects.filter(slug=club).first()
    player = found and player_with_columns(
        found, player_id, events_shown(found, visitor).order_by(), NOTHING_HIDDEN
    )
    if not found or not player or player.merged_into_id:
        raise Http404("the club has no such player")
    members = entered_read(player, found)
    if not members and not player.past:
        raise Http404("the player has nothing that strangers may see")
    return player, events_entered(members, visitor, [player])


# --- The best and the worst deal of somebody, as a page shows them: what it was, against whom ---


def notable_deals(
    player: Player, at: Sequence[AtTable], hidden: HiddenDeals, visitor: Visitor
) -> dict[str, Any]:
    """Return `best` and `worst` of the player's deals at these tables; one query.

    `last` is how many tables these are, where no more than these are looked at.
    """
    best, worst = extremes_at(player, at, hidden)
    return {
        "best": _deal(best, visitor),
        "worst": _deal(worst, visitor),
        "last": MOST_TABLES if len(at) == MOST_TABLES else None,
    }


def _deal(extreme: Extreme | None, visitor: Visitor) -> dict[str, Any] | None:
    if extreme is None:
        return None
    submission = extreme.submission
    names = Names(submission.table, public=visitor.sees_public_names)
    score = submission.deal.score
    others = [side for side in range(len(score)) if side != extreme.side]
    return {
        "url": reverse("public:deal", args=[submission.pk]),
        "contract": contract_of(submission.deal, names),
        "points": score[extreme.side],
        "others": [score[side] for side in others],
        "against": listed(names.side(side) for side in others),
        "event": submission.table.round.stage.event.name,
        "at": submission.table.round.opened_at,
    }


# --- The ratings of a player or a pair by family of games, with their band and their place ---


def ratings_column() -> Combinable:
    """Return the ratings of a player, with their last changes, as a column of players."""
    own = Rating.objects.filter(player=OuterRef("pk"), partner__isnull=True)
    columns = ("family", "mu", "sigma", "tables", "deals", "last_at")
    return rows_column(
        own, "id", "player_id", "partner_id", *columns, last_changes=changes_column()
    )


def ratings_read(player: Any) -> list[Any]:
    """Return the ratings that were read with a player, the most played first."""
    look_at(ClubRatings, player.club_id)
    ratings = read_rows(Rating, player.rated)
    for rating in ratings:
        rating.player = player
    return sorted(ratings, key=lambda row: (-row.deals, row.family))


def rated_by_family(
    ratings: Sequence[Rating], ranked: "QuerySet[Rating]", club: Club
) -> dict[str, dict[str, Any]]:
    """Return the ratings as pages show them, with their `place` (place, of how many) and `row`.

    `ranked` are the ratings of the club's list; one that is provisional has no place there, as on
    the list. At most one query.
    """
    for rating in ratings:
        rating.club = club
    certain = [rating for rating in ratings if not rating.strength.is_provisional]
    places = places_of(certain, ranked) if certain else {}
    return {
        rating.family: rating_shown(rating)
        | {
            "place": None if rating.strength.is_provisional else places.get(rating.family),
            "row": rating,
        }
        for rating in ratings
    }


# --- Somebody's last tables, a line each: won or lost, against whom, the points, where ---

MOST_RESULTS = 50


def results_in_short(
    placements: "QuerySet[Placement]", visitor: Visitor, club: Club, hidden: HiddenDeals
) -> list[dict[str, Any]]:
    """Return the last of these placements at tables of the club, the newest first; one query.

    The events of all of them may be seen by the visitor.
    """
    last = with_sides(
        placements.filter(table__isnull=False)
        .exclude(round__state=RoundState.DRAWN)
        .select_related("round__stage__event", "table__result"),
        "table",
    ).order_by("-round__opened_at", "-round__number", "-id")[:MOST_RESULTS]
    words = letters()
    rows = []
    placement: Any
    for placement in last:
        table, event = placement.table, placement.round.stage.event
        table.round, event.club = placement.round, club
        read_people(table, placement)
        row = result_row(EventPage(event, visitor), placement, {table.pk: table}, hidden)
        outcome = outcome_of(row)
        letter, word = words[outcome] if outcome else ("", "")
        rows.append(
            row
            | {
                "outcome": outcome,
                "letter": letter,
                "word": word,
                "event": event.name,
                "event_url": reverse("public:event", args=[event.club.slug, event.slug]),
            }
        )
    return rows


def outcome_of(row: dict[str, Any]) -> str:
    """Return what a table was for the own side; "" where that is not shown, or not yet."""
    if row["is_held_back"] or row["points"] is None or row["state"] != TableState.CONFIRMED:
        return ""
    if row["winner"] is None:
        return DRAWN
    return WON if row["winner"] == row["own_side"] else LOST


# --- The events of a player as a spreadsheet ---

COLUMNS = (
    Column(_("Event"), lambda row: row["event"].name),
    Column(_("Date"), lambda row: row["event"].starts_on),
    Column(_("Entered as"), lambda row: row["name"]),
    Column(_("Place"), lambda row: row["row"].rank if row["row"] else None),
    Column(_("Points"), lambda row: row["row"].points if row["row"] else None),
)


def player_sheet(name: str, events: Iterable[dict[str, Any]]) -> Sheet:
    return Sheet(title=name, columns=COLUMNS, rows=events)
