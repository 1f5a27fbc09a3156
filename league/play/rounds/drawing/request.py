"""What is to be drawn: the request of the `draw` door, typed."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from games.sentences import say
from league.foundation.doors.declared import (
    Shape,
    as_schema,
    described_as,
    fields_of,
    keys_of,
    read_by,
    reader_of,
)
from league.foundation.doors.played import (
    NOTHING_PLAYED,
    AskedBye,
    DrawnMatch,
    Played,
    RoundNumber,
    known_reader,
    played_schema,
    read_played,
)
from league.foundation.doors.reading import (
    InvalidRequest,
    list_of,
    read_any_object,
    read_fields,
    read_list,
    read_object,
)
from league.foundation.doors.reasons import Called
from league.foundation.doors.request_files import MOST_ENTRIES, Entry, read_entries
from league.play.rounds.drawing.cannot_draw import CannotDraw, impossible
from league.play.rounds.drawing.stage_options import BY_LOT
from league.play.rounds.drawing.work import Work

MOST_PAIRS = 100_000
PAIRS = {
    "type": "array",
    "items": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
    "maxItems": MOST_PAIRS,
    "description": "Pairs that should not meet.",
}
if TYPE_CHECKING:
    History: TypeAlias = tuple[DrawnMatch | AskedBye, ...]
else:
    History = Annotated[Any, as_schema(played_schema(DrawnMatch))]
Avoid: TypeAlias = Annotated[tuple[tuple[str, str], ...], as_schema(PAIRS)]
Options: TypeAlias = Annotated[
    Mapping[str, Any], read_by(read_any_object, described_as("DrawOptions"))
]


class AskedDraw(Struct, kw_only=True):
    """What is to be drawn: the rounds of a format, or its next round."""

    format: str
    entries: Annotated[tuple[Entry, ...], Meta(max_length=MOST_ENTRIES)]
    rounds: Annotated[RoundNumber | None, Meta(description="How many there are in all.")] = None
    round: Annotated[RoundNumber | None, Meta(description="The one that is wanted.")] = None
    history: History = ()
    avoid: Avoid = ()
    options: Options | None = None
    # a reader's own notes, as in deal records
    id: Any = None
    why: Any = None
    expect: Any = None


KEYS = keys_of(AskedDraw)
READ = ("options", "format", "rounds", "round", "history", "avoid")


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRequest:
    """A format, its entries in their order, and what has been played so far.

    `rounds` is how many rounds the stage has in all, `round` the one round that is wanted;
    `avoid` are pairs that should not meet, `options` the format's own choices. `work` counts what
    the draw does beside its searches, which have their own end, and says how much there may be.
    """

    format: str
    entries: tuple[Entry, ...]
    rounds: int | None = None
    round: int | None = None
    history: Played = NOTHING_PLAYED
    avoid: frozenset[frozenset[str]] = frozenset()
    options: Mapping[str, Any] = field(default_factory=dict)
    work: Work = field(default_factory=Work, compare=False, repr=False)
    _by_id: dict[str, Entry] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def active(self) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.active)

    @property
    def next_round(self) -> int:
        """The round after the last one in the history."""
        return max(self.history.rounds, default=0) + 1

    def names(self, entries: Iterable[str]) -> Called:
        """Return the entries as a sentence calls them: by their names, separated by commas."""
        if not self._by_id:
            self._by_id.update((entry.id, entry) for entry in self.entries)
        return Called(tuple([self._by_id.get(id_) or Entry(id=id_) for id_ in entries]))


def read_request(data: object) -> DrawRequest:
    """Return the typed request, or raise CannotDraw naming the place that is wrong."""
    try:
        return _read_request(data)
    except InvalidRequest as fault:
        raise CannotDraw.because_of(fault) from fault


def _read_request(data: object) -> DrawRequest:
    given = read_object(data, "", allowed=KEYS.names, required=KEYS.needed)
    entries = read_entries(given["entries"])
    known = {entry.id: entry for entry in entries}
    readers = fields_of(
        AskedDraw,
        history=partial(read_played, known=known, points_needed=False),
        avoid=partial(_read_avoid, known=known),
    )
    return DrawRequest(
        entries=entries, **read_fields(given, "", {name: readers[name] for name in READ})
    )


def _read_avoid(value: object, path: str, known: Mapping[str, Entry]) -> frozenset[frozenset[str]]:
    read_two = list_of(known_reader(known), most=2)
    pairs: set[frozenset[str]] = set()
    for place, element in read_list(value, path, most=MOST_PAIRS):
        pair = frozenset(read_two(element, place))
        if len(pair) != 2:
            raise InvalidRequest(
                "not_a_pair",
                say("%(place)s must name two different entries to keep apart", place=place),
                path=place,
            )
        pairs.add(pair)
    return frozenset(pairs)


def check_round_is_open(request: DrawRequest) -> None:
    """Refuse to draw a round again that is in the history."""
    if request.round is not None and request.round in request.history.rounds:
        raise impossible(
            "already_drawn",
            say(
                "round %(round)d is in the history and stays as it is; "
                "the next round to draw is %(next)d",
                round=request.round,
                next=request.next_round,
            ),
            path="round",
        )


def options_asked(request: DrawRequest, shape: type[Shape]) -> Shape:
    """Return the options of the request as its format declares them. Raises InvalidRequest."""
    options: Shape = reader_of(shape)(request.options, "options")
    return options


def order_entries(entries: Iterable[Entry], order: str, seed: int) -> list[str]:
    """Return the ids by seed, those without one after them as listed, or by a lot.

    The lot gives every entry a number of its own: entries that come later disturb no other.
    """
    listed = list(entries)
    if order == BY_LOT:
        return sorted((entry.id for entry in listed), key=lambda id_: _lot(seed, id_))
    placed = sorted(
        enumerate(listed), key=lambda item: (item[1].seed is None, item[1].seed or 0, item[0])
    )
    return [entry.id for _, entry in placed]


def _lot(seed: int, id_: str) -> bytes:
    return hashlib.sha256(f"{seed} {id_}".encode()).digest()


# --- Checks of the rounds that a request asks for: against their number in all and the history ---


def check_rounds_asked(request: DrawRequest) -> None:
    """Refuse a round that was played or comes after the last, and fewer rounds than were played."""
    check_round_is_open(request)
    if request.rounds is None:
        return
    if request.round is not None and request.round > request.rounds:
        raise impossible(
            "too_many_rounds",
            say(
                "there are to be %(rounds)d rounds in all, so there is no round %(round)d",
                rounds=request.rounds,
                round=request.round,
            ),
            path="round",
        )
    check_not_fewer_than_played(request)


def check_not_fewer_than_played(request: DrawRequest) -> None:
    """Refuse a request for fewer rounds in all than the history has."""
    played = max(request.history.rounds, default=0)
    if request.rounds is not None and request.rounds < played:
        raise impossible(
            "fewer_rounds_than_played",
            say(
                "the history already has round %(played)d, so there cannot be %(rounds)d rounds "
                "in all; ask for at least %(played)d",
                played=played,
                rounds=request.rounds,
            ),
            path="rounds",
        )


def check_next_round(request: DrawRequest) -> None:
    """Refuse any round but the next, for formats whose rounds depend on the results before."""
    check_round_is_open(request)
    if request.round is not None and request.round != request.next_round:
        raise impossible(
            "not_the_next_round",
            say(
                "round %(round)d cannot be drawn yet: who plays in it depends on the results; the "
                "next round to draw is %(next)d",
                round=request.round,
                next=request.next_round,
            ),
            path="round",
        )
    if request.rounds is not None and request.next_round > request.rounds:
        raise no_round_left(request.rounds)


def no_round_left(rounds: int) -> CannotDraw:
    """Return the refusal of a round after the last of `rounds`."""
    return impossible(
        "no_round_left",
        say(
            "all %(rounds)d rounds are in the history; ask for more rounds to draw another",
            rounds=rounds,
        ),
        path="rounds",
    )
