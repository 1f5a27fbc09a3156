"""Which rows belong to a club: for every table, the way from its rows to the club.

A way follows references upwards, is a column with the club's number, or is one of those that stand
in `OWN_WAYS`. Every table has one, or is said to belong to no club (a test looks).
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.apps import apps
from django.db.models import Model, Q, QuerySet

from games.models import Deal
from league.clubs.models import Club, Logo, User
from league.foundation.jobs.models import Job
from league.foundation.journal.models import Happening, Undelivered
from league.foundation.model_paths import path_to
from league.foundation.once.models import KeyedRequest
from league.office.associations.models import AssociatedClub, Registration, Transfer
from league.play.events.models import EntryClub, Event
from league.play.rounds.models import Table

Rows = Callable[[int], "QuerySet[Any]"]


def _deals(club_id: int) -> "QuerySet[Any]":
    of_table = Q(submission__table__round__stage__event__club_id=club_id)
    return Deal.objects.filter(of_table | Q(weekly_result__club_id=club_id))


def _waiting(club_id: int) -> "QuerySet[Any]":
    of_club = Happening.objects.filter(club_id=club_id)
    return Undelivered.objects.filter(happening_id__in=of_club.values("pk"))


def _keyed(club_id: int) -> "QuerySet[Any]":
    """Answers at the club's tables, and to its members: they are of the last day."""
    tables = Table.objects.filter(round__stage__event__club_id=club_id).values_list("pk", flat=True)
    members = User.objects.filter(memberships__club_id=club_id).values_list("pk", flat=True)
    scopes = [f"table:{pk}" for pk in tables] + [f"user:{pk}" for pk in members]
    return KeyedRequest.objects.filter(scope__in=scopes)


def _associated(club_id: int) -> "QuerySet[Any]":
    """Of both sides: what stands between two clubs goes with either of them."""
    return AssociatedClub.objects.filter(Q(club=club_id) | Q(association__club=club_id))


def _registered(club_id: int) -> "QuerySet[Any]":
    return Registration.objects.filter(Q(club=club_id) | Q(season__club=club_id))


def _transferred(club_id: int) -> "QuerySet[Any]":
    of_a_club = Q(from_club=club_id) | Q(to_club=club_id)
    return Transfer.objects.filter(of_a_club | Q(season__club=club_id))


def _entries_of_clubs(club_id: int) -> "QuerySet[Any]":
    """An entry elsewhere stays, and is then one of the event's own."""
    return EntryClub.objects.filter(Q(club=club_id) | Q(entry__event__club=club_id))


# tables whose way is not that of their references, and those that stand between two clubs
OWN_WAYS: Mapping[type[Model], Rows] = {
    Club: lambda club_id: Club.objects.filter(pk=club_id),
    Logo: lambda club_id: Logo.objects.filter(club__pk=club_id),
    Undelivered: _waiting,
    Deal: _deals,
    KeyedRequest: _keyed,
    AssociatedClub: _associated,
    Registration: _registered,
    Transfer: _transferred,
    EntryClub: _entries_of_clubs,
}
# tables that belong to the site, or to an account
OF_NO_CLUB = frozenset(
    {
        "auth.Group",
        "auth.Permission",
        "axes.AccessAttempt",
        "axes.AccessAttemptExpiration",
        "axes.AccessFailureLog",
        "availability.CalendarLink",
        "axes.AccessLog",
        "clubs.User",
        "contenttypes.ContentType",
        "deploy.DatabasePlace",
        "deploy.LastBackup",
        "doctor.SignOfLife",
        "journal.Asked",
        "journal.Reader",
        "journal.SiteVersion",
        "notifications.PushSubscription",
        "notifications.StoppedAddress",
        "orders.Worker",
        "prepared.WeeklyDeal",
        "sessions.Session",
    }
)


class NoWay(LookupError):
    """Nobody has said to which club the rows of a table belong."""


def rows_of_club(model: type[Model], club_id: int) -> "QuerySet[Any]":
    """Return the rows of a club in a table. Raises NoWay."""
    if model in OWN_WAYS:
        return OWN_WAYS[model](club_id)
    path = way_to_club(model)
    return model._default_manager.filter(**{path: club_id})


@cache
def way_to_club(model: type[Model]) -> str:
    """Return the shortest way up from a table to the club: "round__stage__event__club_id"."""
    if model._meta.label in OF_NO_CLUB:
        raise NoWay(f"{model._meta.label} belongs to no club")
    if any(field.attname == "club_id" for field in model._meta.concrete_fields):
        return "club_id"
    if path := path_to(model, Club, not_through=(User, *OWN_WAYS)):
        return f"{path}_id"
    # a job knows its club by number
    if path := path_to(model, Job):
        return f"{path}__club_id"
    raise NoWay(
        f"say in league/office/personal_data/club_rows.py how rows of {model._meta.label} belong"
        " to a club"
    )


@cache
def way_to_event(model: type[Model]) -> str | None:
    """Return the way up to the event that the rows belong to: "round__stage__event_id"; or None."""
    if model in OWN_WAYS:
        return None
    *steps, _club = way_to_club(model).split("__")
    at: Any = model
    for name in steps:
        at = at._meta.get_field(name).related_model
    return "__".join(steps) + "_id" if steps and at is Event else None


def models_of_clubs() -> list[type[Model]]:
    """Return all tables with rows of clubs, those that refer to others before the others."""
    wanted = [model for model in apps.get_models() if model._meta.label not in OF_NO_CLUB]
    ordered: list[type[Model]] = []
    while wanted:
        free = [model for model in wanted if not _referred_to(model, wanted)]
        if not free:
            raise NoWay(f"{wanted} refer to each other in a circle")
        ordered += free
        wanted = [model for model in wanted if model not in free]
    return ordered


def _referred_to(model: type[Model], by: list[type[Model]]) -> bool:
    # counts of events are kept by triggers: they go after the events
    if model._meta.label == "events.EventCount" and Event in by:
        return True
    return any(
        field.related_model is model and other is not model
        for other in by
        for field in other._meta.concrete_fields
    )
