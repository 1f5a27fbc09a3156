"""What happens in a deal: cards, and while the stock lasts melds after each trick.

A record lists cards, melds and the choice of the last card apart, but each meld says which trick
it followed: the three are read together.
"""

from collections.abc import Mapping
from typing import Any

from games.engine import json_schema as schema
from games.engine.errors import IllegalAction
from games.engine.phases import phase, single, written_at
from games.engine.record import read_list
from games.engine.single_deck.deck import DECK
from games.engine.summaries import read_suit
from games.engine.unfinished import cards_missing
from games.engine.variants.two_handed_pinochle.deal import SEATS, STOCK_TRICKS
from games.engine.variants.two_handed_pinochle.dix import use_dix
from games.engine.variants.two_handed_pinochle.meld_events import (
    Event,
    check_turn,
    legal_events,
    read_event,
    read_events,
)
from games.engine.variants.two_handed_pinochle.melding import lay_meld
from games.engine.variants.two_handed_pinochle.play import legal_cards, play_texts
from games.engine.variants.two_handed_pinochle.state import State
from games.engine.variants.two_handed_pinochle.stock import (
    LAST_DRAWS,
    choose_last_card,
    no_choice,
    read_last_draw,
)
from games.sentences import CardName, SuitName, say


def _lay_down(state: State, event: Event) -> None:
    """Lay down a meld or a nine. Raises before anything is changed."""
    index = len(state.log)
    check_turn(state, event, index)
    if event.meld is not None:
        lay_meld(state, event.meld, index)
    else:
        use_dix(state, event.dix or "", index)


def _lay_down_entry(state: State, entry: object) -> None:
    _lay_down(state, read_event(entry, len(state.log)))


def _read_all(state: State, record: Mapping[str, Any]) -> None:
    """Do what the record says trick by trick: cards, the last draw, what was laid down."""
    _check_trump(state, record.get("trump"))
    last_draw = _read_last_draw(state, record.get("last_draw"))
    events, at = read_events(record), 0
    play = read_list(record, "play")
    for trick in range(1, STOCK_TRICKS + 1):
        play_texts(state, play[SEATS * (trick - 1) : SEATS * trick])
        if state.tricks_taken < trick:
            raise cards_missing(len(state.play.played), DECK.size)
        if state.phase == "last_draw":
            choose_last_card(state, last_draw)
        while at < len(events) and events[at].trick == trick:
            _lay_down(state, events[at])
            at += 1
    if state.choice_due:
        choose_last_card(state, last_draw)
    play_texts(state, play[SEATS * STOCK_TRICKS :])


def _read_with_the_cards(state: State, record: Mapping[str, Any]) -> None:
    """Do nothing: it was read trick by trick with the cards."""


def _check_trump(state: State, trump: object) -> None:
    if trump is None or read_suit(trump) == state.trump:
        return
    sentence = say(
        "%(card)s is turned up, so %(turned)s are trumps, not %(written)s",
        card=CardName(DECK.texts[state.stock[0]]),
        turned=SuitName(state.trump),
        written=SuitName(str(trump)),
    )
    raise IllegalAction("trump", None, "trump_mismatch", sentence, field="trump")


def _read_last_draw(state: State, value: object) -> str:
    """Return what the winner of trick 12 took, the stock where nothing is written.

    Raises IllegalAction where the turned-up card is written in a game without that choice.
    """
    taken = "stock" if value is None else read_last_draw(value)
    if taken != "stock" and state.options.last_draw == "winner_stock":
        raise no_choice(state)
    return taken


def _event_at(state: State, record: Mapping[str, Any], place: int) -> Any:
    """Return what is laid down after the trick just taken; who melds no more leads."""
    event = written_at(record, "events", place)
    return event if event and event.get("trick") == state.tricks_taken else None


def _last_draw_at(state: State, record: Mapping[str, Any], _place: int) -> Any:
    return (record.get("last_draw") or "stock") if state.choice_due else None


def check_played_out(state: State) -> None:
    """Refuse a deal that stops before its last card."""
    if not state.over:
        raise cards_missing(len(state.play.played), DECK.size)


def _entry(name: str, value: schema.Schema) -> schema.Schema:
    """Return the schema of something laid down after a trick."""
    trick = schema.whole_number(1, STOCK_TRICKS)
    return schema.object_of({"trick": trick, "seat": schema.place(SEATS), name: value})


_MELD = {"type": "string", "examples": ["KS QS", "AS TS KS* QS* JS"]}
_DIX = {"enum": ["exchange", "show"]}

PHASES = (
    # the winner of a trick may lay something down, or lead and meld no more
    phase(
        "events",
        schema=schema.list_of({"oneOf": [_entry("meld", _MELD), _entry("dix", _DIX)]}),
        legal=legal_events,
        do=single(_lay_down_entry),
        read=_read_with_the_cards,
        entry_at=_event_at,
    ),
    phase(
        "last_draw",
        schema={"enum": list(LAST_DRAWS)},
        legal=lambda state: LAST_DRAWS if state.choice_due else (),
        do=single(choose_last_card),
        read=_read_with_the_cards,
        during=("events", "last_draw"),
        entry_at=_last_draw_at,
    ),
    phase(
        "play",
        schema=schema.list_of(schema.CARDS, most=DECK.size),
        legal=legal_cards,
        do=play_texts,
        read=_read_all,
        during=("play", "events"),
    ),
)
