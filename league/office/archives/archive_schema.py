"""Every model of the site: archived, worked out again from what is archived, or the site's own.

A model that stands in none of the three is an error (`check_everything_is_declared`), so that
nothing is forgotten silently. Whoever adds a model adds its line here.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID, uuid5

from django.apps import apps
from django.core.checks import CheckMessage, Error
from django.db.models import F, Model, Q

from games.models import Deal
from league.calendar.calendars.models import LeagueCalendar
from league.calendar.captains.models import LineUp, LineUpPlayer, MatchRules, Postponement, Walkover
from league.calendar.match_dates.models import DateProposal, EntryHome, MatchDate, Venue
from league.clubs.models import HouseRules, KeptApart, Player
from league.clubs.sorting import sort_key
from league.foundation.journal.models import Happening
from league.office.archives.archived import Archived, Complete
from league.office.archives.inner_numbers import (
    of_a_happening,
    of_a_line_up,
    of_a_qualifying,
    of_a_round,
    of_a_table,
    of_a_transaction,
    of_signed_moves,
    of_who_sent_it,
    with_a_key,
)
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

NOT_SENT_AGAIN = "tells a phone's request that was sent twice; nobody sends these again"
# a trigger sets it; programs that keep a copy ask a site for what changed there since
CHANGED = {"updated_at": "when the row last changed on its site"}
ROUND, TABLE = "stage__event", "round__stage__event"
SUBMISSION = "table__round__stage__event"
OF_SUBMISSION = f"submission__{SUBMISSION}"


def _with_sort_key(values: Mapping[str, Any], _source: UUID, _number: int) -> Mapping[str, Any]:
    return {"sort_key": sort_key(values["name"], values["sort_name"])}


def _with_key_of(kind: str) -> Complete:
    """Give a row a key of its own: the same one whenever the same row is read."""

    def with_key(_values: Mapping[str, Any], source: UUID, number: int) -> Mapping[str, Any]:
        return {"key": uuid5(source, f"{kind} {number}")}

    return with_key


def _submitted(values: Mapping[str, Any], source: UUID, number: int) -> Mapping[str, Any]:
    return {**_with_key_of("submissions")(values, source, number), "device": ""}


def _without_key(_values: Mapping[str, Any], _source: UUID, _number: int) -> Mapping[str, Any]:
    return {"key": None}


def _confirmed(_values: Mapping[str, Any], _source: UUID, _number: int) -> Mapping[str, Any]:
    return {"key": None, "device": ""}


# an archive of before has a name in the place of numbers
WHO = frozenset({"by_user", "by_players", "by_name"})

ARCHIVED: tuple[Archived, ...] = (
    Archived(name="seasons", model=Season, club="club", without=CHANGED),
    Archived(name="season_rules", model=SeasonRules, club="season__club", season="season"),
    Archived(name="divisions", model=Division, club="season__club", season="season"),
    Archived(
        name="players",
        model=Player,
        club="club",
        without={
            "sort_key": "follows from the names",
            "namesake": "the database numbers players of one name",
            "user": "an account belongs to its site: a player is linked to one there",
            **CHANGED,
        },
        complete=_with_sort_key,
    ),
    Archived(name="kept_apart", model=KeptApart, club="club"),
    Archived(
        name="competitors",
        model=Competitor,
        club="season__club",
        season="season",
        adapt=with_a_key,
    ),
    Archived(name="own_handicaps", model=OwnHandicap, club="season__club", season="season"),
    Archived(
        name="move_decisions",
        model=MoveDecision,
        club="season__club",
        season="season",
        adapt=with_a_key,
    ),
    Archived(
        name="signed_moves",
        model=SignedMoves,
        club="season__club",
        season="season",
        without={"signed_by_name": "an archive of before has it beside the account"},
        adapt=of_signed_moves,
    ),
    Archived(name="house_rules", model=HouseRules, club="club"),
    Archived(name="venues", model=Venue, club="club"),
    Archived(name="events", model=Event, club="club", without=CHANGED),
    Archived(
        name="division_events",
        model=DivisionEvent,
        club="division__season__club",
        season="division__season",
    ),
    Archived(name="reserves", model=Reserve, club="event__club", event="event"),
    Archived(name="stages", model=Stage, club="event__club", event="event"),
    Archived(
        name="qualifyings",
        model=Qualifying,
        club="stage__event__club",
        event="stage__event",
        adapt=of_a_qualifying,
    ),
    Archived(name="entries", model=Entry, club="event__club", event="event", without=CHANGED),
    Archived(name="captains", model=Captain, club="entry__event__club", event="entry__event"),
    Archived(name="entry_members", model=EntryMember, club="event__club", event="event"),
    Archived(
        name="partner_requests",
        model=PartnerRequest,
        club="entry__event__club",
        event="entry__event",
    ),
    Archived(
        name="stage_entries", model=StageEntry, club="stage__event__club", event="stage__event"
    ),
    Archived(name="evenings", model=Evening, club="club", event="event"),
    Archived(name="attendances", model=Attendance, club="evening__club", event="evening__event"),
    Archived(
        name="rounds",
        model=Round,
        club=f"{ROUND}__club",
        event=ROUND,
        without=CHANGED,
        adapt=of_a_round,
        later={"drawing": "why"},
    ),
    Archived(
        name="tables",
        model=Table,
        club=f"{TABLE}__club",
        event=TABLE,
        without=CHANGED,
        adapt=of_a_table,
    ),
    Archived(name="placements", model=Placement, club=f"{TABLE}__club", event=TABLE),
    Archived(name="seats", model=Seat, club=f"{TABLE}__club", event=TABLE),
    Archived(
        name="entry_homes",
        model=EntryHome,
        club="entry__event__club",
        event="entry__event",
        rows=Q(venue__club=F("entry__event__club")),
    ),
    Archived(
        name="match_dates",
        model=MatchDate,
        club=f"{TABLE}__club",
        event=TABLE,
        without=CHANGED,
    ),
    Archived(
        name="date_proposals",
        model=DateProposal,
        club=f"match_date__{TABLE}__club",
        event=f"match_date__{TABLE}",
    ),
    Archived(
        name="match_rules",
        model=MatchRules,
        club="stage__event__club",
        event="stage__event",
    ),
    Archived(
        name="line_ups",
        model=LineUp,
        club=f"{TABLE}__club",
        event=TABLE,
        adapt=of_a_line_up,
    ),
    Archived(name="line_up_players", model=LineUpPlayer, club=f"{TABLE}__club", event=TABLE),
    Archived(
        name="postponements",
        model=Postponement,
        club=f"match_date__{TABLE}__club",
        event=f"match_date__{TABLE}",
    ),
    Archived(name="walkovers", model=Walkover, club=f"{TABLE}__club", event=TABLE),
    Archived(
        name="league_calendars",
        model=LeagueCalendar,
        club="stage__event__club",
        event="stage__event",
    ),
    Archived(
        name="clock_facts",
        model=ClockFact,
        club=f"{TABLE}__club",
        event=TABLE,
        is_final=True,
    ),
    Archived(
        name="bye_requests",
        model=ByeRequest,
        club="stage__event__club",
        event="stage__event",
    ),
    Archived(
        name="deals",
        model=Deal,
        club=f"{OF_SUBMISSION}__club",
        event=OF_SUBMISSION,
        is_final=True,
    ),
    Archived(
        name="submissions",
        model=Submission,
        club=f"{SUBMISSION}__club",
        event=SUBMISSION,
        without={"key": NOT_SENT_AGAIN, "device": "names a phone"},
        complete=_submitted,
        adapt=of_who_sent_it,
        settled=WHO,
    ),
    Archived(
        name="confirmations",
        model=Confirmation,
        club=f"{OF_SUBMISSION}__club",
        event=OF_SUBMISSION,
        without={"key": NOT_SENT_AGAIN, "device": "names a phone"},
        complete=_confirmed,
        adapt=of_who_sent_it,
        settled=WHO,
    ),
    Archived(
        name="disputes",
        model=Dispute,
        club=f"{OF_SUBMISSION}__club",
        event=OF_SUBMISSION,
        without={"key": NOT_SENT_AGAIN},
        complete=_without_key,
        adapt=of_who_sent_it,
        settled=WHO,
    ),
    Archived(
        name="table_results",
        model=TableResult,
        club=f"{TABLE}__club",
        event=TABLE,
        without=CHANGED,
    ),
    Archived(
        name="adjustments",
        model=Adjustment,
        club="stage__event__club",
        event="stage__event",
    ),
    Archived(
        name="card_checks", model=CardCheck, club=f"{OF_SUBMISSION}__club", event=OF_SUBMISSION
    ),
    Archived(
        name="play_offs",
        model=PlayOff,
        club="stage__event__club",
        event="stage__event",
        without={"key": NOT_SENT_AGAIN},
        complete=_with_key_of("play_offs"),
    ),
    Archived(
        name="play_off_points",
        model=PlayOffPoints,
        club="play_off__stage__event__club",
        event="play_off__stage__event",
    ),
    Archived(
        name="prepared_sets",
        model=PreparedSet,
        club="stage__event__club",
        event="stage__event",
        # a seed that is not published yet would show cards that are still to be played
        rows=Q(released_at__isnull=False),
    ),
    Archived(
        name="prepared_looks",
        model=PreparedLook,
        club="prepared__stage__event__club",
        event="prepared__stage__event",
        rows=Q(prepared__released_at__isnull=False),
    ),
    Archived(name="past_events", model=PastEvent, club="club", season="season"),
    Archived(name="past_places", model=PastPlace, club="event__club", season="event__season"),
    Archived(
        name="past_members",
        model=PastMember,
        club="place__event__club",
        season="place__event__season",
    ),
    Archived(name="starting_ratings", model=StartingRating, club="club"),
    Archived(
        name="kitties",
        model=Kitty,
        club="club",
        without={"last_number": "follows from the transactions"},
    ),
    Archived(name="house_amounts", model=HouseAmounts, club="kitty__club"),
    Archived(name="event_amounts", model=EventAmounts, club="event__club", event="event"),
    Archived(
        name="kitty_accounts",
        model=Account,
        club="kitty__club",
        without={"balance": "the sum of its lines: a trigger of the database keeps it"},
        is_final=True,
    ),
    Archived(
        name="transactions",
        model=Transaction,
        club="kitty__club",
        is_final=True,
        loose={
            "event_number": "events",
            "evening_number": "evenings",
            "actor_user_id": "accounts",
        },
        adapt=of_a_transaction,
    ),
    Archived(name="transaction_lines", model=Line, club="transaction__kitty__club", is_final=True),
    Archived(
        name="journal",
        model=Happening,
        club="club_id",
        event="event_id",
        without={"club_id": "the club that it is read into"},
        is_final=True,
        loose={"event_id": "events", "stage_id": "stages", "actor_user_id": "accounts"},
        adapt=of_a_happening,
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

# worked out again from what is archived, as soon as it has been read
DERIVED: Mapping[str, str] = {
    "standings.StageStandings": "standings.services rebuilds them",
    "standings.Snapshot": "standings.services rebuilds them",
    "standings.SnapshotRow": "standings.services rebuilds them",
    "ratings.ClubRatings": "ratings.services rebuilds them",
    "ratings.Rating": "ratings.services rebuilds them",
    "ratings.RatingChange": "ratings.services rebuilds them",
    "statistics.StageStatistics": "statistics.services counts again",
    "statistics.SeatCount": "statistics.services counts again",
    "statistics.Achievement": "statistics.services counts again",
    "highlights.EventHighlights": "highlights.services works it out",
    "highlights.SeasonTop": "highlights.services works it out",
    "outlook.StageOutlook": "outlook.services works it out",
    "outlook.EntryOutlook": "outlook.services works it out",
    "kitty.EventCharges": "what is charged follows the facts that were read",
    "events.EventCount": "triggers of the database count",
}

# what belongs to a site and not to a club's record
OF_THE_SITE: Mapping[str, str] = {
    "clubs.ApiToken": "a secret of an account",
    "events.EntryClub": "names another club: an archive holds one",
    "associations.Association": "stands between clubs of this site",
    "associations.AssociatedClub": "names another club: an archive holds one",
    "associations.Registration": "names another club: an archive holds one",
    "associations.Transfer": "names another club: an archive holds one",
    "clubs.JoinRequest": "has an address; who was taken is a player",
    "clubs.Joining": "a code belongs to its site; it is opened again",
    "clubs.Invitation": "has an address and a link; people are invited again",
    "events.StruckDate": "what this site gave to calendars, by its own numbers",
    "prepared.WeeklyDeal": "the same for all clubs of the site; its seed is the site's",
    "clubs.Erasure": "whom this site has forgotten; an archive made since does not know them",
    "journal.Asked": "a mark for processes",
    "journal.ClubVersion": "a count that is this site's own",
    "journal.SiteVersion": "a count that is this site's own",
    "journal.Reader": "a part of the delivery",
    "journal.Undelivered": "a part of the delivery",
    "orders.Job": "work of this site",
    "orders.JobFile": "a file kept for an hour",
    "orders.Turn": "work of this site",
    "orders.Worker": "work of this site",
    "imports.Upload": "a file on its way into this site",
    "once.KeyedRequest": "answers kept for a day",
    "club_limits.ClubUse": "a limit of this site",
    "webhooks.Webhook": "has secrets, and tells other programs of this site",
    "outbox.OutboxMessage": "what waits is sent by the site that owes it",
    "webhooks.Attempt": "what this site sent to other programs",
    "webhooks.Change": "what this site tells by its own numbers",
    "availability.Availability": "what players say of days to come",
    "availability.CalendarLink": "a secret address of an account of this site",
    "notifications.Preference": "what accounts of this site chose",
    "notifications.Notification": "what this site sent to accounts",
    "stand_ins.StandInRequest": "whom this site asked; who stands in is in the seats",
    "stand_ins.AskedPlayer": "whom this site asked; who stands in is in the seats",
    "notifications.MatchReminder": "what this site sent to accounts",
    "notifications.CaptainReminder": "what this site sent to accounts",
    "notifications.Reminder": "what this site sent to accounts",
    "notifications.DirectorMessage": "what this site sent to accounts",
    "notifications.PushSubscription": "phones that take what this site sends alone",
    "notifications.StoppedAddress": "addresses that this site mailed to",
    "archives.ClubMark": "stands in the manifest of an archive",
    "archives.Origin": "says which row here came from which archive",
    "archives.ArchiveFile": "an archive holds no archives",
    "archives.ArchivePiece": "an archive holds no archives",
    "deploy.DatabasePlace": "of the site",
    "deploy.LastBackup": "of the site",
    "doctor.SignOfLife": "of the site",
    "auth.Permission": "of the site",
    "auth.Group": "of the site",
    "contenttypes.ContentType": "of the site",
    "sessions.Session": "a secret of an account",
    "axes.AccessAttempt": "sign-ins to this site",
    "axes.AccessLog": "sign-ins to this site",
    "axes.AccessFailureLog": "sign-ins to this site",
    "axes.AccessAttemptExpiration": "sign-ins to this site",
}

BY_NAME: Mapping[str, Archived] = {one.name: one for one in ARCHIVED}
BY_MODEL: Mapping[type[Model], Archived] = {one.model: one for one in ARCHIVED}


def undeclared(models: Iterable[type[Model]]) -> list[str]:
    """Return the labels of the models of which it is not said what an archive holds of them."""
    named = {one.model._meta.label for one in ARCHIVED}
    known = named | IN_OTHER_FILES.keys() | DERIVED.keys() | OF_THE_SITE.keys()
    return sorted({model._meta.label for model in models} - known)


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
