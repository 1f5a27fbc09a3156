"""A club's night for the API: an open round, people of every role, and their clients."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from secrets import token_urlsafe
from typing import Any
from uuid import uuid4

from django.utils import timezone
from rest_framework.test import APIClient

from league.clubs.models import ApiToken, Club, Scope, User
from league.clubs.services.accounts import digest_of
from league.play.events.models import Event, Stage
from league.play.rounds.links import link_of
from league.play.rounds.models import Round, Table
from tests.kept_rows import kept_rows
from tests.league.factories import make_club, make_member, make_user
from tests.league.play.events.factories import make_running
from tests.league.play.results.factories import make_round

ROLES = ("owner", "director", "scorer", "player")
V1 = "/api/v1"
PAIRS: dict[str, Any] = {
    "name": "Spring pairs",
    "starts_on": "2026-03-14",
    "variant": "double-deck-pinochle",
    "entry_kind": "pair",
    "deals_a_round": 4,
    "stage": {"format": "round_robin"},
}


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def make_token_of(user: User, *, scopes: Sequence[str] = Scope.values, club: Any = None) -> str:
    """Return the text of a token of the account, good for everything unless said otherwise."""
    text = token_urlsafe(32)
    now = timezone.now()
    ApiToken.objects.create(
        user=user,
        name="test",
        digest=digest_of(text),
        scopes=[*scopes],
        club=club,
        made_at=now,
        expires_at=now + timedelta(days=1),
    )
    return text


def client_of(user: User | None = None) -> APIClient:
    """Return a program's client, with the account's token."""
    client = APIClient()
    if user is not None:
        client.credentials(HTTP_AUTHORIZATION=f"Token {make_token_of(user)}")
    return client


def client_with_link(table: Table) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Table {link_of(table)}")
    return client


def keyed() -> dict[str, Any]:
    """Return the header of a request that is done once."""
    return {"HTTP_IDEMPOTENCY_KEY": str(uuid4())}


@dataclass
class Night:
    """An event of pairs with its first round open; side 0 of the first table has an account."""

    club: Club
    event: Event
    round: Round
    users: dict[str, User] = field(default_factory=dict)

    @property
    def stage(self) -> Stage:
        return self.event.stages.get(number=1)

    @property
    def table(self) -> Table:
        return self.round.tables.order_by("number")[0]

    @property
    def other_table(self) -> Table:
        return self.round.tables.order_by("number")[1]

    def client(self, role: str) -> APIClient:
        """Return the client of a role of the club; "stranger" has an account, "nobody" none."""
        return client_of(self.users.get(role))

    def seated(self, user: User, side: int) -> None:
        """Give a player of a side of the first table this account."""
        seat = self.table.seats.filter(placement__side=side).first()
        assert seat is not None
        assert seat.player is not None
        seat.player.user = user
        seat.player.save()


@kept_rows
def make_night(club: Club | None = None, *, entries: int = 4, **fields: Any) -> Night:
    club = club or make_club()
    options = {"table_play": "deals", "deals_a_round": 3} | fields
    event = make_running(entries, club, **options)
    night = Night(club, event, make_round(event))
    for role in ROLES:
        night.users[role] = make_member(club, role=role).user
    night.users["stranger"] = make_user(f"Stranger to {club.slug}")
    night.users["seated"] = make_user(f"Seated in {club.slug}")
    night.seated(night.users["seated"], 0)
    return night
