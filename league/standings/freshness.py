"""Renews the stamp of an event's pages as soon as the event or its club is saved.

The journal tells of it too, a moment later; but whoever hides an event means now.
"""

from typing import Any

from django.db import transaction
from django.db.models.signals import post_save

from league.clubs.models import Club
from league.events.models import Event
from league.standings.stamps import renew_stamps


def watch() -> None:
    """Called once, when the apps are loaded."""
    post_save.connect(_event_saved, sender=Event, dispatch_uid="stamp of an event")
    post_save.connect(_club_saved, sender=Club, dispatch_uid="stamps of a club")


def _event_saved(instance: Event, **_kwargs: Any) -> None:
    def renew() -> None:
        renew_stamps([instance.pk])

    transaction.on_commit(renew, robust=True)


def _club_saved(instance: Club, created: bool, **_kwargs: Any) -> None:
    def renew() -> None:
        renew_stamps(list(instance.events.values_list("id", flat=True)))

    if not created:
        transaction.on_commit(renew, robust=True)
