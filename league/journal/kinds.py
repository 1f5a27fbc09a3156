"""What each kind of happening reads like. The subject that writes a kind registers its sentence."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from django.utils.functional import Promise

Data: TypeAlias = Mapping[str, Any]


class Telling(NamedTuple):
    """A sentence, and what puts codes kept in the data into the reader's language."""

    sentence: "str | Promise"
    words: Callable[[Data], Data] | None


PLACES = re.compile(r"%\(\w+\)[sd]")
_TELLINGS: dict[str, Telling] = {}


def register(
    kind: str, sentence: "str | Promise", words: Callable[[Data], Data] | None = None
) -> None:
    """Make a kind known. Its sentence may name `%(actor)s` and whatever its data holds.

    `words` returns the data that reads differently in each language: {"role": "owner"} in, the
    word for an owner in the active language out.
    """
    telling = Telling(sentence, words)
    if _TELLINGS.setdefault(kind, telling) != telling:
        raise ValueError(f"the kind {kind!r} is registered twice")


def known_kinds() -> tuple[str, ...]:
    return tuple(sorted(_TELLINGS))


def is_known(kind: str) -> bool:
    return kind in _TELLINGS


def kinds_saying(word: str) -> tuple[str, ...]:
    """Return the kinds whose sentence has the word in the active language, whatever its data."""
    wanted = word.casefold()
    return tuple(
        kind
        for kind, telling in sorted(_TELLINGS.items())
        if wanted in PLACES.sub("", str(telling.sentence)).casefold()
    )


class _Told(dict[str, Any]):
    """What an old row does not know is shown as a dash: a sentence gained a place since then."""

    def __missing__(self, name: str) -> str:
        return "–"


def sentence_of(kind: str, *, actor: str, data: Data) -> str:
    """Return the sentence in the active language.

    A kind that is no longer known (its row was written by another release) is named as it is.
    """
    telling = _TELLINGS.get(kind)
    if telling is None:
        return f"{actor}: {kind}"
    told = _Told(data, actor=actor)
    if telling.words is not None:
        told.update(telling.words(data))
    try:
        return str(telling.sentence) % told
    except (TypeError, ValueError):
        # %(count)d of a row that does not have the number
        return str(telling.sentence).replace(")d", ")s") % told
