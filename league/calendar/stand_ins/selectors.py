"""Who can be asked for a seat, what became of a request, and what is asked of a person."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from league.calendar.stand_ins.models import Answer, AskedPlayer, RequestState, StandInRequest
from league.clubs.models import Player, User
from league.play.events.models import EntryState, EventState
from league.play.events.names import called_after
from league.play.rounds.models import Round, RoundState, Seat, Table
from league.play.rounds.selectors import PLAYED
from league.play.rounds.substitutions import SeatToFill, seat_to_fill

MOST_SHOWN = 50
WITH_SEAT = (
    "seat__round__stage__event__club",
    "seat__table",
    "seat__player",
    "seat__placement",
    "absent__merged_into",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A player who may sit there by the event's rule and has an account to be asked by."""

    player: Player
    is_reserve: bool
    is_member: bool
    stood_in: int


def seats_with_rounds() -> "QuerySet[Seat]":
    """Return seats with what the rule and the pages ask about them."""
    return Seat.objects.select_related(
        "round__stage__event__club", "table", "player", "placement__entry"
    )


def candidates_for(seat: Seat, at: datetime) -> list[Candidate]:
    """Return who can be asked: members of the entry first, then reserves, then all others."""
    to_fill = seat_to_fill(seat, at=at)
    found = [
        _candidate(player, to_fill) for player in _with_account(seat) if not to_fill.reasons(player)
    ]
    return sorted(found, key=lambda one: (not one.is_member, not one.is_reserve, one.stood_in))


def _with_account(seat: Seat) -> Iterable[Player]:
    """Return the club's active players with an account who have no seat in the round."""
    club = seat.round.stage.event.club_id
    seated = Seat.objects.filter(round=seat.round_id, player__isnull=False)
    taken = seated.values(stays=Coalesce("player__merged_into_id", "player_id"))
    rows = Player.objects.filter(club=club, is_active=True, merged_into=None, user__is_active=True)
    return rows.exclude(pk__in=taken).order_by("sort_key", "pk")


def _candidate(player: Player, to_fill: SeatToFill) -> Candidate:
    facts = to_fill.facts(player)
    return Candidate(
        player=player,
        is_reserve=facts.is_reserve,
        is_member=to_fill.is_member(player),
        stood_in=facts.stood_in,
    )


def explain_closed_request(request: StandInRequest) -> str:
    """Return why nobody can accept any more, as a whole sentence; empty while one can.

    A request is over when somebody accepted, when it was taken back, when the seat was filled by
    other hands, and when the round is closed or its table was played.
    """
    if request.state == RequestState.FOUND:
        return _("The seat is taken: somebody else accepted first. Thank you for answering.")
    if request.state == RequestState.TAKEN_BACK:
        return _("The request was taken back: nobody is needed any more.")
    return _why_seat_is_over(request.seat, request.absent_id)


def _why_seat_is_over(seat: Seat, absent: int | None) -> str:
    if seat.round.state == RoundState.CLOSED:
        return _("Round %(round)d is over: nobody is needed any more.") % {
            "round": seat.round.number
        }
    if seat.is_substitute or seat.player_id != absent:
        return _("The seat was given to somebody else meanwhile: nobody is needed any more.")
    if Table.objects.filter(PLAYED, pk=seat.table_id).exists():
        return _("The table has played already: nobody is needed any more.")
    return ""


def is_declined_by_all(request: StandInRequest) -> bool:
    """Say whether the seat is still wanted and nobody who was asked is left to accept."""
    answers = {asked.answer for asked in request.asked.all()}
    return answers == {Answer.DECLINED} and not explain_closed_request(request)


def request_of(seat: Seat) -> StandInRequest | None:
    """Return the last request for a seat, with who was asked; None: nobody was."""
    return requests_with_asked().filter(seat=seat).order_by("-pk").first()


def requests_with_asked() -> "QuerySet[StandInRequest]":
    asked = AskedPlayer.objects.select_related("player__merged_into").order_by("pk")
    rows = StandInRequest.objects.select_related(*WITH_SEAT, "asked_by")
    return rows.prefetch_related(Prefetch("asked", asked))


def open_requests_in(round: Round) -> list[StandInRequest]:
    """Return the requests of a round that wait for somebody, by table."""
    rows = requests_with_asked().filter(seat__round=round, state=RequestState.OPEN)
    return [
        row for row in rows.order_by("seat__table__number", "pk") if not explain_closed_request(row)
    ]


def asked_players() -> "QuerySet[AskedPlayer]":
    """Return who was asked, with all that an answer and its page need."""
    with_request = tuple(f"request__{name}" for name in WITH_SEAT)
    return AskedPlayer.objects.select_related(
        *("request", "request__asked_by", "player__user", "player__merged_into__user"),
        *with_request,
    )


def asked_of(user: User) -> list[AskedPlayer]:
    """Return what an account is asked now and has not answered, the newest first."""
    rows = asked_players().filter(
        player__user=user, answer=Answer.WAITING, request__state=RequestState.OPEN
    )
    if user.only_club is not None:
        rows = rows.filter(player__club=user.only_club)
    return [
        row for row in rows.order_by("-pk")[:MOST_SHOWN] if not explain_closed_request(row.request)
    ]


def asked_in(request_id: int, user_id: int) -> AskedPlayer | None:
    """Return what an account is asked by a request; None: it is not, or the request is gone."""
    mine = Q(player__user=user_id) | Q(player__merged_into__user=user_id)
    return asked_players().filter(mine, request=request_id).first()


def own_seats(user: User) -> list[Seat]:
    """Return the seats for which an account may ask: those of its entries not yet played."""
    order = ("round__deadline", "round__stage", "round__number", "table__number", "number")
    return list(_waiting_seats(user).order_by(*order)[:MOST_SHOWN])


def own_seat_at(user: User, table: Table) -> Seat | None:
    """Return the seat at a table for which an account may ask: its own before its partner's."""
    seats = _waiting_seats(user).filter(table=table).order_by("number")
    return min(seats, key=lambda seat: not _sits_there(user, seat), default=None)


def _sits_there(user: User, seat: Seat) -> bool:
    return seat.player is not None and seat.player.user_id == user.pk


def _waiting_seats(user: User) -> "QuerySet[Seat]":
    rows = seats_with_rounds().filter(
        Q(
            placement__entry__members__player__user=user,
            placement__entry__members__left_at__isnull=True,
        )
        | Q(placement__entry__captain__player__user=user),
        placement__entry__state=EntryState.ACCEPTED,
        round__state=RoundState.OPEN,
        round__stage__event__state=EventState.RUNNING,
    )
    played = Table.objects.filter(PLAYED).values("pk")
    return rows.exclude(table__in=played).distinct()


def account_of(asked: AskedPlayer) -> User | None:
    """Return whose answer it is; None for a player who has no account any more."""
    return called_after(asked.player).user
