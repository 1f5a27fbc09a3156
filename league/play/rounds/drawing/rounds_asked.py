"""Checks of the rounds that a request asks for: against their number in all and the history."""

from games.sentences import say
from league.play.rounds.drawing.cannot_draw import CannotDraw, impossible
from league.play.rounds.drawing.request import DrawRequest, check_round_is_open


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
