"""Addresses that stand in mails: to what one chose, with and without signing in."""

from django.core import signing
from django.urls import reverse

from league.clubs.models import Club, Player, User
from league.foundation.embedding import absolute

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
