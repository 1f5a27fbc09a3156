"""What can be asked of a bracket: its options, and the faults of a request for one."""

from collections.abc import Collection, Mapping
from typing import Any

from games.engine.sentences import Sentence, say
from league.rounds.drawing.bracket.seeding import Field, field_of
from league.rounds.drawing.ordering import BY_SEED, ORDERS
from league.rounds.drawing.reading import read_choice, read_count, read_flag, read_object
from league.rounds.drawing.request import LARGEST_SEED, DrawRequest
from league.rounds.drawing.unanswerable import impossible

MOST_ENTRIES = 1024
COMMON = ("order", "seed")


def read_fields(request: DrawRequest, own: Collection[str]) -> Mapping[str, Any]:
    return read_object(request.options, "options", allowed=(*own, *COMMON))


def flag(fields: Mapping[str, Any], key: str, default: bool) -> bool:
    value = fields.get(key)
    return default if value is None else read_flag(value, f"options.{key}")


def count(fields: Mapping[str, Any], key: str, default: int, *, least: int, most: int) -> int:
    value = fields.get(key)
    if value is None:
        return default
    return read_count(value, f"options.{key}", least=least, most=most)


def read_field(request: DrawRequest, fields: Mapping[str, Any]) -> Field:
    """Return who stands in the bracket, after making sure that one can be drawn for them."""
    order = fields.get("order")
    order = BY_SEED if order is None else read_choice(order, "options.order", ORDERS)
    seed = count(fields, "seed", 1, least=0, most=LARGEST_SEED)
    _check_history(request)
    field = field_of(request, order=order, seed=seed)
    _check_size(len(field.seeds))
    return field


def _check_size(entries: int) -> None:
    if entries < 2:
        raise impossible(
            "too_few_entries",
            say(
                "a bracket needs at least 2 active entries, not %(count)d; add entries",
                count=entries,
            ),
            path="entries",
        )
    if entries > MOST_ENTRIES:
        raise impossible(
            "too_many_entries",
            say(
                "%(count)d entries are too many for one bracket; at most %(most)d can be drawn: "
                "play groups or a Swiss stage first, and take the best of them",
                count=entries,
                most=MOST_ENTRIES,
            ),
            path="entries",
        )


def _check_history(request: DrawRequest) -> None:
    rounds = request.history.rounds
    missing = next((at for at, number in enumerate(rounds, start=1) if at != number), None)
    if missing is not None:
        raise impossible(
            "missing_round",
            say(
                "the history has round %(later)d but not round %(missing)d; who moves on in a "
                "knock-out is read from every round: add round %(missing)d",
                later=rounds[-1],
                missing=missing,
            ),
            path="history",
        )
    for match in request.history.matches:
        if len(match.sides) != 2 or len(match.entries) != 2:
            raise impossible("not_two_entries", _not_two(request, match.round, match.entries))


def _not_two(request: DrawRequest, number: int, entries: tuple[str, ...]) -> Sentence:
    return say(
        "round %(round)d of the history has a table of %(names)s; "
        "in a bracket one entry meets one other",
        round=number,
        names=request.names(entries),
    )
