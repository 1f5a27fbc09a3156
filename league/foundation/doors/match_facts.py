"""What may be said of a match or a bye beside its points; the `rank` door reads it."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from games.sentences import say
from league.foundation.doors.declared import Exact, fields_of
from league.foundation.doors.fields import read_fields
from league.foundation.doors.invalid_request import InvalidRequest
from league.foundation.doors.reading import Number, read_count, read_list, within

DRAWN_BYE, REQUESTED, ABSENT = "drawn", "requested", "absent"
BYE_KINDS = (DRAWN_BYE, REQUESTED, ABSENT)


Counted: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]


class FactsOfSide(Struct, kw_only=True):
    """What a side did in the deals of a match: bids lost and made, and its highest deal."""

    sets: Counted | None = None
    bids_made: Counted | None = None
    highest_deal: Exact | None = None


DEAL_FACTS = fields_of(FactsOfSide)


class DealFacts(NamedTuple):
    """What a side did in the deals of a match, as it is counted."""

    sets: int | None = None
    bids_made: int | None = None
    highest_deal: Number | None = None


def read_deal_facts(fields: Mapping[str, Any], place: str) -> DealFacts | None:
    """Return the facts that a side gives, None where it gives none."""
    if fields.keys().isdisjoint(DEAL_FACTS):
        return None
    return DealFacts(**read_fields(fields, place, DEAL_FACTS))


def read_forfeits(fields: Mapping[str, Any], place: str) -> tuple[int, ...]:
    """Return the sides that did not come: `forfeit` is one of them, or a list of both."""
    value = fields.get("forfeit")
    if value is None:
        return ()
    path = within(place, "forfeit")
    elements = list(read_list(value, path, most=2)) if isinstance(value, list) else [(path, value)]
    sides = [read_count(side, at, least=0, most=1) for at, side in elements]
    if len(set(sides)) < max(len(sides), 1):
        raise InvalidRequest(
            "forfeit_unclear",
            say(
                "%(place)s must name the side that did not come, or both: 0, 1 or [0, 1]",
                place=path,
            ),
            path=path,
        )
    return tuple(sorted(sides))


def check_forfeit(fields: Mapping[str, Any], place: str) -> None:
    """Refuse a forfeited match that has points, a winner, or more than two sides."""
    sides = fields["sides"]
    if any(isinstance(side, Mapping) and side.get("points") is not None for side in sides):
        raise InvalidRequest(
            "forfeit_with_points",
            say(
                "%(place)s is forfeited and has points; leave the points out, or leave out the "
                "forfeit to count them as played",
                place=place,
            ),
            path=place,
        )
    if fields.get("winner") is not None:
        raise InvalidRequest(
            "forfeit_with_winner",
            say(
                "%(place)s is forfeited; leave out its winner, who is the side that came",
                place=place,
            ),
            path=within(place, "winner"),
        )
    if len(sides) != 2:
        raise InvalidRequest(
            "forfeit_of_many_sides",
            say(
                "%(place)s is forfeited and has %(count)d sides; only a match of two sides can be",
                place=place,
                count=len(sides),
            ),
            path=within(place, "sides"),
        )
