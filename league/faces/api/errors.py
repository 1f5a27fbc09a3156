"""Every error as a problem document with the status it deserves (RFC 9457).

Beside `code` and `detail`, the sentence, there may be: `field` (the one that is wrong), `fields`
(all that are, with their sentences), `rows` (of many, those that are refused), and what the engine
says of a deal: `kind`, `phase`, `index`, `rule` and `look_at`, what a scorer checks.
"""

from collections.abc import Iterator
from math import ceil
from typing import Any

import structlog
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import ValidationError as ModelInvalid
from django.http import Http404, HttpRequest, JsonResponse, UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.serializers import as_serializer_error
from rest_framework.views import set_rollback

from games import services as games
from games.engine.errors import IllegalAction, Refusal
from league.clubs.services import ClubInvalid, HouseRulesInvalid, UnknownPlayer
from league.clubs.services.accounts import TokenInvalid
from league.clubs.services.player_list import ListUnreadable
from league.faces.api.doors.views import DoorsBusy
from league.faces.api.parsing import BodyTooLarge
from league.faces.api.problem_answers import problem_answer
from league.faces.api.problems import problem_without_view
from league.foundation.refusal import NotAllowed, Refused, RowsRefused
from league.office.webhooks.selectors import CursorNotGood
from league.play.events.rulesets import RulesetNotPossible
from league.play.events.services import EventInvalid, ForeignPlayer, WrongNumberOfPlayers
from league.play.prepared import services as prepared
from league.play.results.services import (
    BadAward,
    DealRefused,
    NoSuchSide,
    ReasonMissing,
    UnknownTable,
    WrongDealer,
)
from league.play.rounds.services import ImpossibleChange
from league.tables.seasons.services import (
    CompetitorInvalid,
    DecisionInvalid,
    DivisionsInvalid,
    SeasonRulesInvalid,
    UnknownCompetitor,
)

# what was sent could never be right; every other refusal is about how things stand now (409)
NEVER_RIGHT: tuple[type[Refused], ...] = (
    BadAward,
    ClubInvalid,
    CompetitorInvalid,
    CursorNotGood,
    DecisionInvalid,
    DivisionsInvalid,
    EventInvalid,
    ForeignPlayer,
    HouseRulesInvalid,
    ImpossibleChange,
    ListUnreadable,
    NoSuchSide,
    ReasonMissing,
    SeasonRulesInvalid,
    TokenInvalid,
    UnknownCompetitor,
    UnknownPlayer,
    UnknownTable,
    WrongNumberOfPlayers,
    prepared.ReasonMissing,
)
AGAINST_THE_RULES: tuple[type[Refused], ...] = (
    DealRefused,
    RulesetNotPossible,
    WrongDealer,
    prepared.OtherDealer,
    prepared.WeeklyRefused,
)


log = structlog.stdlib.get_logger("doors")


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer an error that is the asker's business; None for one that is a fault of ours."""
    if isinstance(error, ModelInvalid):
        # of a model's own rules, in the form that a serializer's refusals have
        error = exceptions.ValidationError(as_serializer_error(error))
    answered = _answer(error)
    if answered is None:
        return None
    set_rollback()
    if isinstance(error, DoorsBusy):
        # Django would log it as an error of ours, as it does every status from 500 on
        log.warning("doors_busy")
        answered._has_been_logged = True  # type: ignore[attr-defined]
    return answered


def fault_of_ours(request: HttpRequest) -> JsonResponse:
    """Answer for an error that nobody foresaw, in the form of every other; it is in the log."""
    sentence = _("Something went wrong on our side, and it is noted. Try again in a moment.")
    return problem_without_view(500, code="server_error", detail=sentence)


def _answer(error: Exception) -> Response | None:
    match error:
        case Refused():
            return problem_answer(status_of(error), refusal_body(error), _headers(error))
        case RequestDataTooBig():
            return _answer(BodyTooLarge())
        case SuspiciousOperation() | UnreadablePostError():
            return _answer(exceptions.ParseError())
        case Http404():
            return _answer(exceptions.NotFound())
        case DjangoPermissionDenied():
            return _answer(exceptions.PermissionDenied())
        case exceptions.ValidationError():
            return problem_answer(error.status_code, validation_body(error.detail))
        case exceptions.APIException():
            return problem_answer(error.status_code, _plain_body(error), _headers(error))
    return None


def status_of(refused: Refused) -> int:
    if isinstance(refused, RowsRefused):
        # that of the first row, which the sentence is about
        return status_of(next(iter(refused.rows.values())))
    if isinstance(refused, NotAllowed):
        return 403
    if refused.wait is not None:
        return 429
    if isinstance(refused, AGAINST_THE_RULES):
        return 422
    return 400 if isinstance(refused, NEVER_RIGHT) else 409


def refusal_body(refused: Refused) -> dict[str, Any]:
    """Return what a refusal of ours says, with the engine's own words where it has spoken."""
    body: dict[str, Any] = {"code": refused.code, "detail": str(refused)}
    if refused.field is not None:
        body["field"] = refused.field
    if isinstance(refused, DealRefused | prepared.WeeklyRefused):
        body |= engine_body(refused.refusal)
    if isinstance(refused, RowsRefused):
        body["rows"] = [{"index": index} | _row_body(why) for index, why in refused.rows.items()]
    return body


def _row_body(refused: Refused) -> dict[str, Any]:
    """Return what is said of one row of many; its `index` is not that of a phase."""
    body = refusal_body(refused)
    body.pop("index", None)
    return body


def engine_body(refusal: Refusal) -> dict[str, Any]:
    look_at = games.look_at(refusal.rule)
    return {
        "kind": "illegal" if isinstance(refusal, IllegalAction) else "malformed",
        "phase": refusal.phase,
        "index": refusal.index,
        "rule": refusal.rule,
        **({"look_at": games.render_sentence(look_at)} if look_at else {}),
    }


def _plain_body(error: exceptions.APIException) -> dict[str, Any]:
    detail = error.detail
    if isinstance(detail, exceptions.ErrorDetail):
        return {"code": detail.code, "detail": str(detail)}
    return validation_body(detail)


def _headers(error: Exception) -> dict[str, str]:
    headers: dict[str, str] = {}
    # Django REST framework puts these two on the errors it raises, refusals that pass the second
    auth_header, wait = getattr(error, "auth_header", None), getattr(error, "wait", None)
    if auth_header:
        headers["WWW-Authenticate"] = auth_header
    if wait is not None:
        headers["Retry-After"] = str(ceil(wait))
    return headers


def validation_body(detail: Any) -> dict[str, Any]:
    """Return the first thing wrong as the sentence, and all of them by field."""
    faults = list(_flat(detail, ""))
    fields: dict[str, list[str]] = {}
    for field, sentence in faults:
        fields.setdefault(field, []).append(str(sentence))
    if not faults:
        return {"code": "invalid", "detail": _("The request is not complete.")}
    field, first = faults[0]
    body: dict[str, Any] = {"code": first.code or "invalid", "detail": str(first)}
    if field:
        body |= {"field": field, "fields": fields}
    return body


def _flat(detail: Any, place: str) -> Iterator[tuple[str, exceptions.ErrorDetail]]:
    """Yield every fault with the place it belongs to, such as `changes.0.entries`."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            name_of_field = "" if name in ("non_field_errors", "__all__") else str(name)
            yield from _flat(inner, ".".join(part for part in (place, name_of_field) if part))
    elif isinstance(detail, list | tuple):
        for number, inner in enumerate(detail):
            nested = isinstance(inner, dict | list)
            yield from _flat(inner, f"{place}.{number}" if nested and place else place)
    else:
        yield place, detail
