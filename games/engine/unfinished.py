"""Refusals of a deal that stops before it is over."""

from games.engine.errors import IllegalAction
from games.sentences import say


def calls_missing(made: int, players: int, *, phase: str = "auction") -> IllegalAction:
    """Return the refusal of an auction in which not everybody has made the one call each has."""
    sentence = say(
        "everybody calls once: %(made)d of %(players)d calls are there",
        made=made,
        players=players,
    )
    if phase == "summary":
        return IllegalAction(phase, None, "auction_unfinished", sentence, field="auction")
    return IllegalAction(phase, made, "auction_unfinished", sentence)


def cards_missing(played: int, due: int) -> IllegalAction:
    """Return the refusal of a play that ends before the last trick."""
    sentence = say(
        "%(played)d cards have been played; the deal has %(due)d", played=played, due=due
    )
    return IllegalAction("play", played, "play_unfinished", sentence)


def not_over(phase: str) -> IllegalAction:
    """Return the refusal to score a deal that is still in this phase."""
    sentence = say("the deal is not over, so it cannot be scored")
    return IllegalAction(phase, None, f"{phase}_unfinished", sentence)
