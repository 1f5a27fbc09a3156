"""What happens in a deal, in order: the auction, which names trump, then the cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import json_schema as schema
from games.engine.errors import IllegalAction
from games.engine.phases import phase
from games.engine.record import bad_field, read_list
from games.engine.summaries import read_suit
from games.engine.unfinished import cards_missing
from games.engine.variants.fifty_six.auction import legal_calls, make_calls
from games.engine.variants.fifty_six.calls import CALL, STRAINS
from games.engine.variants.fifty_six.deal import WHOLE_PACK
from games.engine.variants.fifty_six.play import (
    legal_cards,
    play_texts,
    redeal_required,
    seats_of_play,
)
from games.engine.variants.fifty_six.state import State
from games.sentences import SeatName, SuitName, say


def _read_calls(state: State, record: Mapping[str, Any]) -> None:
    make_calls(state, read_list(record, "auction"))
    callers = [(state.dealer + 1 + place) % state.players for place in range(len(state.calls))]
    _check_seats(record, "auction", callers)
    if state.phase == "auction":
        sentence = say(
            "the auction is not over after %(made)d calls: it is the turn of %(seat)s to call",
            made=len(state.calls),
            seat=SeatName(state.turn),
        )
        raise IllegalAction("auction", len(state.calls), "auction_unfinished", sentence)
    _check_trump(state, record.get("trump"))


def _read_play(state: State, record: Mapping[str, Any]) -> None:
    play_texts(state, read_list(record, "play"))
    _check_seats(record, "play", seats_of_play(state))


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


def check_played_out(state: State) -> None:
    """Refuse a deal that stops before its last card."""
    if not state.over:
        raise cards_missing(len(state.play.played) if state.play else 0, state.pack.deck.size)


PHASES = (
    phase(
        "auction",
        schema=schema.list_of(CALL),
        legal=lambda state: legal_calls(state) if state.phase == "auction" else (),
        do=make_calls,
        read=_read_calls,
    ),
    phase(
        "play",
        schema=schema.list_of(schema.CARDS, most=WHOLE_PACK),
        legal=lambda state: legal_cards(state) if state.phase == "play" else (),
        do=play_texts,
        read=_read_play,
    ),
)
