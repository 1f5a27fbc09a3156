"""The `draw` door: a request as JSON in, rounds as JSON out."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import Any

from league.foundation.doors.reading import InvalidRequest
from league.play.rounds.drawing.cannot_draw import CannotDraw
from league.play.rounds.drawing.drawn import Draw, draw_as_json
from league.play.rounds.drawing.formats import format_named
from league.play.rounds.drawing.request import DrawRequest, read_request
from league.play.rounds.drawing.work import Work

Drawn = list[tuple[DrawRequest, Draw]]
_drawn_here: ContextVar[Drawn | None] = ContextVar("drawn_here", default=None)


@contextmanager
def drawing_once() -> Iterator[None]:
    """Draw once what is asked for several times within it: looked at, checked and then made."""
    token = _drawn_here.set([])
    try:
        yield
    finally:
        _drawn_here.reset(token)


def draw(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rounds asked for, as in the door's format. Raises CannotDraw."""
    return draw_as_json(draw_rounds(read_request(request)))


def draw_rounds(request: DrawRequest) -> Draw:
    """Return the rounds asked for, typed. Raises CannotDraw."""
    drawn_here = _drawn_here.get()
    if drawn_here is None:
        return _drawn(request)
    for asked, drawn in drawn_here:
        if asked == request and asked.work.most == request.work.most:
            return drawn
    drawn = _drawn(request)
    drawn_here.append((request, drawn))
    return drawn


def _drawn(request: DrawRequest) -> Draw:
    try:
        return format_named(request.format).draw(request)
    except CannotDraw:
        raise
    except InvalidRequest as fault:
        raise CannotDraw.because_of(fault) from fault


def answer(request: object, *, most_work: int | None = None) -> dict[str, Any]:
    """Return the rounds, or the `error` object that says why there are none; never raises.

    `most_work` is what may be spent on what the draw cannot do without; None: any amount.
    """
    note = {"id": request["id"]} if isinstance(request, Mapping) and "id" in request else {}
    try:
        typed = replace(read_request(request), work=Work(most_work))
        return note | draw_as_json(draw_rounds(typed))
    except CannotDraw as fault:
        return note | fault.as_json()
