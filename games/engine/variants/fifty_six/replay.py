"""A written record of a deal, from its first card to its last."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.errors import IllegalAction
from games.engine.record import (
    RECORD_KEYS,
    bad_field,
    check_empty,
    check_keys,
    read_dealer,
    read_hand_texts,
    read_list,
)
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.sentences import SeatName, SuitName, say
from games.engine.summaries import read_suit
from games.engine.variants.fifty_six.auction import make_calls
from games.engine.variants.fifty_six.calls import STRAINS
from games.engine.variants.fifty_six.play import play_texts, redeal_required, seats_of_play
from games.engine.variants.fifty_six.state import State
from games.engine.variants.fifty_six.steps import result, start

KEYS = RECORD_KEYS | {"auction_by", "play_by"}


def replay(ruleset: Ruleset, record: Mapping[str, Any]) -> DealResult:
    """Return what the deal scored, or raise at the first thing the rules do not allow."""
    return result(replayed(ruleset, record))


def replayed(ruleset: Ruleset, record: Mapping[str, Any]) -> State:
    """Return the deal as it stands after everything in the record has been done."""
    check_keys(record, KEYS)
    check_empty(record, ("stock", "exchange", "discards", "events", "melds"))
    dealer = read_dealer(record, ruleset.players)
    state = start(ruleset, dealer, read_hand_texts(record, ruleset.players))
    make_calls(state, read_list(record, "auction"))
    callers = [(dealer + 1 + place) % state.players for place in range(len(state.calls))]
    _check_seats(record, "auction", callers)
    if state.phase == "auction":
        _refuse_unfinished_auction(state)
    _check_trump(state, record.get("trump"))
    play_texts(state, read_list(record, "play"))
    _check_seats(record, "play", seats_of_play(state))
    if not state.over:
        _refuse_unfinished_play(state)
    return state


def _check_seats(record: Mapping[str, Any], phase: str, seats: Sequence[int]) -> None:
    """Refuse seats written beside calls or cards that are not those of the rules."""
    name = f"{phase}_by"
    if record.get(name) is None:
        return
    written = read_list(record, name)
    if len(written) != len(seats):
        sentence = say(
            '"%(name)s" names %(written)d seats; there are %(due)d entries in "%(phase)s"',
            name=name,
            written=len(written),
            due=len(seats),
            phase=phase,
        )
        raise bad_field(name, sentence, phase=phase)
    for index, (seat, due) in enumerate(zip(written, seats, strict=True)):
        if type(seat) is not int or seat != due:
            raise _out_of_turn(phase, index, due)


def _out_of_turn(phase: str, index: int, due: int) -> IllegalAction:
    if phase == "auction":
        sentence = say(
            "call %(number)d is written for another seat, but it is the turn of %(turn)s",
            number=index + 1,
            turn=SeatName(due),
        )
    else:
        sentence = say(
            "card %(number)d is written for another seat, but it is the turn of %(turn)s",
            number=index + 1,
            turn=SeatName(due),
        )
    return IllegalAction(phase, index, "out_of_turn", sentence, field=f"{phase}_by")


def _check_trump(state: State, written: object) -> None:
    """Trump follows from the auction; a record may name it, and must then name the same."""
    if written is None:
        return
    if state.trump is None:
        raise redeal_required(state, "trump")
    if read_suit(written, suits=STRAINS) != state.trump:
        sentence = say(
            "the deal is played at %(bid)s, so trump cannot be %(written)s",
            bid=SuitName(state.trump),
            written=SuitName(str(written)),
        )
        raise IllegalAction("trump", None, "trump_mismatch", sentence, field="trump")


def _refuse_unfinished_auction(state: State) -> None:
    sentence = say(
        "the auction is not over after %(made)d calls: it is the turn of %(seat)s to call",
        made=len(state.calls),
        seat=SeatName(state.turn),
    )
    raise IllegalAction("auction", len(state.calls), "auction_unfinished", sentence)


def _refuse_unfinished_play(state: State) -> None:
    played = len(state.play.played) if state.play else 0
    sentence = say(
        "%(played)d cards have been played; the deal has %(due)d",
        played=played,
        due=state.pack.deck.size,
    )
    raise IllegalAction("play", played, "play_unfinished", sentence)
