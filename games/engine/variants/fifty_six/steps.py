"""The deal as a machine: start it, ask what is allowed, do it, and score it at the end."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.actions import Action, unknown_action
from games.engine.errors import IllegalAction
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.sentences import say
from games.engine.variants.fifty_six.auction import legal_calls, make_calls
from games.engine.variants.fifty_six.calls import LOWEST
from games.engine.variants.fifty_six.conventions import annotations
from games.engine.variants.fifty_six.deal import SIDES, dealt_hands, pack_for, thrown_in
from games.engine.variants.fifty_six.options import Options
from games.engine.variants.fifty_six.play import legal_cards, play_texts
from games.engine.variants.fifty_six.score import PlayedDeal, redealt, score_deal
from games.engine.variants.fifty_six.state import State


def start(ruleset: Ruleset, dealer: int, hands: Sequence[Any]) -> State:
    """Return a deal before its first call; one that has to be thrown in is over already."""
    options: Options = ruleset.options
    pack = pack_for(options, ruleset.players)
    dealt = dealt_hands(pack, hands)
    redeal = thrown_in(pack, options, dealt)
    return State(
        ruleset=ruleset,
        options=options,
        players=ruleset.players,
        pack=pack,
        dealer=dealer,
        dealt=dealt,
        turn=(dealer + 1) % ruleset.players,
        thrown_in=redeal,
        phase="auction" if redeal is None else "over",
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
        play_texts(state, (action.value,))
    else:
        raise unknown_action(action)


def result(state: State) -> DealResult:
    """Return what the deal scored. Raises IllegalAction while it is not over."""
    if state.thrown_in is not None:
        return redealt(state.ruleset, state.dealer, state.thrown_in)
    if not state.over or state.play is None or state.trump is None:
        sentence = say("the deal is not over, so it cannot be scored")
        raise IllegalAction(state.phase, None, f"{state.phase}_unfinished", sentence)
    bid, play = state.bid, state.play
    points = [sum(play.points[side::SIDES]) for side in range(SIDES)]
    first_tricks = play.tricks_of(range(0, state.players, SIDES))
    return score_deal(
        state.ruleset,
        state.dealer,
        PlayedDeal(
            side=state.bidding_side,
            declarer=bid.seat if bid else None,
            bid=bid.amount if bid else LOWEST,
            trump=state.trump,
            multiplier=state.multiplier,
            points=points,
            all_pass=state.all_pass,
            tricks=[first_tricks, len(play.winners) - first_tricks],
            winners=play.winners,
            calls=_calls(state),
        ),
    )


def _calls(state: State) -> list[dict[str, Any]] | None:
    """Return what the bids told, unless the ruleset leaves calls unexplained."""
    if not state.options.annotate_calls:
        return None
    return annotations(state.pack, state.options, state.bids, state.dealt)
