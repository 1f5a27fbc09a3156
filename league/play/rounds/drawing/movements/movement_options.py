"""What a request asks of a movement of pairs: its options and how many rounds."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from games.sentences import Sentence, say
from league.foundation.doors.declared import Seed, fields_of
from league.foundation.doors.reading import read_fields, read_object
from league.play.rounds.drawing.cannot_draw import CannotDraw, impossible
from league.play.rounds.drawing.deal_sets import DEALS_A_ROUND, MOST_DEALS_A_ROUND
from league.play.rounds.drawing.option import drop_nulls
from league.play.rounds.drawing.request import DrawRequest


class Common(Struct, frozen=True, kw_only=True):
    """The options that every movement has: deals a table a round, and the seed of searches."""

    deals: Annotated[int, Meta(ge=0, le=MOST_DEALS_A_ROUND)] = DEALS_A_ROUND
    seed: Seed = 1


COMMON = fields_of(Common)


def read_common(
    request: DrawRequest, keys: Collection[str] = ()
) -> tuple[Common, Mapping[str, Any]]:
    """Return the common options, and all that are sent, unread. Raises InvalidRequest."""
    allowed = (*keys, *COMMON)
    sent = drop_nulls(read_object(request.options, "options", allowed=allowed))
    return Common(**read_fields(sent, "options", COMMON)), sent


def check_sides(request: DrawRequest) -> None:
    """Refuse a history in which more or fewer than two entries met at a table."""
    for match in request.history.matches:
        if len(match.sides) != 2 or len(match.entries) != 2:
            raise impossible(
                "not_two_entries",
                say(
                    "round %(round)d of the history has a table of %(names)s; "
                    "in this movement one entry meets one other",
                    round=match.round,
                    names=request.names(match.entries),
                ),
                path="history",
            )


def rounds_of_movement(request: DrawRequest, most: int, too_many: Sentence) -> int:
    """Return how many rounds the movement is to have; refuse more than it can have."""
    for name, number in (("rounds", request.rounds), ("round", request.round)):
        last_played = max(request.history.rounds, default=0)
        if number is not None and number > max(most, last_played):
            raise impossible("too_many_rounds", too_many, path=name)
    return min(request.rounds or most, most)


def too_few(sentence: Sentence) -> CannotDraw:
    return impossible("too_few_entries", sentence, path="entries")


def too_many(sentence: Sentence) -> CannotDraw:
    return impossible("too_many_entries", sentence, path="entries")
