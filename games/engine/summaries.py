"""Reading the fields of a summary, and refusing what cannot have happened."""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.record import bad_field, missing_field
from games.sentences import Sentence, say


def impossible(rule: str, sentence: Sentence, field: str | None = None) -> NoReturn:
    """Refuse a summary that can be read but cannot have happened."""
    raise IllegalAction("summary", None, rule, sentence, field=field)


def needed(summary: Mapping[str, Any], name: str) -> Any:
    """Return the field, which must be there and not null."""
    value = summary.get(name)
    if value is None:
        raise missing_field(name, phase="summary")
    return value


def read_number(value: object, name: str) -> int:
    if type(value) is int:
        return value
    sentence = say('"%(name)s" must be a whole number', name=name)
    raise bad_field(name, sentence, phase="summary")


def read_numbers(value: object, count: int, name: str) -> tuple[int, ...]:
    """Return one whole number, 0 or more, for each side (or seat)."""
    if isinstance(value, (list, tuple)) and len(value) == count:
        for number in value:
            if type(number) is not int or number < 0:
                break
        else:
            return tuple(value)
    sentence = say(
        '"%(name)s" must be a list of %(count)d whole numbers, none below 0', name=name, count=count
    )
    raise bad_field(name, sentence, phase="summary")


def read_flags(value: object, count: int, name: str) -> tuple[bool, ...]:
    if isinstance(value, (list, tuple)) and len(value) == count:
        for flag in value:
            if flag is not True and flag is not False:
                break
        else:
            return tuple(value)
    sentence = say(
        '"%(name)s" must be a list of %(count)d values, true or false', name=name, count=count
    )
    raise bad_field(name, sentence, phase="summary")


def read_side(value: object, sides: int, name: str) -> int:
    if type(value) is int and 0 <= value < sides:
        return value
    sentence = say(
        '"%(name)s" must be a side, a whole number from 0 to %(last)d', name=name, last=sides - 1
    )
    raise MalformedRecord("bad_side", sentence, phase="summary", field=name)


def read_suit(value: object, name: str = "trump", suits: Sequence[str] = "SHDC") -> str:
    if isinstance(value, str) and value in tuple(suits):
        return value
    sentence = say(
        '"%(name)s" must be one of the suits %(suits)s', name=name, suits=" ".join(suits)
    )
    raise MalformedRecord("bad_trump", sentence, phase="trump", field=name)


def read_flag(value: object, name: str) -> bool:
    if isinstance(value, bool):
        return value
    sentence = say('"%(name)s" must be true or false', name=name)
    raise bad_field(name, sentence, phase="summary")


def check_total(numbers: Sequence[int], total: int, *, rule: str, name: str) -> None:
    """Refuse numbers of the sides that do not add up to what every deal has."""
    if sum(numbers) == total:
        return
    if name == "tricks":
        sentence = say(
            "tricks add up to %(sum)d; they must be %(total)d", sum=sum(numbers), total=total
        )
    else:
        sentence = say(
            "points add up to %(sum)d; they must be %(total)d", sum=sum(numbers), total=total
        )
    impossible(rule, sentence, name)
