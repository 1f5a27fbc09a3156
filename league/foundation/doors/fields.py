"""Readers: each takes a value and its path and returns what is meant, or raises InvalidRequest.

They are made of readers: a list of its elements, a number of one that is checked. Objects are
declared (`declared.py`).
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, TypeAlias, TypeVar

from games.sentences import Sentence
from league.foundation.doors.invalid_request import InvalidRequest
from league.foundation.doors.reading import (
    LARGEST_SEED,
    read_choice,
    read_count,
    read_list,
    read_text,
    shown_input,
    within,
)

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
