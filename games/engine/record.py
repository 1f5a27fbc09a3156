"""Reading what was sent: each function returns a checked value or says what is wrong with it."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.errors import MalformedRecord
from games.sentences import Sentence, say

IGNORED = frozenset({"id", "why", "expect"})
RULESET_KEYS = frozenset({"variant", "preset", "options", "players", "house_rules"})
DEAL_KEYS = IGNORED | RULESET_KEYS | {"dealer"}
# keys every game's record may have, though only empty where the game has no such phase
RECORD_KEYS = (
    "hands", "stock", "auction", "trump", "exchange", "discards", "events", "melds", "play",
)  # fmt: skip


def check_keys(data: Mapping[str, Any], known: frozenset[str]) -> None:
    """Refuse a key that this form does not have."""
    if data.keys() <= known:
        return
    name = next(str(key) for key in data if key not in known)[:40]
    sentence = say('"%(name)s" is not a field of this form', name=name)
    raise MalformedRecord("unexpected_field", sentence, field=name)


def check_empty(data: Mapping[str, Any], names: Sequence[str]) -> None:
    """Refuse what belongs to another game: these must be absent or empty."""
    for name in names:
        if data.get(name):
            sentence = say('"%(name)s" has no place in this game; leave it out', name=name)
            raise MalformedRecord("unexpected_field", sentence, phase=name, field=name)


def as_object(value: object, *, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict | Mapping):  # a dict is the usual one, and quicker to see
        sentence = say('"%(name)s" must be an object with named fields', name=name)
        raise MalformedRecord("bad_field", sentence, field=name)
    return value


def required(data: Mapping[str, Any], name: str, *, phase: str = "record") -> Any:
    try:
        return data[name]
    except KeyError:
        raise missing_field(name, phase=phase) from None


def missing_field(name: str, *, phase: str = "record") -> MalformedRecord:
    sentence = say('"%(name)s" is missing', name=name)
    return MalformedRecord("missing_field", sentence, phase=phase, field=name)


def read_seat(value: object, players: int, name: str, rule: str = "bad_seat") -> int:
    """Return the seat, 0 to players - 1."""
    if type(value) is int and 0 <= value < players:
        return value
    sentence = say(
        '"%(name)s" must be a seat, a whole number from 0 to %(last)d', name=name, last=players - 1
    )
    raise MalformedRecord(rule, sentence, field=name)


def read_dealer(data: Mapping[str, Any], players: int) -> int:
    return read_seat(required(data, "dealer"), players, name="dealer", rule="bad_dealer")


def read_list(data: Mapping[str, Any], name: str) -> Sequence[Any]:
    """Return the list under a key; an absent or null one is empty."""
    value = data.get(name)
    if value is None:
        return ()
    if isinstance(value, (list, tuple)):
        return value
    raise bad_field(name, say('"%(name)s" must be a list', name=name), phase=name)


def read_hand_texts(data: Mapping[str, Any], players: int) -> Sequence[Any]:
    """Return one entry a seat, still as text."""
    hands = read_list({"hands": required(data, "hands")}, "hands")
    if len(hands) != players:
        sentence = say(
            'there are %(held)d hands for %(players)d players; "hands" needs one for each seat',
            held=len(hands),
            players=players,
        )
        raise MalformedRecord("wrong_hands", sentence, phase="hands", field="hands")
    return hands


def read_flag(data: Mapping[str, Any], name: str, *, phase: str = "record") -> bool:
    """Return true or false; an absent or null flag is false."""
    value = data.get(name)
    if value is None or isinstance(value, bool):
        return bool(value)
    raise bad_field(name, say('"%(name)s" must be true or false', name=name), phase=phase)


def bad_field(name: str, sentence: Sentence, *, phase: str = "record") -> MalformedRecord:
    return MalformedRecord("bad_field", sentence, phase=phase, field=name)


def split_seat(text: str) -> tuple[int | None, str]:
    """Return the seat written before a colon, if any, and the rest ("2:50" is 2 and "50")."""
    seat, colon, rest = text.partition(":")
    if colon and len(seat) == 1 and seat in "01234567":
        return int(seat), rest
    return None, text


def shortened(value: object) -> str:
    """Return what was sent, short enough to be quoted in a sentence."""
    return str(value)[:30]
