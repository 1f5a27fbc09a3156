"""Who may follow the live updates of an event, a club or the start page: who may see the page."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any, Literal, NamedTuple, TypeAlias
from urllib.parse import parse_qs

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.core.handlers.asgi import ASGIRequest
from django.utils import translation

from league.clubs.models import Club
from league.faces.public.club.home_live import clubs_of_page, present_version, version_of_clubs
from league.faces.public.live_versions import OPEN_TO_ALL, access_of, states_of_clubs, version_of
from league.faces.public.visitors import Visitor, may_see
from league.foundation.limits import LARGEST_ID, parse_int
from league.play.events.models import Event

# --- What open pages follow: an event, a club with all that is played there, or the start page ---
# The further pages of the list of clubs are followed each on its own.

Kind: TypeAlias = Literal["event", "club", "front"]
NOTIFIED_KINDS: tuple[Kind, ...] = ("event", "club")


class Followed(NamedTuple):
    """An event or a club, by its id; the start page is 0, a further page of it has its number."""

    kind: Kind
    id: int

    @classmethod
    def of_topic(cls, topic: str) -> "Followed | None":
        """Return what a notification of this topic is about ("event:7", "club:3"), if anything.

        Raises ValueError where no number follows.
        """
        kind, _, number = topic.partition(":")
        return cls(kind, int(number)) if kind in NOTIFIED_KINDS else None

    def hears_of(self, changed: "Followed") -> bool:
        """Say whether this has changed too: the start page has when any club has."""
        return self == changed or (self.kind == "front" and changed.kind == "club")

    @property
    def is_further_page(self) -> bool:
        return self.kind == "front" and self.id > 0

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


FRONT = Followed("front", 0)


# --- Server-sent events as bytes, made once and sent to everybody ---

RETRY_MS = 3_000
KEEPALIVE = b": still here\n\n"
# what a part may be of; behind a hyphen follows the id of the stage, round, event or club;
# 0 behind those of the start page, the number of a further page behind its clubs
KINDS = (
    *("standings", "lines", "outlook", "round", "room", "evening"),
    *("screen", "now", "rounds", "tables", "club", "wall"),
    *("front", "clubs"),
)
GREETING = b"retry: %d\n\n" % RETRY_MS

# sent to a page in the place of a stream: it asks for its parts every 15 seconds instead, and
# browsers that do not know the word come back as often
FULL = b"retry: 15000\nevent: full\ndata: 15\n\n"


@dataclass(frozen=True, slots=True)
class Part:
    """What one reader may follow: a name such as standings-3, in one language, for one audience.

    `full_names`: for the club's own people, who see names that the public does not.
    """

    name: str
    language: str
    full_names: bool


def event_bytes(*, name: str, version: int, data: str) -> bytes:
    """Return one event of the stream; its id is the version that a reconnect starts from."""
    lines = "".join(f"data: {line}\n" for line in data.splitlines() or [""])
    return f"id: {version}\nevent: {name}\n{lines}\n".encode()


MOST_PARTS = 8
MOST_FIELDS = 50


@dataclass(frozen=True, slots=True)
class Wish:
    """What an address asks to follow: parts by name in a language, from which version on.

    A `stranger` has no session: all strangers may follow the same.
    """

    names: tuple[str, ...]
    language: str
    after: int | None
    is_stranger: bool


@dataclass(frozen=True, slots=True)
class Openness:
    """What strangers may follow, as the database had it: its version, who may see it."""

    version: int
    access: str


@dataclass(frozen=True, slots=True)
class Admission:
    """What a reader follows, from which version on, and when its right to read is checked again."""

    parts: frozenset[Part]
    after: int | None
    version: int
    access: str
    is_restricted: bool

    @property
    def openness(self) -> Openness:
        return Openness(self.version, self.access)


def wish_of(scope: dict[str, Any]) -> Wish | None:
    """Return what the reader behind an ASGI scope asks for, or None where it is nothing."""
    try:
        query = parse_qs(scope["query_string"].decode(), max_num_fields=MOST_FIELDS)
    except ValueError:
        return None
    names = query.get("only", [])[:MOST_PARTS]
    if not names or not all(map(_is_part_name, names)):
        return None
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    return Wish(
        names=tuple(names),
        language=_language_of(query, scope),
        after=_after(query, headers),
        is_stranger=not _may_have_session(scope),
    )


def _may_have_session(scope: dict[str, Any]) -> bool:
    """Say whether any cookie could be a session's; they may come in several headers."""
    session = settings.SESSION_COOKIE_NAME.encode()
    return any(name == b"cookie" and session in value for name, value in scope["headers"])


def _is_part_name(name: str) -> bool:
    kind, _, number = name.partition("-")
    return kind in KINDS and parse_int(number, most=LARGEST_ID) is not None


def _language_of(query: dict[str, list[str]], scope: dict[str, Any]) -> str:
    try:
        return translation.get_supported_language_variant(query.get("language", [""])[-1])
    except LookupError:
        return translation.get_language_from_request(ASGIRequest(scope, BytesIO()))


def _after(query: dict[str, list[str]], headers: dict[str, str]) -> int | None:
    # a reconnect names what it saw last in the header, which is newer than the page's address
    for text in (headers.get("last-event-id"), query.get("after", [None])[-1]):
        if (number := parse_int(text, most=LARGEST_ID)) is not None:
            return number
    return None


def admit(followed: Followed, wish: Wish, scope: dict[str, Any]) -> Admission | None:
    """Return what this reader may follow, or None for nothing at all; asks the database.

    An event one may not see and one that does not exist are the same from outside.
    """
    asked = {"event": _admit_to_event, "club": _admit_to_club, "front": _admit_to_front}
    return asked[followed.kind](followed.id, wish, _request_of(scope))


def _admit_to_event(event_id: int, wish: Wish, request: ASGIRequest) -> Admission | None:
    event = Event.objects.select_related("club").filter(pk=event_id).first()
    if event is None or not may_see(request.user, event):
        return None
    visitor = Visitor.of(request.user, event.club)
    openness = Openness(version_of(event_id), access_of(event))
    return _admission(wish, openness, full_names=visitor.sees_full_names)


def _admit_to_club(club_id: int, wish: Wish, request: ASGIRequest) -> Admission | None:
    club = Club.objects.filter(pk=club_id).first()
    states = states_of_clubs([club_id])
    if club is None or club_id not in states:
        return None
    visitor = Visitor.of(request.user, club)
    return _admission(wish, Openness(*states[club_id]), full_names=visitor.sees_full_names)


def _admit_to_front(page: int, wish: Wish, _request: ASGIRequest) -> Admission | None:
    if page == FRONT.id:
        return _admission(wish, Openness(present_version(), OPEN_TO_ALL), full_names=False)
    clubs = clubs_of_page(page)
    if not clubs:
        return None
    return _admission(wish, Openness(version_of_clubs(clubs), OPEN_TO_ALL), full_names=False)


def admit_stranger(wish: Wish, openness: Openness) -> Admission | None:
    """Return what a stranger may follow as another one may; None where the database must say.

    It must for people with a session, and for who has seen a newer version than is known here.
    """
    if not wish.is_stranger or (wish.after or 0) > openness.version:
        return None
    return _admission(wish, openness, full_names=False)


def _admission(wish: Wish, openness: Openness, *, full_names: bool) -> Admission:
    return Admission(
        parts=frozenset(Part(name, wish.language, full_names) for name in wish.names),
        after=wish.after,
        version=openness.version,
        access=openness.access,
        is_restricted=full_names,
    )


def _request_of(scope: dict[str, Any]) -> ASGIRequest:
    request = ASGIRequest(scope, BytesIO())
    # read only: what a stream would change in the session is nobody's wish
    request.session = SessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    request.user = get_user(request)
    return request
