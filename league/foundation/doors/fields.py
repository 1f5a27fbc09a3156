"""What an object of a request may have, declared: its fields in order, and what reads each.

A reader takes a value and its path and returns what is meant, or raises Unanswerable. Readers are
made of readers: an object of its fields, a list of its elements, a number of one that is checked.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from inspect import Parameter, signature
from typing import Any, TypeAlias, TypeVar

from games.sentences import Sentence
from league.foundation.doors.reading import (
    LARGEST_SEED,
    read_choice,
    read_count,
    read_list,
    read_object,
    read_text,
    shown_input,
    within,
)
from league.foundation.doors.unanswerable import Unanswerable

T = TypeVar("T")
Reader: TypeAlias = Callable[[Any, str], T]
Fields: TypeAlias = Mapping[str, Reader[Any]]


def object_of(
    make: Callable[..., T],
    fields: Fields,
    *,
    needed: Collection[str] = (),
    not_null: Collection[str] = (),
    listed: Collection[str] = (),
) -> Reader[T]:
    """Return the reader of an object: `make` gets its fields by name, those left out not at all.

    `listed` are all keys it may have, where a refusal is not to name them in the order in which
    they are read, or where some are not read. For the rest see `read_fields`. Raises TypeError for
    a declaration that `make` could not be called with.
    """
    _check_declared(make, fields, needed, listed)
    allowed = listed or tuple(fields)

    def read(value: object, path: str) -> T:
        given = read_object(value, path, allowed=allowed, required=needed)
        return make(**read_fields(given, path, fields, not_null=not_null))

    return read


def _check_declared(
    make: Callable[..., Any], fields: Fields, needed: Collection[str], listed: Collection[str]
) -> None:
    """Refuse fields that `make` has no parameter for, or would have to do without."""
    if make is dict:
        return  # takes whatever it is given
    parameters = signature(make).parameters.values()
    required = {taken.name for taken in parameters if taken.default is Parameter.empty}
    faults = {
        "are no parameters": fields.keys() - {taken.name for taken in parameters},
        "are required and may be left out": required - (fields.keys() & {*needed}),
        "are not listed": {*fields, *needed} - {*(listed or fields)},
    }
    for fault, names in faults.items():
        if names:
            raise TypeError(f"{make}: {', '.join(sorted(names))} {fault}")


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
            raise Unanswerable(code, Sentence(sentence.text, params), path=path)
        return meant

    return read_checked


def read_note(value: object, path: str) -> str:
    """Return a text that may be empty."""
    return "" if value == "" else read_text(value, path)


read_seed = count(0, LARGEST_SEED)
