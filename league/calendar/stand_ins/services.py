"""Asking for a substitute, accepting and declining, taking the request back."""

from collections.abc import Collection
from datetime import datetime

from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from league.calendar.stand_ins.models import Answer, AskedPlayer, RequestState, StandInRequest
from league.calendar.stand_ins.selectors import (
    asked_players,
    candidates_for,
    explain_closed_request,
    requests_with_asked,
    seats_with_rounds,
)
from league.clubs.models import Player, User
from league.clubs.services.merging_players import Keeper, register
from league.foundation.club_limits import services as club_limits
from league.foundation.embedding import absolute
from league.foundation.journal.actor import Act
from league.foundation.refusal import OutOfDate, Refused
from league.play.events.journaling import journal_stage, locked
from league.play.events.names import called_after
from league.play.rounds.models import Round, RoundState, Seat
from league.play.rounds.services.running_rounds import lock_round
from league.play.rounds.services.seating import seat_substitute

# so many can be asked for one seat
MOST_ASKED = 50


class RequestRefused(Refused):
    """Nobody can be asked for this seat now, or not these players."""

    code = "stand_in_refused"


class RequestOver(Refused):
    """Somebody accepted first, or nobody is needed any more."""

    code = "stand_in_over"


@transaction.atomic
def ask(*, seat: Seat, players: Collection[int], by: Act) -> StandInRequest:
    """Ask players of the club to take the seat for its round; who was asked before is not again.

    Raises RequestRefused where the round is closed or not shown yet, for too many or no players,
    and for one whom the event's rule on substitutes does not allow or who cannot be reached.
    """
    round = lock_round(seat.round)
    _check_round(round)
    seat = seats_with_rounds().get(pk=seat.pk)
    request = _open_request(seat, by)
    new = _not_asked_yet(request, _chosen(seat, players, by.at))
    _check_number(request, new)
    if new:
        club_limits.count(club_limits.MAILS, round.stage.event.club_id, by.at)
        AskedPlayer.objects.bulk_create(
            AskedPlayer(request=request, player=player, asked_at=by.at) for player in new
        )
        _journal("stand_in.asked", request, by, count=len(new))
    return requests_with_asked().get(pk=request.pk)


def _check_round(round: Round) -> None:
    if round.state == RoundState.OPEN:
        return
    sentence = (
        _("Round %(round)d is closed: nobody can be asked to stand in any more.")
        if round.state == RoundState.CLOSED
        else _("Round %(round)d is not open yet: open it first, then ask for a substitute.")
    )
    raise RequestRefused(sentence % {"round": round.number})


def _open_request(seat: Seat, by: Act) -> StandInRequest:
    """Return the request that waits for this seat, or a new one; the round is locked.

    One whose seat was changed by other hands is over, and makes room for a new one.
    """
    found = requests_with_asked().filter(seat=seat, state=RequestState.OPEN).first()
    if found is not None and not explain_closed_request(found):
        return found
    if found is not None:
        _end(found, RequestState.TAKEN_BACK, by.at)
    request = StandInRequest(
        seat=seat,
        absent=seat.player,
        asked_by=User.objects.filter(pk=by.actor.user_id or 0).first(),
        asked_at=by.at,
    )
    if seat.is_substitute:
        sentence = _("%(player)s stands in at this seat already: undo that first.")
        raise RequestRefused(sentence % {"player": seat.player.name if seat.player else ""})
    if over := explain_closed_request(request):
        raise RequestRefused(over)
    request.save()
    return request


def _chosen(seat: Seat, players: Collection[int], at: datetime) -> list[Player]:
    """Return the players, each of whom can be asked. Raises RequestRefused."""
    known = {candidate.player.pk: candidate.player for candidate in candidates_for(seat, at)}
    strangers = sorted(set(players) - known.keys())
    if strangers:
        named = Player.objects.filter(pk=strangers[0], club=seat.round.stage.event.club_id).first()
        sentence = _(
            "%(name)s cannot be asked: the rule on substitutes does not allow it, or the player "
            "sits at a table of this round or has no account."
        )
        name = named.name if named else _("A player of another club")
        raise RequestRefused(sentence % {"name": name}, field="players")
    return [player for pk, player in known.items() if pk in players]


def _not_asked_yet(request: StandInRequest, players: Collection[Player]) -> list[Player]:
    asked = set(request.asked.values_list("player_id", flat=True))
    return [player for player in players if player.pk not in asked]


def _check_number(request: StandInRequest, new: Collection[Player]) -> None:
    before = request.asked.count()
    if not before and not new:
        raise RequestRefused(_("Choose at least one player to ask."), field="players")
    if before + len(new) > MOST_ASKED:
        sentence = _(
            "That would be %(count)d players; at most %(most)d can be asked for one seat. Choose "
            "fewer."
        )
        numbers = {"count": before + len(new), "most": MOST_ASKED}
        raise RequestRefused(sentence % numbers, field="players")


@transaction.atomic
def accept(*, asked: AskedPlayer, by: Act) -> AskedPlayer:
    """Give the seat to the player, who is the first to accept; accepted twice it is once.

    Raises RequestOver for everybody after the first and where nobody is needed any more, and what
    `seat_substitute` raises where the player may not sit there by now.
    """
    asked = _locked(asked)
    if asked.answer == Answer.ACCEPTED:
        return asked
    if over := explain_closed_request(asked.request):
        raise RequestOver(over)
    player = called_after(asked.player)
    seat_substitute(seat=asked.request.seat, player=player, by=by)
    _answer(asked, Answer.ACCEPTED, by.at)
    _end(asked.request, RequestState.FOUND, by.at)
    _journal("stand_in.accepted", asked.request, by, player=player)
    return asked


@transaction.atomic
def decline(*, asked: AskedPlayer, by: Act) -> AskedPlayer:
    """Note that the player cannot come; declined twice, or when it is over, it is once.

    Who declined may still accept while the seat is free. Raises RequestOver for who has the seat.
    """
    asked = _locked(asked)
    if asked.answer == Answer.DECLINED:
        return asked
    if asked.answer == Answer.ACCEPTED:
        raise RequestOver(
            _("You accepted, and the seat is yours: tell a director if you cannot come.")
        )
    _answer(asked, Answer.DECLINED, by.at)
    player = called_after(asked.player)
    _journal("stand_in.declined", asked.request, by, player=player)
    return asked


@transaction.atomic
def take_back(*, request: StandInRequest, asked: int | None = None, by: Act) -> StandInRequest:
    """End a request before somebody accepted; taken back twice it is once.

    Raises RequestOver where somebody has the seat by it, and OutOfDate where `asked` is given and
    is not the number of players who are asked now.
    """
    lock_round(request.seat.round)
    request = _locked_request(request.pk)
    if request.state == RequestState.TAKEN_BACK:
        return request
    if request.state == RequestState.FOUND:
        raise RequestOver(
            _("Somebody accepted meanwhile and has the seat: undo the substitution instead.")
        )
    if asked is not None and asked != len(request.asked.all()):
        raise OutOfDate(
            _(
                "This can no longer be undone: somebody has asked more players since then. Take "
                "the request back if nobody is needed."
            )
        )
    _end(request, RequestState.TAKEN_BACK, by.at)
    _journal("stand_in.taken_back", request, by)
    return request


def _locked(asked: AskedPlayer) -> AskedPlayer:
    """Return the row as it is now, alone with its request: its round is locked first."""
    lock_round(asked.request.seat.round)
    request = _locked_request(asked.request_id)
    stored = asked_players().get(pk=asked.pk)
    stored.request = request
    return stored


def _locked_request(pk: int) -> StandInRequest:
    locked(StandInRequest.objects.all(), pk=pk)
    return requests_with_asked().get(pk=pk)


def _answer(asked: AskedPlayer, answer: Answer, at: datetime) -> None:
    asked.answer, asked.answered_at = answer, at
    asked.save(update_fields=["answer", "answered_at"])


def _end(request: StandInRequest, state: RequestState, at: datetime) -> None:
    request.state, request.ended_at = state, at
    request.save(update_fields=["state", "ended_at"])


def _journal(kind: str, request: StandInRequest, by: Act, **data: object) -> None:
    seat = request.seat
    journal_stage(
        kind,
        seat.round.stage,
        subject=request,
        by=by,
        table=seat.table.shown_number,
        round=seat.round.number,
        **data,
    )


# --- What a merge of duplicate players does with requests to stand in ---
# Nothing is moved: whoever accepts sits down as the player who remains, and who was asked is shown
# by that name. Undone, each has the own requests again.


def register_requests() -> None:
    register(
        Keeper(
            "stand_ins",
            lambda _stays, _goes: (),
            lambda _stays, _goes: (),
            lambda _stays, _goes: {},
            lambda _stays, _goes, _moved: None,
        )
    )


# --- The address that stands in a request to stand in: it answers for one player, and only that ---

SALT = "stand_ins.answer"


class AnswerLinkInvalid(ValueError):
    """The link was not made by this site."""


def answer_token(asked: AskedPlayer) -> str:
    return signing.dumps(asked.pk, salt=SALT, compress=False)


def read_answer_token(token: str) -> int:
    """Return the id of the row of who was asked. Raises AnswerLinkInvalid."""
    try:
        return int(signing.loads(token, salt=SALT))
    except (signing.BadSignature, ValueError, TypeError):
        # what it says stays out of logs
        raise AnswerLinkInvalid("this site made no such link") from None


def answer_url(asked: AskedPlayer) -> str:
    """Return the address of the page with the two buttons, which needs no signing in."""
    return absolute(reverse("account:stand_in_answer", args=[answer_token(asked)]))
