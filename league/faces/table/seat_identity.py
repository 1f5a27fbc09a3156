"""Who holds the phone: the seat that was picked, kept in a signed cookie of this page alone."""

from dataclasses import dataclass
from secrets import token_urlsafe

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from league.foundation.journal.actor import Actor
from league.foundation.limits import parse_int
from league.play.results.deal_words import Names
from league.play.results.table_plan import TablePlan
from league.play.rounds.models import Table

COOKIE = "tricktable_seat"
REMEMBERED_S = 7 * 24 * 3_600


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatIdentity:
    """`device` is a random name of the phone, the same as long as the cookie lives.

    `players` is the player at the seat, if there is one.
    """

    seat: int
    side: int
    name: str
    players: tuple[int, ...]
    device: str

    @property
    def actor(self) -> Actor:
        return Actor(players=self.players, name=self.name, via="table")


def picked_seat(
    request: HttpRequest, table: Table, plan: TablePlan, names: Names
) -> SeatIdentity | None:
    """Return who said to sit here on this phone, or None."""
    try:
        kept = request.get_signed_cookie(COOKIE, salt=_salt(table), max_age=REMEMBERED_S)
    except (KeyError, BadSignature):
        return None
    text, _colon, device = str(kept).partition(":")
    seat = parse_int(text, most=plan.players - 1)
    return None if seat is None else identity_at(seat, plan, names, device)


def identity_at(seat: int, plan: TablePlan, names: Names, device: str) -> SeatIdentity:
    player = names.players.get(seat)
    return SeatIdentity(
        seat=seat,
        side=plan.ruleset.side_of(seat),
        name=names.seat(seat),
        players=(player.pk,) if player else (),
        device=device[:40],
    )


def remember_seat(
    response: HttpResponse, table: Table, token: str, seat: int, device: str = ""
) -> None:
    """Let the phone remember the seat; no other page of the site is sent the cookie."""
    response.set_signed_cookie(
        COOKIE,
        f"{seat}:{device or token_urlsafe(9)}",
        salt=_salt(table),
        max_age=REMEMBERED_S,
        path=reverse("table:page", args=[token]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _salt(table: Table) -> str:
    return f"league.table.seat:{table.pk}:{table.link_number}"
