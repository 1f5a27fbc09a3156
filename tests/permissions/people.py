"""Who asks: everybody a club knows, and those it does not."""

from dataclasses import dataclass, field
from datetime import timedelta

from django.test import Client
from django.utils import timezone

from league.clubs.models import ApiToken, User
from tests.league.faces.api.factories import make_token_of
from tests.league.factories import PASSWORD, make_user
from tests.permissions.club_with_everything import REACH

BY_PASSWORD = "django.contrib.auth.backends.ModelBackend"

# whoever has a role can do what those before it can
UP = ("nobody", "stranger", "foreign owner", "player", "scorer", "director", "owner")
EVERYBODY = frozenset(UP)
SIGNED_IN = EVERYBODY - {"nobody"}
PLAYER = SIGNED_IN - {"stranger", "foreign owner"}
SCORER = PLAYER - {"player"}
DIRECTOR = SCORER - {"scorer"}
OWNER = DIRECTOR - {"director"}
# what is the player's own: an account's tokens, memberships and name
OWN = frozenset({"player"})
NO_ONE: frozenset[str] = frozenset()


@dataclass
class Asker:
    """Somebody with a client; a program has its owner's rights as far as its token reaches."""

    name: str
    role: str
    client: Client
    headers: dict[str, str] = field(default_factory=dict)
    scopes: frozenset[str] | None = None
    has_link: bool = False
    email: str = ""


def people_of(club, foreign) -> list[Asker]:
    """Return everybody who asks this club with a session, or without one."""
    users: dict[str, User | None] = {
        "nobody": None,
        "stranger": make_user("Stranger to all clubs", password=PASSWORD),
        "foreign owner": foreign.people["owner"],
        **club.people,
    }
    return [
        Asker(name, name, signed_in(user), email=user.email if user else "")
        for name, user in users.items()
    ]


def programs_of(club, foreign) -> list[Asker]:
    """Return the programs with a token of the club's owner, and one with a table's link."""
    elsewhere = make_token_of(club.people["owner"], club=foreign.club)
    ApiToken.objects.update(last_used_at=timezone.now() + timedelta(days=1))
    programs = [
        Asker(
            f"token to {name}",
            "owner",
            Client(),
            {"Authorization": f"Token {club.tokens[name]}"},
            frozenset(scopes),
        )
        for name, scopes in REACH.items()
    ]
    return [
        *programs,
        Asker(
            "token of another club",
            "stranger",
            Client(),
            {"Authorization": f"Token {elsewhere}"},
            frozenset({"read", "score", "direct"}),
        ),
        Asker(
            "link of a table",
            "nobody",
            Client(),
            {"Authorization": f"Table {club.links[0]}"},
            has_link=True,
        ),
    ]


def signed_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, BY_PASSWORD)
    return client
