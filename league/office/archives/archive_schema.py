"""Every model of the site: archived, worked out again from what is archived, or the site's own.

A model that stands in none of the three is an error (`check_everything_is_declared`), so that
nothing is forgotten silently. Whoever adds a model adds its line here.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.apps import apps
from django.core.checks import CheckMessage, Error
from django.db.models import F, Model, Q

from games.models import Deal
from league.calendar.calendars.models import LeagueCalendar
from league.calendar.captains.models import LineUp, LineUpPlayer, MatchRules, Postponement, Walkover
from league.calendar.match_dates.models import DateProposal, EntryHome, MatchDate, Venue
from league.clubs.models import HouseRules, KeptApart, Player
from league.foundation.journal.models import Happening
from league.office.archives.archived import Archived
from league.office.kitty.models import Account, EventAmounts, HouseAmounts, Kitty, Line, Transaction
from league.play.events.models import (
    Attendance,
    Captain,
    Entry,
    EntryMember,
    Evening,
    Event,
    PartnerRequest,
    Qualifying,
    Reserve,
    Season,
    Stage,
    StageEntry,
)
from league.play.prepared.models import PreparedLook, PreparedSet
from league.play.results.models import (
    Adjustment,
    CardCheck,
    Confirmation,
    Dispute,
    Submission,
    TableResult,
)
from league.play.rounds.models import ByeRequest, ClockFact, Placement, Round, Seat, Table
from league.tables.past_events.models import PastEvent, PastMember, PastPlace
from league.tables.ratings.models import StartingRating
from league.tables.seasons.models import (
    Competitor,
    Division,
    DivisionEvent,
    MoveDecision,
    OwnHandicap,
    SeasonRules,
    SignedMoves,
)
from league.tables.standings.models import PlayOff, PlayOffPoints

NOT_SENT_AGAIN = {"key": "tells a phone's request that was sent twice; nobody sends these again"}
PHONE = {"device": "names a phone"}
SENT_BY = {"by_players": "players"}

ARCHIVED: tuple[Archived, ...] = (
    Archived("seasons", Season),
    Archived("season_rules", SeasonRules),
    Archived("divisions", Division),
    Archived(
        "players",
        Player,
        without={
            "sort_key": "follows from the names",
            "namesake": "the database numbers players of one name",
            "user": "an account belongs to its site: a player is linked to one there",
        },
    ),
    Archived("kept_apart", KeptApart),
    Archived("competitors", Competitor),
    Archived("own_handicaps", OwnHandicap),
    Archived("move_decisions", MoveDecision),
    Archived("signed_moves", SignedMoves),
    Archived("house_rules", HouseRules),
    Archived("venues", Venue),
    Archived("events", Event),
    # with their season, and not with one event of it
    Archived("division_events", DivisionEvent, event=""),
    Archived("reserves", Reserve),
    Archived("stages", Stage),
    Archived("qualifyings", Qualifying),
    Archived("entries", Entry),
    Archived("captains", Captain),
    Archived("entry_members", EntryMember),
    Archived("partner_requests", PartnerRequest),
    Archived("stage_entries", StageEntry),
    Archived("evenings", Evening),
    Archived("attendances", Attendance),
    Archived("rounds", Round),
    Archived("tables", Table),
    Archived("placements", Placement),
    Archived("seats", Seat),
    Archived("entry_homes", EntryHome, rows=Q(venue__club=F("entry__event__club"))),
    Archived("match_dates", MatchDate),
    Archived("date_proposals", DateProposal),
    Archived("match_rules", MatchRules),
    Archived("line_ups", LineUp),
    Archived("line_up_players", LineUpPlayer),
    Archived("postponements", Postponement),
    Archived("walkovers", Walkover),
    Archived("league_calendars", LeagueCalendar),
    Archived("clock_facts", ClockFact, is_final=True),
    Archived("bye_requests", ByeRequest),
    Archived(
        "deals",
        Deal,
        club="submission__table__round__stage__event__club",
        event="submission__table__round__stage__event",
        is_final=True,
    ),
    Archived(
        "submissions",
        Submission,
        without=NOT_SENT_AGAIN | PHONE,
        loose=SENT_BY,
    ),
    Archived(
        "confirmations",
        Confirmation,
        without=NOT_SENT_AGAIN | PHONE,
        loose=SENT_BY,
    ),
    Archived("disputes", Dispute, without=NOT_SENT_AGAIN, loose=SENT_BY),
    Archived("table_results", TableResult),
    Archived("adjustments", Adjustment),
    Archived("card_checks", CardCheck),
    Archived("play_offs", PlayOff, without=NOT_SENT_AGAIN),
    Archived("play_off_points", PlayOffPoints),
    # a seed that is not published yet would show cards that are still to be played
    Archived("prepared_sets", PreparedSet, rows=Q(released_at__isnull=False)),
    Archived("prepared_looks", PreparedLook, rows=Q(prepared__released_at__isnull=False)),
    Archived("past_events", PastEvent),
    Archived("past_places", PastPlace),
    Archived("past_members", PastMember),
    Archived("starting_ratings", StartingRating),
    Archived("kitties", Kitty, without={"last_number": "follows from the transactions"}),
    Archived("house_amounts", HouseAmounts),
    Archived("event_amounts", EventAmounts),
    Archived(
        "kitty_accounts",
        Account,
        without={"balance": "the sum of its lines: a trigger of the database keeps it"},
        is_final=True,
    ),
    Archived(
        "transactions",
        Transaction,
        is_final=True,
        loose={
            "event_number": "events",
            "evening_number": "evenings",
            "actor_user_id": "accounts",
        },
    ),
    Archived("transaction_lines", Line, is_final=True),
    Archived(
        "journal",
        Happening,
        club="club_id",
        event="event_id",
        without={"club_id": "the club that it is read into"},
        is_final=True,
        loose={
            "event_id": "events",
            "stage_id": "stages",
            "actor_user_id": "accounts",
            "actor_players": "players",
        },
    ),
)

# archived in files of their own form (docs/archive.md), or as a part of another
IN_OTHER_FILES: Mapping[str, str] = {
    "clubs.Club": "club.json",
    "clubs.Logo": "pictures/logo.webp",
    "clubs.Member": "accounts.jsonl: names and roles",
    "clubs.User": "accounts.jsonl: names of those who did something, and of members",
    "prepared.WeeklyResult": "weekly_results.jsonl: with the deal of the week by its commitment",
}

# worked out again from what is archived, as soon as it has been read; by app where all of it is
DERIVED: Mapping[str, str] = {
    "standings.StageStandings": "standings.services rebuilds them",
    "standings.Snapshot": "standings.services rebuilds them",
    "standings.SnapshotRow": "standings.services rebuilds them",
    "ratings.ClubRatings": "ratings.services rebuilds them",
    "ratings.Rating": "ratings.services rebuilds them",
    "ratings.RatingChange": "ratings.services rebuilds them",
    "statistics": "statistics.services counts again",
    "highlights": "highlights.services works it out",
    "outlook": "outlook.services works it out",
    "kitty.EventCharges": "what is charged follows the facts that were read",
    "events.EventCount": "triggers of the database count",
}

# what belongs to a site and not to a club's record; by app where all of it does
OF_THE_SITE: Mapping[str, str] = {
    "archives": "an archive holds no archives, and not which row came from which",
    "associations": "stands between clubs of this site: an archive holds one",
    "auth": "rights of this site",
    "availability": "what players say of days to come, and secret addresses of accounts",
    "axes": "sign-ins to this site",
    "club_limits": "limits of this site",
    "clubs.ApiToken": "a secret of an account",
    "clubs.Erasure": "whom this site has forgotten; an archive made since does not know them",
    "clubs.Invitation": "has an address and a link; people are invited again",
    "clubs.Joining": "a code belongs to its site; it is opened again",
    "clubs.JoinRequest": "has an address; who was taken is a player",
    "contenttypes": "tables of this site",
    "deploy": "where the site stands, and its backups",
    "doctor": "whether the site works",
    "events.EntryClub": "names another club: an archive holds one",
    "events.StruckDate": "what this site gave to calendars, by its own numbers",
    "imports": "files on their way into this site",
    "journal.Asked": "a mark for processes",
    "journal.ClubVersion": "a count that is this site's own",
    "journal.Reader": "a part of the delivery",
    "journal.SiteVersion": "a count that is this site's own",
    "journal.Undelivered": "a part of the delivery",
    "notifications": "what this site sent to accounts, and what they chose",
    "once": "answers kept for a day",
    "orders": "work of this site, and its files",
    "outbox": "what waits is sent by the site that owes it",
    "prepared.WeeklyDeal": "the same for all clubs of the site; its seed is the site's",
    "sessions": "secrets of accounts",
    "stand_ins": "whom this site asked; who stands in is in the seats",
    "webhooks": "has secrets, and tells other programs of this site by its own numbers",
}

BY_NAME: Mapping[str, Archived] = {one.name: one for one in ARCHIVED}
BY_MODEL: Mapping[type[Model], Archived] = {one.model: one for one in ARCHIVED}


def undeclared(models: Iterable[type[Model]]) -> list[str]:
    """Return the labels of the models of which it is not said what an archive holds of them."""
    named = {one.model._meta.label for one in ARCHIVED}
    known = named | IN_OTHER_FILES.keys() | DERIVED.keys() | OF_THE_SITE.keys()
    return sorted(
        model._meta.label
        for model in models
        if known.isdisjoint({model._meta.label, model._meta.app_label})
    )


def check_everything_is_declared(**_kwargs: Any) -> list[CheckMessage]:
    """Report each model that is not declared. A system check of Django."""
    return [
        Error(
            f"{label} is not declared: say in league/office/archives/archive_schema.py whether an "
            "archive of a club holds it, works it out again, or leaves it to the site",
            id="archives.E001",
        )
        for label in undeclared(apps.get_models())
    ]
