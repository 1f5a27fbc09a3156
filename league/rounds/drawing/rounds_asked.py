"""How many rounds a movement is asked for, against each other and against the history."""

from games.engine.sentences import say
from league.rounds.drawing.request import DrawRequest, check_round_is_open
from league.rounds.drawing.unanswerable import impossible


def check_rounds_asked(request: DrawRequest) -> None:
    """Refuse a round that has been, one after the last, and fewer rounds than there were."""
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
    played = max(request.history.rounds, default=0)
    if request.rounds < played:
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
