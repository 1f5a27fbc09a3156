"""Where somebody plays, what he played, and his calendar."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from icalendar import Calendar
from icalendar import Event as Entry

from games import services as games
from league.calendar.availability.occasions import MyMatch, matches_of, today_of
from league.clubs.models import Player, User
from league.faces.public.ratings.ratings_shown import game_in_words
from league.foundation.embedding import absolute
from league.foundation.lists import listed
from league.foundation.spreadsheets import MOST_ROWS, Column, Sheet
from league.play.events.models import EntryMember, EntryState, Event, EventState, Season, Visibility
from league.play.events.names import name_of
from league.play.prepared.hiding import hidden_of
from league.play.results.deal_words import Names, contract_of, label_of
from league.play.results.models import LIVE, Submission
from league.play.rounds.models import RoundState
from league.play.rounds.selectors import load_placements_and_seats
from league.tables.outlook.models import EntryOutlook
from league.tables.outlook.selectors import entries_named
from league.tables.outlook.shown import mark_in_words, passing_in_words
from league.tables.seasons.keys import players_of
from league.tables.seasons.selectors import SeasonSheet, may_see_table, read_season, season_sheet
from league.tables.seasons.shown import shown_rows
from league.tables.standings.models import SnapshotRow

# --- Where a player stands in what is being played, and what takes the entry further up ---

MOST_EVENTS = 12
# a season's table is worked out when it is asked for
MOST_SEASONS = 3
MOST_NEEDED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class MyPlace:
    """An own entry in a running event; `row` is None before the first standings."""

    event: Event
    entry_id: int
    name: str
    row: SnapshotRow
    mark: str
    needed: Sequence[str]


def places_of(players: Sequence[Player]) -> list[MyPlace]:
    """Return the players' places in running events, the newest first; six queries."""
    members = list(_members(players)[:MOST_EVENTS])
    entries = [member.entry_id for member in members]
    rows = {row.entry_id: row for row in _last_rows(entries)}
    outlooks = {row.entry_id: row for row in _last_outlooks(entries)}
    others = {one["other"] for row in outlooks.values() for one in row.passing}
    names = {pk: name_of(entry) for pk, entry in entries_named(others).items()} if others else {}
    return [_place(one, rows, outlooks, names) for one in members if one.entry_id in rows]


def _members(players: Sequence[Player]) -> Any:
    return (
        EntryMember.objects.filter(player__in=players, left_at__isnull=True)
        .filter(event__state=EventState.RUNNING, entry__state=EntryState.ACCEPTED)
        .exclude(event__visibility=Visibility.HIDDEN)
        .select_related("entry__event__club")
        .prefetch_related("entry__members__player")
        .order_by("-event__starts_on", "-event_id")
    )


def _last_rows(entries: Sequence[int]) -> Any:
    last = ("-snapshot__stage__number", "-snapshot__round_number")
    rows = SnapshotRow.objects.filter(entry__in=entries).defer("why")
    return rows.order_by("entry_id", *last).distinct("entry_id")


def _last_outlooks(entries: Sequence[int]) -> Any:
    rows = EntryOutlook.objects.filter(entry__in=entries)
    return rows.order_by("entry_id", "-stage__number").distinct("entry_id")


def _place(member: EntryMember, rows: Any, outlooks: Any, names: dict[int, str]) -> MyPlace:
    outlook = outlooks.get(member.entry_id)
    return MyPlace(
        event=member.entry.event,
        entry_id=member.entry_id,
        name=name_of(member.entry),
        row=rows[member.entry_id],
        mark=mark_in_words(outlook.mark) if outlook else "",
        needed=passing_in_words(outlook, names)[:MOST_NEEDED] if outlook else [],
    )


def seasons_of_players(user: User, players: Sequence[Player], at: datetime) -> list[dict[str, Any]]:
    """Return the players' rows in the tables of seasons that run, of MOST_SEASONS at most."""
    by_club = {player.club_id: player for player in players}
    running = (
        Season.objects.filter(club__in=by_club, starts_on__lte=at, ends_on__gte=at)
        .filter(events__entries__members__player__in=players)
        .select_related("club")
        .order_by("-starts_on", "pk")
        .distinct()
    )
    found = []
    for season in running[:MOST_SEASONS]:
        player = by_club[season.club_id]
        today = today_of(season.club, at)
        if not season.starts_on <= today <= season.ends_on:
            continue
        said = read_season(season)
        if may_see_table(season, user, said.rules):
            found += [_season_row(season_sheet(season, said=said), player)]
    return [one for one in found if one is not None]


def _season_row(sheet: SeasonSheet, player: Player) -> dict[str, Any] | None:
    rows = shown_rows(sheet, full=True)
    for row in rows:
        if player.pk in players_of(row.key):
            beside = [one for one in rows if one.division == row.division and one.rank]
            return {
                "season": sheet.season,
                "row": row,
                "of": len(beside),
                **_next_above(row, beside),
            }
    return None


def _next_above(row: Any, rows: Sequence[Any]) -> dict[str, Any]:
    """Return who is next above in the table, and how many points are missing to be level."""
    above = [one for one in rows if row.rank and one.rank < row.rank and one.total > row.total]
    if not above:
        return {"above": "", "missing": None}
    return {"above": above[-1].name, "missing": above[-1].total - row.total}


# --- A player's own deals, the latest first: a few on the home page, all of them page by page ---


def deals_of(players: Sequence[Player], *, game: str = "") -> "QuerySet[Submission]":
    """Return the submissions that count of deals at which the players sat, the latest first."""
    rows = (
        Submission.objects.filter(table__seats__player__in=players, state__in=LIVE)
        .exclude(table__round__state=RoundState.DRAWN)
        .exclude(table__round__stage__event__visibility=Visibility.HIDDEN)
        .annotate(own_side=F("table__seats__placement__side"))
        .select_related("deal", "table__round__stage__event__club")
        .order_by("-submitted_at", "-pk")
    )
    return rows.filter(deal__variant=game) if game else rows


def games_played(players: Sequence[Player]) -> list[tuple[str, str]]:
    """Return (variant, its name) of the games that the players have deals of."""
    rows = deals_of(players).order_by().values_list("deal__variant", flat=True).distinct()
    known = [one.id for one in games.variants()]
    played = set(rows)
    return [(variant, game_in_words(variant)) for variant in known if variant in played]


def deals_shown(submissions: Sequence[Submission]) -> list[dict[str, Any]]:
    """Return deals as `public/me/_deals.html` takes them; five queries however many."""
    tables = {one.table_id: one.table for one in submissions}
    load_placements_and_seats(list(tables.values()))
    hidden = hidden_of(tables.values())
    for one in submissions:
        one.table = tables[one.table_id]
    return [_deal(one, one.number in hidden.places(one.table_id)) for one in submissions]


def _deal(submission: Submission, is_hidden: bool) -> dict[str, Any]:
    event = submission.table.round.stage.event
    names = Names(submission.table, public=False)
    own = submission.own_side or 0  # type: ignore[attr-defined]
    return {
        "url": reverse("public:deal", args=[submission.pk]),
        "label": label_of(submission.deal, submission.number),
        "game": game_in_words(submission.deal.variant),
        "event": event.name,
        "round": submission.table.round.number,
        "at": submission.submitted_at,
        "is_hidden": is_hidden,
        "contract": "" if is_hidden else contract_of(submission.deal, names),
        "against": [name for side, name in enumerate(names.sides) if side != own],
        **({} if is_hidden else _points(submission, own)),
    }


def _points(submission: Submission, own: int) -> dict[str, Any]:
    score = list(submission.deal.score)
    mine = score[own] if own < len(score) else None
    return {"points": mine, "others": [it for side, it in enumerate(score) if side != own]}


# --- A player's own deals as a spreadsheet, the latest first ---

A_PART = 200
COLUMNS = (
    Column(gettext_lazy("Date"), lambda row: row["at"]),
    Column(gettext_lazy("Event"), lambda row: row["event"]),
    Column(gettext_lazy("Round"), lambda row: row["round"]),
    Column(gettext_lazy("Deal"), lambda row: row["label"]),
    Column(gettext_lazy("Game"), lambda row: row["game"]),
    Column(gettext_lazy("Contract"), lambda row: row["contract"]),
    Column(gettext_lazy("Against"), lambda row: " · ".join(row["against"])),
    Column(gettext_lazy("Points"), lambda row: row.get("points")),
    Column(gettext_lazy("Their points"), lambda row: " : ".join(map(str, row.get("others", ())))),
)


def deals_sheet(found: QuerySet[Submission]) -> Sheet:
    """Return at most MOST_ROWS deals; what is hidden until others played it stays empty."""
    return Sheet(title=_("My deals"), columns=COLUMNS, rows=_rows(found))


def _rows(found: QuerySet[Submission]) -> Iterator[dict[str, Any]]:
    for start in range(0, MOST_ROWS, A_PART):
        part = list(found[start : start + A_PART])
        yield from deals_shown(part)
        if len(part) < A_PART:
            return


# --- The calendar of an account (RFC 5545): its own matches in all clubs, by a secret address ---

RELEASE = "-//Tricktable//Own calendar 1//EN"
# how long a match with a time is shown
MATCH = timedelta(hours=3)


def calendar_of(players: Sequence[Player]) -> bytes:
    """Return the players' matches that are to be played, with their times and places."""
    calendar = Calendar()
    calendar.add("prodid", RELEASE)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", _("My matches"))
    for match in matches_of(players):
        if match.is_to_be_played:
            calendar.add_component(_entry(match))
    return bytes(calendar.to_ical())


def _entry(match: MyMatch) -> Entry:
    entry = Entry()
    round = match.table.round
    host = urlsplit(settings.SITE_URL).hostname or "tricktable"
    # of the match, not of its table: drawn again it stays the same date
    name = f"match-{round.pk}-{match.table.number}-{match.placement.entry_id}"
    entry.add("uid", f"{name}@{host}")
    entry.add("dtstamp", max(round.updated_at, match.table.updated_at, *_dated(match)))
    entry.add("summary", _summary(match))
    entry.add("status", "TENTATIVE" if match.is_postponed else "CONFIRMED")
    if match.match_date is not None:
        entry.add("sequence", match.match_date.sequence)
    _when(entry, match)
    if place := place_in_words(match):
        entry.add("location", place)
    entry.add("url", absolute(reverse("public:event", args=[match.club.slug, match.event.slug])))
    return entry


def _dated(match: MyMatch) -> list[datetime]:
    return [match.match_date.updated_at] if match.match_date else []


def _summary(match: MyMatch) -> str:
    words = {"event": match.event.name, "names": listed(match.opponents)}
    if match.is_postponed:
        return _("Postponed: %(event)s against %(names)s") % words
    return _("%(event)s against %(names)s") % words


def _when(entry: Entry, match: MyMatch) -> None:
    if match.begins_at is not None:
        entry.add("dtstart", match.begins_at.astimezone(UTC))
        entry.add("dtend", (match.begins_at + MATCH).astimezone(UTC))
        return
    entry.add("dtstart", match.day)
    entry.add("dtend", match.day + timedelta(days=1))
    entry.add("transp", "TRANSPARENT")


def place_in_words(match: MyMatch) -> str:
    """Return where a match is played: its venue with the address, else where the club plays."""
    venue = match.match_date.venue if match.match_date else None
    if venue is None:
        return match.club.where_we_play
    return listed(part for part in (venue.name, venue.address) if part)
