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
    "rounds.SeatView": methods(put=SCORE),
    "rounds.TablesOfRound": methods(get=READ),
    "standings.EventStandings": methods(get=READ),
    "standings.OutlookView": methods(get=READ),
    "standings.StandingsView": methods(get=READ),
    "standings.WhyView": methods(get=READ),
    "webhooks.ClubChanges": methods(get=READ),
    "webhooks.EventChanges": methods(get=READ),
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
