"""Writes that are safe to send again: once under a key, and only while a version is the newest."""

import json
import re
from collections.abc import Callable, Collection
from functools import partial, wraps
from typing import Any
from uuid import UUID, uuid5

from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Club, HouseRules, Player, User
from league.clubs.services.clubs import lock_club
from league.faces.api.authentication import table_link
from league.faces.api.conditional import digest_as_etag
from league.foundation.journal.selectors import last_of
from league.foundation.limits import key_of
from league.foundation.once.services import Answer, digest_of, run_once, with_row_lock
from league.foundation.refusal import Refused
from league.play.events.journaling import hold_event
from league.play.events.models import Entry, Event, Season, Stage
from league.play.results.models import Submission
from league.play.results.services import journal_attempts
from league.play.results.services.table_locks import hold_table
from league.tables.seasons.services.season_settings import lock_season

Method = Callable[..., Response]
ETAG = re.compile(r'"[0-9a-f]{40}"')  # as `digest_as_etag` makes them
KEY = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
LONGEST_KEY = 255
VISIBLE = re.compile(rf"[!-~]{{1,{LONGEST_KEY}}}")
# of the keys that are no UUIDs
KEYS = UUID("6c1f5b0e-6d5c-4a55-9a3e-1b8f2f0f7d52")

# what an address is about: the first of these that it names, and the word of the journal for it
ROWS: dict[str, tuple[Any, str]] = {
    "submission": (Submission, "submission"),
    "player": (Player, "player"),
    "rules": (HouseRules, "houserules"),
    "entry": (Entry, "entry"),
    "stage": (Stage, "stage"),
    "event": (Event, "event"),
    "season": (Season, "season"),
    "club": (Club, "club"),
}


class ChangedMeanwhile(APIException):
    status_code = 412
    default_code = "changed_meanwhile"


class AnswerNotKept(Refused):
    """The request was done before, and its answer was too large to be kept."""

    code = "done_before"


def key_in(request: Request) -> UUID:
    """Return the key as it is stored: a UUID itself, another text by a digest of it and who asks.

    Raises ValidationError for none, or for what is no key.
    """
    text = request.headers.get(KEY, "")
    if not VISIBLE.fullmatch(text):
        sentence = _(
            "Send an Idempotency-Key of 1 to %(most)d letters, figures and signs of ASCII, such "
            "as a fresh UUID: the same request sent again under the same key is done once."
        ) % {"most": LONGEST_KEY}
        code = "idempotency_key_invalid" if text else "idempotency_key_missing"
        raise ValidationError({KEY: sentence}, code=code)
    return key_of(text) or uuid5(KEYS, f"{_scope_of(request)} {text}")


def once(view: Any, method: Method) -> Method:
    """Let the view's POST take an Idempotency-Key; without one it is done whenever it is sent."""

    @wraps(method)
    def post(request: Request, *args: Any, **kwargs: Any) -> Response:
        scope = _scope_of(request)
        if scope is None or not view.has_key():
            return method(request, *args, **kwargs)
        answers: list[Response] = []

        def act() -> Answer | None:
            answers.append(method(request, *args, **kwargs))
            body = JSONRenderer().render(answers[0].data).decode()
            return Answer(status=answers[0].status_code, body=body)

        try:
            known = run_once(
                scope=scope, key=view.key(), digest=_digest_of(request), at=view.at, act=act
            )
        except Refused as refused:
            _note_attempts(view, request, refused)
            raise
        return answers[0] if known is None else _again(known)

    return post


def _note_attempts(view: Any, request: Request, refused: Refused) -> None:
    """Note once more what the service noted: with the key, that was rolled back too."""
    if isinstance(request.user, User):
        journal_attempts(refused, actor=view.actor)


def _scope_of(request: Request) -> str | None:
    link = table_link(request)
    if link is not None:
        return f"table:{link.table.pk}"
    return f"user:{request.user.pk}" if isinstance(request.user, User) else None


def _digest_of(request: Request) -> str:
    return digest_of(request.get_full_path(), json.dumps(request.data, sort_keys=True))


def _again(known: Answer) -> Response:
    if known.body is None:
        raise AnswerNotKept(
            _(
                "This was done when it was first sent. Its answer was too long to keep: read "
                "it again."
            )
        )
    data = json.loads(known.body) if known.body else None
    return Response(data, status=known.status, headers={REPLAYED: "true"})


def if_unchanged(view: Any, method: Method) -> Method:
    """Let the view's write take If-Match: with the ETag of an older version it is refused (412)."""

    @wraps(method)
    def write(request: Request, *args: Any, **kwargs: Any) -> Response:
        header = request.headers.get("If-Match", "").strip()
        if not header or header == "*":
            return method(request, *args, **kwargs)

        versions = versions_in(header)

        def act() -> Response:
            _check_version(view, request, versions, kwargs)
            return method(request, *args, **kwargs)

        return with_row_lock(partial(_hold, kwargs), act)

    return write


def _about(kwargs: dict[str, Any]) -> tuple[Any, str, Any]:
    """Return the model, the word of the journal and the id of what an address is about."""
    model, word, pk = next((*ROWS[name], kwargs[name]) for name in ROWS if name in kwargs)
    if model is Club:
        pk = Club.objects.filter(slug=pk).values_list("pk", flat=True).first()
    return model, word, pk


def _hold(kwargs: dict[str, Any]) -> None:
    """Take the lock that the services of what an address is about take first, if it is there."""
    model, _word, pk = _about(kwargs)
    row = model._default_manager.filter(pk=pk).first()
    match row:
        case Submission():
            hold_table(row.table_id)
        case Player() | HouseRules():
            lock_club(row.club_id)
        case Club():
            lock_club(row.pk)
        case Season():
            lock_season(row)
        case Event():
            hold_event(row.pk)
        case Entry() | Stage():
            hold_event(row.event_id)


def versions_in(header: str) -> set[str]:
    """Return the ETags of an If-Match. Raises ValidationError for what was never one of ours."""
    versions = {part.strip().removeprefix("W/") for part in header.split(",")}
    if not any(map(ETAG.fullmatch, versions)):
        sentence = _("This is no version of anything here: send the ETag of what you read.")
        raise ValidationError({"If-Match": sentence}, code="not_an_etag")
    return versions


def _check_version(
    view: Any, request: Request, versions: Collection[str], kwargs: dict[str, Any]
) -> None:
    now = digest_as_etag(shown_now(view, request, kwargs))
    if now not in versions:
        raise ChangedMeanwhile(_changed_by(kwargs))


def shown_now(view: Any, request: Request, kwargs: dict[str, Any]) -> bytes:
    """Return what a GET of the view, or of its `version_of`, answers now, as JSON."""
    reader = (view.version_of or type(view))()
    reader.setup(request._request, **kwargs)
    reader.request, reader.format_kwarg = request, None
    shown: bytes = JSONRenderer().render(
        reader.read_now(request, kwargs).data, renderer_context={"request": request}
    )
    return shown


def _changed_by(kwargs: dict[str, Any]) -> str:
    _model, word, pk = _about(kwargs)
    return changed_by(word, pk)


def changed_by(word: str, pk: int) -> str:
    """Return the sentence for an older version of what the journal calls by this word."""
    last = last_of(word, pk)
    if last is None:
        return _("This has changed since you read it. Read it again, then send your change again.")
    return _(
        "%(name)s has changed this since you read it. Read it again, then send your change again."
    ) % {"name": last.actor}
