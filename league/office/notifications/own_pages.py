"""The page on which a person answers a notification of a match: captains and organisers."""

from collections.abc import Collection

from django.urls import reverse

from league.calendar.captains.matches import Match
from league.foundation.embedding import absolute
from league.office.notifications.dated_matches import date_of
from league.office.notifications.notice import Person
from league.office.notifications.selectors import directors_of
from league.play.events.entry_rules import entries_led_by
from league.play.rounds.models import Placement, Table


def speaks_for(person: Person, match: Match, sides: Collection[int]) -> bool:
    """Say whether the account is that of the captain of one of the sides (0, 1)."""
    led = entries_led_by(person.user).filter(pk__in=[match.entries[side].pk for side in sides])
    return led.exists()


def is_captain_at(person: Person, table: Table) -> bool:
    placed = Placement.objects.filter(table=table, entry__in=entries_led_by(person.user))
    return placed.exists()


def captains_page(person: Person, table: Table) -> str:
    """Return where a captain confirms the result of an arranged match of two sides; or empty."""
    is_arranged = bool(table.round.deadline or date_of(table))
    if is_arranged and table.placements.count() == 2 and is_captain_at(person, table):
        return own_page(person, table)
    return ""


def own_page(person: Person, table: Table) -> str:
    """Return where the person acts on the match at a table; empty for who only looks at it."""
    event = table.round.stage.event
    match = (table.round_id, table.number)
    if is_captain_at(person, table):
        return absolute(reverse("account:match", args=match))
    if person in directors_of(event.club_id):
        return absolute(reverse("desk:match", args=[event.club.slug, event.slug, *match]))
    return ""
