"""A director's entry refused because of hidden cards, written down although nothing else is."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import transaction
from django.utils import timezone

from league.journal.actor import Actor
from league.results.prepared_cards import CardsRefused
from league.results.services.noting import note

P = ParamSpec("P")
T = TypeVar("T")


def note_refused_cards(service: Callable[P, T]) -> Callable[P, T]:
    """Write each CardsRefused of a service into the journal, after its transaction is taken back.

    The service has the `actor` who enters the deal. What is refused says a little of the cards;
    asked often enough it would say them all, and so it is never asked without a trace.
    """

    @wraps(service)
    def noted(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return service(*args, **kwargs)
        except CardsRefused as refused:
            actor = kwargs["actor"]
            assert isinstance(actor, Actor), "every service that writes has its actor"  # noqa: S101
            with transaction.atomic():
                note(
                    "deals.entry_refused",
                    refused.table,
                    actor=actor,
                    at=timezone.now(),
                    deal=refused.number,
                    prepared=refused.prepared_number,
                )
            raise

    return noted
