"""What OpenAPI says of every operation: who may ask, which statuses and headers there can be.

The decorators of `schema.py` note on a method what is its own (`by`, `rules`, `refused`, ...); the
rest follows from what all methods have in common.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from league.faces.api.conditional import WRITES_ROWS, shows_the_row
from league.faces.api.deprecations import DEPRECATED
from league.faces.api.keyed import LONGEST_KEY
from league.faces.api.problems import PROBLEM_JSON
from league.faces.api.scopes import needed_scope
from league.foundation.languages import CODES

Method = TypeVar("Method", bound=Callable[..., Any])
Described = dict[str, Any]

# who may ask at all; what comes back depends on who it is
ANYBODY = "anybody"  # also without saying who one is
ACCOUNT = "account"  # an account, with a token or with the browser's session
TABLE = "table"  # an account, or the link of the table
READING = ("GET", "HEAD")

HEX = "[0-9a-fA-F]"
# without `format`: clients that are made from this would send an object where a text is meant
UUID_TEXT = {
    "type": "string",
    "pattern": f"^{HEX}{{8}}-{HEX}{{4}}-{HEX}{{4}}-{HEX}{{4}}-{HEX}{{12}}$",
    "example": "3f0c4c1e-6f57-4d0b-9a52-0b1c5a8f1f11",
}
KEY_TEXT = {
    "type": "string",
    "minLength": 1,
    "maxLength": LONGEST_KEY,
    "pattern": "^[!-~]+$",
    "example": UUID_TEXT["example"],
}
SENT_AGAIN = (
    "Such as a fresh UUID. Sent again with the same key within a day, the request is done once and "
    "answered as the first time; another content with the same key is refused with 409."
)
KEY, KEY_IF_WISHED = (
    OpenApiParameter(
        "Idempotency-Key",
        KEY_TEXT,
        OpenApiParameter.HEADER,
        required=needed,
        description=SENT_AGAIN,
    )
    for needed in (True, False)
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of what was read: changed by somebody else since, it is refused (412).",
)

SECURITY_SCHEMES: Described = {
    "bearerAuth": {
        "type": "http",
        "scheme": "bearer",
        "description": "`Bearer <token>`: an account's token. Each operation names the scope that "
        "the token needs: `read`, `score` or `direct`.",
    },
    "tokenAuth": {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "`Token <token>`: the same token, as it was sent before there was Bearer.",
    },
    "cookieAuth": {
        "type": "apiKey",
        "in": "cookie",
        "name": "sessionid",
        "description": "The browser's session, for pages of the site; writes need `X-CSRFToken`.",
    },
    "tableLink": {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "`Table <token>`: the link of one table, good for that table only.",
    },
}
REASONS = {
    "400": "It cannot be read, or a field or a parameter is wrong.",
    "401": "Not signed in, a wrong token, or a link that is forged or was replaced.",
    "403": "Not allowed, a token without the scope, or a link whose round is closed.",
    "404": "Not there, or not for you to see.",
    "406": "Answers are JSON, and `Accept` asks for something else.",
    "409": "It makes no sense as things stand now.",
    "412": "`If-Match` names an older version.",
    "413": "What was sent is too large.",
    "415": "What was sent is of another type than the one described here, mostly JSON.",
    "422": "The rules of the game forbid it.",
    "429": "Too many requests: `Retry-After` says when to come back.",
    "500": "A mistake of ours; it is logged.",
    "503": "The site cannot answer now: `Retry-After` says when to send it again.",
}
HEADERS: Described = {
    "ETag": {
        "description": "The version of what was answered, for `If-None-Match` and `If-Match`.",
        "schema": {"type": "string"},
    },
    "Cache-Control": {
        "description": "How long others may keep the answer: always asked for again.",
        "schema": {"type": "string"},
    },
    "Location": {
        "description": "The address of what was made.",
        "schema": {"type": "string", "format": "uri-reference"},
    },
    "Idempotency-Replayed": {
        "description": "`true`: it was done before under this key; this is its first answer.",
        "schema": {"type": "string", "enum": ["true"]},
    },
    "Content-Language": {
        "description": "The language of the sentences in the answer.",
        "schema": {"type": "string"},
    },
    "Retry-After": {
        "description": "In how many seconds to send it again.",
        "schema": {"type": "integer"},
    },
    "RateLimit-Policy": {
        "description": "The limits that the request counted for: `q` requests in `w` seconds.",
        "schema": {"type": "string", "example": '"user";q=1200;w=60'},
    },
    "RateLimit": {
        "description": "Of each of them: `r` are left, and `t` seconds until the oldest one "
        "counts no more.",
        "schema": {"type": "string", "example": '"user";r=1187;t=42'},
    },
    "WWW-Authenticate": {
        "description": "How to say who you are.",
        "schema": {"type": "string"},
    },
    "Deprecation": {
        "description": "Since when this operation should not be used any more: @ and the seconds "
        "since 1970.",
        "schema": {"type": "string"},
    },
    "Sunset": {
        "description": "The day from which on this operation may be gone, as an HTTP date.",
        "schema": {"type": "string"},
    },
}
LIMITS = ["RateLimit-Policy", "RateLimit"]
HEADERS_OF = {
    "401": ["WWW-Authenticate"],
    "429": ["Retry-After", *LIMITS],
    "503": ["Retry-After"],
}
PARAMETERS: Described = {
    "AcceptLanguage": {
        "in": "header",
        "name": "Accept-Language",
        "schema": {"type": "string"},
        "description": "The language of the sentences in the answer: "
        f"{', '.join(f'`{code}`' for code in CODES)}.",
    },
    "IfNoneMatch": {
        "in": "header",
        "name": "If-None-Match",
        "schema": {"type": "string"},
        "description": "The ETag of the answer you have: unchanged, it is answered with 304.",
    },
}


def noted(method: Method, **notes: object) -> Method:
    """Return the method with notes for its description."""
    for name, value in notes.items():
        setattr(method, name, value)
    return method


class OperationSchema(AutoSchema):
    """Describes an operation with its true security, and all its statuses and headers."""

    view: Any

    def get_operation(self, *args: Any, **kwargs: Any) -> Described | None:
        operation: Described | None = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        deprecated = operation["operationId"] in DEPRECATED
        if deprecated:
            operation["deprecated"] = True
        operation["parameters"] = [*operation.get("parameters", []), *self._headers_read()]
        for status, answer in operation["responses"].items():
            if status.startswith("2"):
                answer["headers"] = self._headers_of_success(status, deprecated=deprecated)
        for status in self._statuses():
            operation["responses"].setdefault(status, _answer(status))
        operation["responses"] = dict(sorted(operation["responses"].items()))
        return operation

    def get_override_parameters(self) -> list[Any]:
        parameters = [IF_MATCH] if self._note("versioned") else []
        if self.method == "POST" and self._note("takes_key"):
            parameters.append(KEY if self._note("needs_key") else KEY_IF_WISHED)
        return parameters

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Return the ways of saying who one is, of which any will do; `{}` is none."""
        who = self._note("by", ANYBODY if self.method == "GET" else ACCOUNT)
        scope = needed_scope(self.view, self.method)
        needed = [] if scope is None else [scope.value]
        ways: list[dict[str, list[str]]] = [{}] if who == ANYBODY else []
        ways += [{"bearerAuth": needed}, {"tokenAuth": needed}, {"cookieAuth": []}]
        return ways if who == ACCOUNT else [*ways, {"tableLink": []}]

    def _note(self, name: str, default: Any = None) -> Any:
        return self.view.note(name, self.method, default)

    @property
    def _handler(self) -> Any:
        """Return the method of the view: that of the act, or that of the request."""
        act = getattr(self.view, "action", None)
        return getattr(self.view, act or self.method.lower())

    def _get_format_parameters(self) -> list[Described]:
        """Return none: a method that reads `format` names it (`list_files.FORMAT`)."""
        return []

    def _has_etag(self) -> bool:
        """Say whether answers have a version; a file that was stored once has none."""
        return self.method == "GET" and self._note("file_renderer") is None

    def _headers_read(self) -> list[Described]:
        names = ["AcceptLanguage", *(["IfNoneMatch"] if self._has_etag() else [])]
        return [{"$ref": f"#/components/parameters/{name}"} for name in names]

    def _headers_of_success(self, status: str, *, deprecated: bool) -> Described:
        names = ["Content-Language", *LIMITS]
        if self._has_etag() and status == "200":
            names += ["ETag", "Cache-Control"]
        if status in ("200", "201"):
            names += self._headers_of_write()
        takes_key = self.method == "POST" and self._note("takes_key")
        names += ["Idempotency-Replayed"] if takes_key else []
        return _headers(names + (["Deprecation", "Sunset"] if deprecated else []))

    def _headers_of_write(self) -> list[str]:
        """Return the headers of an answer that shows what was written."""
        if self.method not in WRITES_ROWS:
            return []
        made = ["Location"] if self._note("made_at") else []
        return made + (["ETag"] if shows_the_row(self.view, self._handler) else [])

    def _statuses(self) -> Iterator[str]:
        """Yield the statuses besides success that this operation can have."""
        yield from ("400", "401", "406", "429", "500", "503")
        writes = self.method != "GET"
        if writes or needed_scope(self.view, self.method) is not None:
            yield "403"
        if "{" in self.path or self._note("in_pages"):
            yield "404"
        if self._has_etag():
            yield "304"
        if writes and self._note("by") != ANYBODY:
            yield "409"
        if writes:
            yield from ("413", "415")
        yield from (status for note, status in NOTED.items() if self._note(note))


NOTED = {"missing": "404", "refused": "409", "versioned": "412", "rules": "422"}


def _answer(status: str) -> Described:
    return {"$ref": f"#/components/responses/{'NotModified' if status == '304' else 'E' + status}"}


def _headers(names: list[str]) -> Described:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def responses() -> Described:
    """Return the answers that many operations have, by the names that `_answer` gives them."""
    made: Described = {
        "NotModified": {
            "description": "Nothing has changed since the answer with this ETag.",
            "headers": _headers(["ETag", "Cache-Control"]),
        }
    }
    for status, reason in REASONS.items():
        made[f"E{status}"] = {
            "description": reason,
            "headers": _headers(["Content-Language", *HEADERS_OF.get(status, [])]),
            "content": {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
    return made
