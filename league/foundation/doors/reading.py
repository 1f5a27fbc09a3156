"""Reading JSON at the doors: each value is typed once, and each fault is named by its place."""

import json
import math
from collections.abc import Callable, Collection, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any, Literal, Self, TypeAlias, TypeVar

from games.sentences import Sentence, say

# --- What a door says to a request that has no answer ---

Kind = Literal["malformed", "impossible"]


class InvalidRequest(ValueError):
    """A request that cannot be read ("malformed") or cannot be done ("impossible").

    `code` is stable and meant for programs, `path` is the place in the request, such as
    `history[1].sides[1]`, and `sentence` says to a person what is wrong and what is possible.
    """

    def __init__(
        self, code: str, sentence: Sentence, *, path: str = "", kind: Kind = "malformed"
    ) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
        self.path = path
        self.kind: Kind = kind

    def __str__(self) -> str:
        return self.message

    @property
    def message(self) -> str:
        return str(self.sentence)

    @classmethod
    def because_of(cls, fault: "InvalidRequest") -> Self:
        return cls(fault.code, fault.sentence, path=fault.path, kind=fault.kind)

    def as_json(self) -> dict[str, object]:
        """Return the `error` answer of the doors."""
        return {
            "error": {
                "kind": self.kind,
                "rule": self.code,
                "path": self.path,
                "message": self.message,
            }
        }


# Whole numbers stay int, which is many times faster than Fraction and just as exact.
Number: TypeAlias = int | Fraction

MOST_POINTS = 10**12
LARGEST_DENOMINATOR = 10**6  # finer differences are rounding errors of the program that wrote them
LONGEST_TEXT = 200
LARGEST_SEED = 2**63 - 1


def read_object(
    value: object, path: str, *, allowed: Collection[str], required: Collection[str] = ()
) -> Mapping[str, Any]:
    """Return the object; refuse anything else, unknown keys and missing ones."""
    if not isinstance(value, Mapping):
        raise wrong_type(path, say("an object"), value)
    for key in value:
        if key not in allowed:
            raise InvalidRequest(
                "unknown_key",
                say(
                    "%(place)s has no %(key)s; it knows %(known)s",
                    place=named(path),
                    key=shown_input(key),
                    known=", ".join(allowed),
                ),
                path=within(path, str(key)[:40]),
            )
    for key in required:
        if value.get(key) is None:
            raise InvalidRequest(
                "missing_key",
                say("%(place)s has no %(key)s and needs one", place=named(path), key=key),
                path=within(path, key),
            )
    return value


def read_any_object(value: object, path: str) -> dict[str, Any]:
    """Return an object whose keys are read by whoever knows them."""
    if not isinstance(value, Mapping):
        raise wrong_type(path, say("an object"), value)
    return dict(value)


def read_list(value: object, path: str, *, most: int) -> Iterator[tuple[str, Any]]:
    """Yield each element with its place; refuse what is no list or absurdly long."""
    if isinstance(value, str) or not isinstance(value, list | tuple):
        raise wrong_type(path, say("a list"), value)
    if len(value) > most:
        raise InvalidRequest(
            "too_many",
            say(
                "%(place)s has %(count)d elements; at most %(most)d can be handled at once",
                place=named(path),
                count=len(value),
                most=most,
            ),
            path=path,
            kind="impossible",
        )
    return ((f"{path}[{index}]", element) for index, element in enumerate(value))


def read_text(value: object, path: str) -> str:
    """Return a text of 1 to 200 characters that can be printed."""
    if not isinstance(value, str):
        raise wrong_type(path, say("a text in quotes"), value)
    if not value.strip() or len(value) > LONGEST_TEXT or not value.isprintable():
        raise InvalidRequest(
            "bad_text",
            say(
                "%(place)s must be a text of 1 to %(most)d printable characters, not %(given)s",
                place=named(path),
                most=LONGEST_TEXT,
                given=shown_input(value),
            ),
            path=path,
        )
    return value


def read_count(value: object, path: str, *, least: int, most: int) -> int:
    """Return a whole number between the bounds, both included."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InvalidRequest(
            "not_a_count",
            say(
                "%(place)s must be a whole number from %(least)d to %(most)d, not %(given)s",
                place=named(path),
                least=least,
                most=most,
                given=shown_input(value),
            ),
            path=path,
        )
    return value


def read_flag(value: object, path: str) -> bool:
    if not isinstance(value, bool):
        raise wrong_type(path, say("true or false"), value)
    return value


def read_choice(value: object, path: str, choices: Collection[str]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise InvalidRequest(
            "unknown_choice",
            say(
                "%(place)s must be one of %(choices)s, not %(given)s",
                place=named(path),
                choices=", ".join(choices),
                given=shown_input(value),
            ),
            path=path,
        )
    return value


def read_number(value: object, path: str) -> Number:
    """Return the finite number that was meant: 0.1 is one tenth, 0.3333333333333333 a third."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | Fraction):
        raise wrong_type(path, say("a number"), value)
    if isinstance(value, int):
        number: Number = value
    elif not math.isfinite(value):
        raise InvalidRequest(
            "not_finite",
            say(
                "%(place)s must be a finite number, not %(given)s",
                place=named(path),
                given=shown_input(value),
            ),
            path=path,
        )
    else:
        # repr is the shortest decimal that means this float: what the writer wrote
        exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
        number = exact.limit_denominator(LARGEST_DENOMINATOR)
    if not -MOST_POINTS <= number <= MOST_POINTS:
        raise InvalidRequest(
            "out_of_range",
            say(
                "%(place)s must lie between -%(most)d and %(most)d, not at %(given)s",
                place=named(path),
                most=MOST_POINTS,
                given=shown_input(value),
            ),
            path=path,
        )
    return whole(number)


def whole(number: Number) -> Number:
    """Return the same number, as an int where it is one."""
    return number.numerator if number.denominator == 1 else number


def wrong_type(path: str, expected: Sentence, given: object) -> InvalidRequest:
    return InvalidRequest(
        "wrong_type",
        say(
            "%(place)s must be %(expected)s, not %(given)s",
            place=named(path),
            expected=expected,
            given=shown_input(given),
        ),
        path=path,
    )


def named(path: str) -> Sentence | str:
    return path or say("the request")


def within(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def shown_input(value: object) -> str:
    """Return what was given, short and printable, for a sentence about it."""
    try:
        text = json.dumps(value, ensure_ascii=True, default=repr)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 40 else text[:37] + "..."


# --- Fields ---
# Readers: each takes a value and its path and returns what is meant, or raises InvalidRequest.
#
# They are made of readers: a list of its elements, a number of one that is checked. Objects are
# declared (`declared.py`).

T = TypeVar("T")
Reader: TypeAlias = Callable[[Any, str], T]
Fields: TypeAlias = Mapping[str, Reader[Any]]


def read_fields(
    given: Mapping[str, Any], path: str, fields: Fields, *, not_null: Collection[str] = ()
) -> dict[str, Any]:
    """Return the fields that are given, read one after the other.

    Null stands for what is left out, unless the field is `not_null`: its reader then refuses it.
    """
    values: dict[str, Any] = {}
    above = within(path, "")
    for name, read in fields.items():
        value = given.get(name)
        if value is not None or (name in not_null and name in given):
            values[name] = read(value, above + name)
    return values


def list_of(read: Reader[T], *, most: int) -> Reader[tuple[T, ...]]:
    """Return the reader of a list of at most so many elements, each read alike."""
    return lambda value, path: tuple(
        [read(element, place) for place, element in read_list(value, path, most=most)]
    )


def count(least: int, most: int) -> Reader[int]:
    return partial(read_count, least=least, most=most)


def choice(*choices: str) -> Reader[str]:
    return partial(read_choice, choices=choices)


def checked(
    read: Reader[T], is_right: Callable[[T], bool], code: str, sentence: Sentence
) -> Reader[T]:
    """Return a reader that refuses some values; the sentence may name `place` and `given`."""

    def read_checked(value: object, path: str) -> T:
        meant = read(value, path)
        if not is_right(meant):
            params = {**sentence.params, "place": path, "given": shown_input(value)}
            raise InvalidRequest(code, Sentence(sentence.text, params), path=path)
        return meant

    return read_checked


def read_note(value: object, path: str) -> str:
    """Return a text that may be empty."""
    return "" if value == "" else read_text(value, path)


read_seed = count(0, LARGEST_SEED)
