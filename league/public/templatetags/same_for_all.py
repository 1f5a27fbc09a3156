"""Parts of pages that are the same for everybody who is shown the same: made once for it.

What a part needs is handed to it by name, as plain values. They all are in the name under which it
is kept, with the language and the time zone: another reader, or another state of things, who is to
see anything else has other values, and so another part. Nothing of the request is known in it.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal
from threading import Lock
from typing import Any, TypeAlias

from django import template
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from league.process_memory import remembers

register = template.Library()

MOST_CHARACTERS = 8_000_000  # of all that a process keeps
LARGEST = 200_000
Key: TypeAlias = tuple[Any, ...]


@register.simple_tag
def same_for_all(part: str, /, **values: Any) -> SafeString:
    """Return the template of this name, which needs nothing of its page but these values.

    Values are texts, numbers, dates, None, and lists, dicts and dataclasses of them. Raises
    TypeError for others: two of them may look alike and say different things.
    """
    key = (part, get_language(), get_current_timezone_name(), plain(values))
    return _parts.of(key, lambda: render_to_string(part, values))


def plain(value: Any) -> Any:
    """Return something that two values share only if they are alike in all that can be shown."""
    kind = type(value)
    read = READ.get(kind)
    if read is not None:
        return read(value)
    if isinstance(value, Promise):
        return str(value)
    if isinstance(value, str | int):  # the choices of a model
        return kind, str(value)
    if is_dataclass(value):
        return kind, *[plain(getattr(value, field.name)) for field in fields(value)]
    raise TypeError(f"a part that is kept is made of plain values, not of {kind.__name__}")


def _as_it_is(value: Any) -> Any:
    return value


def _as_written(value: Any) -> Any:
    # 1 == True == 1.0 == Decimal("1.00"), and each is written in its own way
    return type(value), repr(value)


def _one_by_one(values: Iterable[Any]) -> Any:
    return (type(values), *[plain(value) for value in values])


def _by_name(values: Mapping[Any, Any]) -> Any:
    return (dict, *[(plain(name), plain(value)) for name, value in values.items()])


READ: dict[type, Callable[[Any], Any]] = {
    str: _as_it_is,
    **dict.fromkeys((int, bool, float, type(None), Decimal, date), _as_written),
    SafeString: _as_written,
    **dict.fromkeys((list, tuple), _one_by_one),
    dict: _by_name,
}


class Parts:
    """The parts that this process was asked for last, with no more than so many characters."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Key, SafeString] = OrderedDict()
        self._characters = 0
        self._lock = Lock()

    def of(self, key: Key, make: Callable[[], SafeString]) -> SafeString:
        with self._lock:
            made = self._made.get(key)
            if made is not None:
                self._made.move_to_end(key)
                return made
        made = make()
        if len(made) <= LARGEST:
            self._keep(key, made)
        return made

    def _keep(self, key: Key, made: SafeString) -> None:
        with self._lock:
            if key not in self._made:
                self._made[key] = made
                self._characters += len(made)
            while self._characters > self._most:
                _key, oldest = self._made.popitem(last=False)
                self._characters -= len(oldest)

    def clear(self) -> None:
        with self._lock:
            self._made.clear()
            self._characters = 0

    def __len__(self) -> int:
        return len(self._made)


_parts = Parts(MOST_CHARACTERS)


def forget_parts() -> None:
    """Forget every part that this process keeps."""
    _parts.clear()


remembers("parts of pages", forget_parts)
