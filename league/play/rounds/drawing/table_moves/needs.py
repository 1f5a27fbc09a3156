"""What a movement by results needs: enough entries, tables of two sides, the next round."""

from collections.abc import Mapping
from typing import Any

from games.sentences import Sentence, say
from league.foundation.doors.reading import read_seed
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.option import FormatOption, choices_of
from league.play.rounds.drawing.request import DrawRequest, order_entries, read_order
from league.play.rounds.drawing.rounds_asked import check_next_round
from league.play.rounds.drawing.table_moves.results import LOT, PLAY_OFF

MOST_ENTRIES = 1_000


TIES = FormatOption(
    name="ties",
    label=say("A table that ends level"),
    help=say("Who then counts as the winner and moves on."),
    default=LOT,
    choices=choices_of(
        (LOT, say("a lot decides, with a seed that is recorded")),
        (PLAY_OFF, say("they play on: no draw until somebody has won")),
    ),
)


def seed_of(sent: Mapping[str, Any]) -> int:
    return read_seed(sent.get("seed", 1), "options.seed")


def order_of(sent: Mapping[str, Any], default: str) -> str:
    return read_order(sent.get("order", default), "options.order")


def first_order(request: DrawRequest, sent: Mapping[str, Any], default: str) -> list[str]:
    """Return the active entries in the order in which they take the tables of the first round."""
    active = {entry.id for entry in request.active}
    ranked = order_entries(request.entries, order_of(sent, default), seed_of(sent))
    return [entry for entry in ranked if entry in active]


def check_request(request: DrawRequest, *, at_a_table: int) -> None:
    """Refuse too few or too many entries, and any round but the next."""
    count = len(request.active)
    if count < at_a_table:
        raise impossible("too_few_entries", _too_few(count, at_a_table), path="entries")
    if count > MOST_ENTRIES:
        raise impossible(
            "too_many_entries",
            say(
                "%(count)d entries are too many for one movement; at most %(most)d can be drawn: "
                "divide them into groups",
                count=count,
                most=MOST_ENTRIES,
            ),
            path="entries",
        )
    _check_history(request)
    check_next_round(request)


def _too_few(count: int, at_a_table: int) -> Sentence:
    if at_a_table == 2:
        return say(
            "here two entries meet at a table, so at least 2 active ones are needed, not "
            "%(count)d; add entries",
            count=count,
        )
    return say(
        "four players sit at a table here, so at least 4 are needed, not %(count)d; find more "
        "players, or play individual tables, which can be of 3",
        count=count,
    )


def _check_history(request: DrawRequest) -> None:
    for match in request.history.matches:
        if len(match.sides) != 2:
            raise impossible(
                "not_two_sides",
                say(
                    "round %(round)d of the history has a table of %(names)s with %(count)d sides; "
                    "in this movement two sides meet",
                    round=match.round,
                    names=request.names(match.entries),
                    count=len(match.sides),
                ),
                path="history",
            )
