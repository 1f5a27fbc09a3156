"""What a request asks of an individual movement: seats, deals, players and rounds."""

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from games.sentences import say
from league.foundation.doors.declared import Seed, read_by
from league.foundation.doors.reading import InvalidRequest, shown_input
from league.play.rounds.drawing.cannot_draw import impossible
from league.play.rounds.drawing.deal_sets import DEALS_A_ROUND, MOST_DEALS_A_ROUND
from league.play.rounds.drawing.request import DrawRequest
from league.play.rounds.drawing.stage_options import said

SEATS = (2, 3, 4, 6, 8)
USUAL_SEATS = 4
MOST_PLAYERS = 200
MOST_ROUNDS = 60  # more only where everybody's movement is longer than that


def _read_seats(seats: object, path: str) -> int:
    if isinstance(seats, bool) or not isinstance(seats, int) or seats not in SEATS:
        raise InvalidRequest(
            "unknown_choice",
            say(
                "%(place)s must be one of %(choices)s, not %(given)s",
                place=path,
                choices=", ".join(map(str, SEATS)),
                given=shown_input(seats),
            ),
            path=path,
        )
    return seats


class Options(Struct, frozen=True, kw_only=True):
    """Seats at a table, prepared deals a table a round (0: none), and the seed of searches."""

    null_is_left_out: ClassVar[bool] = True

    seats: Annotated[int, read_by(_read_seats, {"enum": [*SEATS]})] = USUAL_SEATS
    deals: Annotated[int, Meta(ge=0, le=MOST_DEALS_A_ROUND)] = DEALS_A_ROUND
    shared_deals: Annotated[
        bool,
        said(
            say("All tables play the same deals in a round"),
            say("So that everybody can be compared; the deals are carried round."),
        ),
    ] = False
    seed: Seed = 1

    @property
    def sides(self) -> int:
        """How many sides a table has: three at three seats, otherwise two."""
        return 3 if self.seats == 3 else 2


def full_cycle(players: int, seats: int) -> int:
    """Return the number of rounds of the full movement.

    Where nobody has to sit out it is one less than the players, otherwise as many as players, so
    that all sit out equally often. A single full table of three or six goes through all the ways
    to divide it.
    """
    if players == seats:
        return {3: 1, 6: 10}.get(seats, players - 1)
    return players if players % seats else players - 1


def check_players(count: int, seats: int) -> None:
    if count < seats:
        smaller = [size for size in SEATS if size <= count]
        sentence = say(
            "%(count)d players are too few for tables of %(seats)d; at least %(seats)d are needed: "
            "add players, or choose smaller tables (%(choices)s seats)",
            count=count,
            seats=seats,
            choices=", ".join(map(str, smaller)),
        )
        if not smaller:
            sentence = say(
                "%(count)d players are too few for tables of %(seats)d; add players",
                count=count,
                seats=seats,
            )
        raise impossible("too_few_entries", sentence, path="entries")
    if count > MOST_PLAYERS:
        raise impossible(
            "too_many_entries",
            say(
                "%(count)d players are too many for one draw; at most %(most)d can be mixed "
                "at once: divide them into groups",
                count=count,
                most=MOST_PLAYERS,
            ),
            path="entries",
        )


def check_rounds(request: DrawRequest, cycle: int) -> None:
    """Refuse more rounds at once than the full movement has, or than a night can have."""
    played = max(request.history.rounds, default=0)
    asked = max(request.rounds or 0, request.round or 0)
    most = max(cycle, MOST_ROUNDS, played + 1)
    if asked > most:
        raise impossible(
            "too_many_rounds",
            say(
                "%(rounds)d rounds are too many for one draw; at most %(most)d can be drawn at "
                "once: draw the first ones now and the others later",
                rounds=asked,
                most=most,
            ),
            path="rounds" if asked == request.rounds else "round",
        )
