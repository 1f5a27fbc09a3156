"""Addresses in the demo that anybody may see, each of the largest event, round or table."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from league.events.models import Event


def largest_event() -> "Event":
    """Return the demo's public event with the most entries, with its club."""
    from django.db.models import Count

    from league.events.models import Event

    public = Event.objects.filter(visibility="public").select_related("club")
    return public.annotate(size=Count("entries")).order_by("-size", "pk")[0]


def standings_address() -> str:
    from django.urls import reverse

    event = largest_event()
    return reverse("public:standings", args=[event.club.slug, event.slug])


def club_address() -> str:
    from django.urls import reverse

    return reverse("public:club", args=[largest_event().club.slug])


def table_address() -> str:
    """Return the page of the public table with the most deals."""
    from django.urls import reverse

    from league.rounds.models import Table

    played = Table.objects.filter(round__stage__event__visibility="public", result__deals__gt=0)
    table = played.select_related("round__stage__event__club").order_by("-result__deals", "pk")[0]
    event = table.round.stage.event
    return reverse("public:table", args=[event.club.slug, event.slug, table.pk])


def tables_address() -> str:
    """Return the API's list of tables of the round of public events that has the most of them."""
    from django.db.models import Count
    from django.urls import reverse

    from league.rounds.models import Round

    rounds = Round.objects.filter(stage__event__visibility="public")
    largest = rounds.annotate(size=Count("tables")).order_by("-size", "pk")[0]
    return reverse("api:tables", args=[largest.pk])
