"""The deal as a machine: start it, ask what is allowed, do it, and score it at the end."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.actions import Action
from games.engine.errors import IllegalAction
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.sentences import say
from games.engine.unfinished import not_over
from games.engine.variants.pitch.auction import legal_calls, make_calls
from games.engine.variants.pitch.awards import count_awards, game_points
from games.engine.variants.pitch.deal import dealt_hands
from games.engine.variants.pitch.play import legal_cards, play_texts
from games.engine.variants.pitch.score import PlayedDeal, passed_out, score_deal
from games.engine.variants.pitch.state import State


def start(
    ruleset: Ruleset,
    dealer: int,
    hands: Sequence[Any],
    scores_before: Sequence[int] | None = None,
) -> State:
    """Return a deal before its first call. `scores_before`, by side, are zeros when left out."""
    return State(
        ruleset=ruleset,
        options=ruleset.options,
        players=ruleset.players,
        dealer=dealer,
        scores_before=tuple(scores_before or (0,) * ruleset.sides),
        dealt=dealt_hands(hands),
        turn=(dealer + 1) % ruleset.players,
    )


def legal_actions(state: State) -> Iterator[Action]:
    """Give everything the seat in turn may do."""
    if state.phase == "auction":
        for call in legal_calls(state):
            yield Action("auction", call)
    elif state.phase == "play":
        for card in legal_cards(state):
            yield Action("play", card)


def apply(state: State, action: Action) -> None:
    """Do one action, or raise and leave the state as it was."""
    if action.phase == "auction":
        make_calls(state, (action.value,))
    elif action.phase == "play":
        if state.phase == "auction":
            sentence = say("the auction is not over, so no card can be played yet")
            raise IllegalAction("play", 0, "auction_unfinished", sentence)
        play_texts(state, (action.value,))
    else:
        sentence = say("Pitch has calls and cards only: trump is the suit of the first card")
        raise IllegalAction(str(action.phase)[:20], 0, "unexpected_field", sentence)


def result(state: State) -> DealResult:
    """Return what the deal scored. Raises IllegalAction while it is not over."""
    if not state.over:
        raise not_over(state.phase)
    if state.declarer is None or state.play is None or state.bid is None:
        return passed_out(state.ruleset, state.dealer)
    tricks = [0] * state.ruleset.sides
    for seat in state.play.winners:
        tricks[state.ruleset.side_of(seat)] += 1
    return score_deal(
        state.ruleset,
        state.dealer,
        PlayedDeal(
            declarer=state.declarer,
            bid=state.bid,
            awards=count_awards(state.ruleset, state.play, state.dealt),
            trump=state.trump,
            tricks=tricks,
            game_points=game_points(state.ruleset, state.play),
            scores_before=state.scores_before,
        ),
    )
