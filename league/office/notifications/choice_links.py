"""Addresses that stand in mails: to what one chose, with and without signing in."""

from collections.abc import Collection

from django.core import signing
from django.urls import reverse

from league.calendar.captains.matches import Match
from league.clubs.models import Club, Player, User
from league.foundation.embedding import absolute
from league.office.notifications.dated_matches import date_of
from league.office.notifications.selectors import directors_of
from league.office.notifications.topics import Person
from league.play.events.entry_rules import entries_led_by
from league.play.rounds.models import Placement, Table

SALT = "notifications.choices"
OF_PLAYER = "notifications.player"


class LinkInvalid(ValueError):
    """The link was not made by this site."""


def choices_token(user: User, club: Club) -> str:
    """Return what lets its holder change what an account gets from a club, and nothing else."""
    return signing.dumps([user.pk, club.pk], salt=SALT, compress=False)


def read_choices_token(token: str) -> tuple[int, int]:
    """Return the ids of the account and of the club. Raises LinkInvalid."""
    try:
        user, club = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        # what it says stays out of logs
        raise LinkInvalid("this site made no such link") from None
    return int(user), int(club)


def player_mails_url(player: Player) -> str:
    """Return the address at which a player without an account stops a club's mails."""
    return absolute(reverse("account:player_mails", args=[player_mails_token(player)]))


def player_mails_token(player: Player) -> str:
    return signing.dumps(player.pk, salt=OF_PLAYER, compress=False)


def read_player_token(token: str) -> int:
    """Return the id of the player. Raises LinkInvalid."""
    try:
        return int(signing.loads(token, salt=OF_PLAYER))
    except (signing.BadSignature, ValueError, TypeError):
        raise LinkInvalid("this site made no such link") from None


def choices_url(user: User, club: Club) -> str:
    """Return the address for one click, which needs no signing in."""
    return absolute(reverse("account:choices_by_link", args=[choices_token(user, club)]))


def own_choices_url(club: Club) -> str:
    return absolute(reverse("account:choices", args=[club.slug]))


# --- The page on which a person answers a notification of a match: captains and organisers ---


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
