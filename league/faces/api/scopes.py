"""What a token must be good for, view by view and method by method: the one place that says it.

A view that is not here cannot be imported. Whoever comes with a session or a table's link is not
limited by this; permissions hold for everybody besides.
"""

from collections.abc import Mapping
from typing import Any

from league.clubs.models import Scope

Methods = Mapping[str, Scope | None]
READ, SCORE, DIRECT = Scope.READ, Scope.SCORE, Scope.DIRECT
HANDLERS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def methods(
    get: Scope | None = None,
    post: Scope | None = None,
    put: Scope | None = None,
    patch: Scope | None = None,
    delete: Scope | None = None,
) -> Methods:
    by_handler = zip(HANDLERS, (get, post, put, patch, delete), strict=True)
    return {method: scope for method, scope in by_handler if scope is not None}


SCOPES: Mapping[str, Methods] = {
    # they read and write nothing of a club
    "doors.OpenView": methods(get=READ, post=READ),
    "archives.ArchiveContent": methods(get=DIRECT),
    "archives.ArchiveJob": methods(get=DIRECT, delete=DIRECT),
    "archives.ArchiveList": methods(get=DIRECT, post=DIRECT),
    "archives.ArchiveReading": methods(post=DIRECT),
    "archives.ArchiveUpload": methods(post=DIRECT),
    "archives.ArchiveView": methods(get=DIRECT, delete=DIRECT),
    "associations.AnswerClub": methods(post=DIRECT),
    "associations.AnswerInvitation": methods(post=DIRECT),
    "associations.AssociationsOfClub": methods(get=READ, post=DIRECT),
    "associations.ChampionshipFilling": methods(post=DIRECT),
    "associations.ChampionshipPreview": methods(post=DIRECT),
    "associations.ChampionshipSources": methods(get=READ),
    "associations.ClubsOfAssociation": methods(get=READ, post=DIRECT),
    "associations.DecideTransfer": methods(post=DIRECT),
    "associations.EntriesOfClub": methods(get=READ, post=DIRECT),
    "associations.LeaveAssociation": methods(post=DIRECT),
    "associations.LetClubGo": methods(post=DIRECT),
    "associations.OneRegistration": methods(delete=DIRECT),
    "associations.OwnAssociation": methods(get=READ, put=DIRECT, delete=DIRECT),
    "associations.RegisteredElsewhere": methods(get=READ),
    "associations.Registrations": methods(get=READ),
    "associations.RegistrationsOfClub": methods(get=READ, post=DIRECT),
    "associations.TakeInvitationBack": methods(post=DIRECT),
    "associations.TakeQuestionBack": methods(post=DIRECT),
    "associations.TakeTransferBack": methods(post=DIRECT),
    "associations.Transfers": methods(get=READ),
    "associations.TransfersToClub": methods(get=READ, post=DIRECT),
    "associations.WithdrawClub": methods(post=DIRECT),
    "associations.WithdrawClubEntry": methods(post=DIRECT),
    "captains.AcceptDate": methods(post=DIRECT),
    "captains.CaptainView": methods(get=READ, put=DIRECT),
    "captains.ConfirmResult": methods(post=SCORE),
    "captains.DecideWalkover": methods(post=DIRECT),
    "captains.DeclineDates": methods(post=DIRECT),
    "captains.EnterResult": methods(post=SCORE),
    "captains.LedMatches": methods(get=READ),
    "captains.LineUpView": methods(get=READ, put=DIRECT),
    "captains.OneMatch": methods(get=READ),
    "captains.OpenMatches": methods(get=READ),
    "captains.ProposeDates": methods(post=DIRECT),
    "captains.RuleDate": methods(post=DIRECT),
    "captains.TakeDatesBack": methods(post=DIRECT),
    "club.ClubDeletion": methods(get=READ, post=DIRECT, delete=DIRECT),
    "club.ClubLogo": methods(get=READ, put=DIRECT, delete=DIRECT),
    "club.ClubList": methods(get=READ, post=DIRECT),
    "club.ClubView": methods(get=READ, patch=DIRECT),
    "club.InvitationLink": methods(get=DIRECT),
    "club.AcceptJoinRequest": methods(post=DIRECT),
    "club.JoinRequestList": methods(get=READ),
    "club.JoiningView": methods(get=READ, patch=DIRECT),
    "club.RefuseJoinRequest": methods(post=DIRECT),
    "club.RenewJoinCode": methods(post=DIRECT),
    "club.InviteList": methods(post=DIRECT),
    "club.InvitationList": methods(get=READ, post=DIRECT),
    "club.InvitationView": methods(get=READ),
    "club.Journal": methods(get=READ),
    "club.RestoreInvitation": methods(post=DIRECT),
    "club.SendInvitationAgain": methods(post=DIRECT),
    "club.WithdrawInvitation": methods(post=DIRECT),
    "documents.BlankSheet": methods(get=READ),
    "documents.BracketDocument": methods(get=READ),
    "documents.Contacts": methods(get=READ),
    "documents.DealSheets": methods(get=READ),
    "documents.EventCash": methods(get=READ),
    "documents.Newsletter": methods(get=READ),
    "documents.RoundList": methods(get=READ),
    "documents.ScoreSheets": methods(get=READ, post=SCORE),
    "documents.SeasonDocument": methods(get=READ),
    "documents.Seating": methods(get=READ, post=SCORE),
    # the links of tables are in it
    "documents.Slips": methods(get=SCORE, post=SCORE),
    "documents.StandingsDocument": methods(get=READ),
    "documents.TableCards": methods(get=SCORE, post=SCORE),
    "documents.TonightCash": methods(get=READ),
    "documents.Travellers": methods(get=READ),
    "documents.WeeklySheet": methods(get=READ),
    "elsewhere.NowhereView": methods(get=READ),
    "kitty.BalanceList": methods(get=READ),
    "kitty.EventAmountsView": methods(get=READ, put=DIRECT),
    "kitty.HouseAmountsList": methods(get=READ, post=DIRECT),
    "kitty.KittyView": methods(get=READ, put=DIRECT),
    "kitty.OwnLines": methods(get=READ),
    "kitty.PrizesView": methods(get=READ, post=DIRECT),
    "kitty.ReverseTransaction": methods(post=DIRECT),
    "kitty.TransactionList": methods(get=READ, post=DIRECT),
    "match_dates.CalendarView": methods(get=READ, put=DIRECT),
    "match_dates.DateList": methods(get=READ),
    "match_dates.DateView": methods(put=DIRECT),
    "match_dates.HomeList": methods(get=READ, put=DIRECT),
    "match_dates.MakeCalendar": methods(post=DIRECT),
    "match_dates.PublishCalendar": methods(post=DIRECT),
    "imports.CarryOutImport": methods(post=DIRECT),
    "imports.ImportKinds": methods(get=READ),
    "imports.ImportList": methods(get=DIRECT, post=DIRECT),
    "imports.ImportPlan": methods(get=DIRECT),
    "imports.ImportView": methods(get=DIRECT, patch=DIRECT, delete=DIRECT),
    "jobs.CancelJob": methods(post=DIRECT),
    "jobs.JobFileView": methods(get=SCORE),
    "jobs.JobList": methods(get=READ),
    "jobs.JobView": methods(get=READ),
    "rounds.SeatView": methods(put=SCORE),
    "rounds.TablesOfRound": methods(get=READ),
    "standings.EventStandings": methods(get=READ),
    "standings.OutlookView": methods(get=READ),
    "standings.StandingsView": methods(get=READ),
    "standings.WhyView": methods(get=READ),
    "webhooks.ClubChanges": methods(get=READ),
    "webhooks.EventChanges": methods(get=READ),
    "account.AccountDeletion": methods(get=READ, post=DIRECT, delete=DIRECT),
    "account.OwnAccount": methods(get=READ, patch=DIRECT),
    "account.OwnAddress": methods(post=DIRECT),
    "account.OwnData": methods(get=DIRECT, post=DIRECT),
    "account.OwnDataFile": methods(get=DIRECT),
    "account.OwnToken": methods(delete=DIRECT),
    "account.OwnTokens": methods(get=DIRECT),
    # made by the password, and given back by whoever holds it
    "account.TokenView": {"POST": None, "DELETE": None},
}


def listed_name(view: type) -> str:
    """Return the name of a view as the list above has it: with the folder of its subject."""
    subject = view.__module__.removeprefix("league.faces.api.").partition(".")[0]
    return f"{subject}.{view.__qualname__}"


def declared(view: type, method: str) -> Scope | None:
    """Return what a token needs for a method of a view; None: nothing. Raises LookupError."""
    own: Methods | None = getattr(view, "token_scopes", None)
    if own is not None:
        return own[method]
    for parent in view.__mro__:
        scopes = SCOPES.get(listed_name(parent), {})
        if method in scopes:
            return scopes[method]
    raise LookupError(
        f"{view.__qualname__} has no scope for {method}: say in league/faces/api/scopes.py"
        " what a token needs for it"
    )


def needed_scope(view: Any, method: str) -> Scope | None:
    """Return what a token needs for what a view is asked for; an act may have its own."""
    own: Methods | None = getattr(view, "token_scopes", None)
    return declared(type(view), method) if own is None else own[method]


def check_declared(view: type) -> None:
    """Refuse a view with a method whose scope is not said. Raises LookupError."""
    for method in HANDLERS:
        if hasattr(view, method.lower()):
            declared(view, method)
