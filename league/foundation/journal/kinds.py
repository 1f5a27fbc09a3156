"""What each kind of happening reads like, and whether it is kept for ever.

The subject that writes a kind registers both.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from django.utils.functional import Promise

from league.foundation.shown_numbers import figure

Data: TypeAlias = Mapping[str, Any]


class Wording(NamedTuple):
    """A sentence, what puts codes kept in the data into the reader's language, and the keeping.

    `instead` returns another sentence for data that the usual one does not fit, or None.
    """

    sentence: "str | Promise"
    words: Callable[[Data], Data] | None
    is_fact: bool
    instead: "Callable[[Data], str | Promise | None] | None" = None


# results as they come in, one after the other, while a round is played. Pages show them when they
# are delivered, and anything else at once (`versions.py`)
COMING_IN = frozenset(
    {
        "deal.submitted",
        "deal.entered",
        "deal.contradicted",
        "deal.confirmed",
        "table.ended",
        "table.confirmed",
    }
)
PLACES = re.compile(r"%\(\w+\)[sd]")
WHOLE = re.compile(r"(%\(\w+\))d")
# what the data of happenings counts; other numbers name a table, a booking, a seed
COUNTED = frozenset({"count", "deals", "made", "updated", "added", "changed"})
_WORDINGS: dict[str, Wording] = {}


def register(
    kind: str,
    sentence: "str | Promise",
    words: Callable[[Data], Data] | None = None,
    *,
    is_fact: bool,
    instead: "Callable[[Data], str | Promise | None] | None" = None,
) -> None:
    """Make a kind known. Its sentence may name `%(actor)s` and whatever its data holds.

    `words` returns the data that reads differently in each language: {"role": "owner"} in, the
    word for an owner in the active language out. `instead` returns the sentence where the data
    needs another one, else None.

    A fact is kept for ever: what a result, a ranking, a permission or money came from, and what an
    undo reads. Anything else is *passing*: it is deleted when it is JOURNAL_DAYS old.
    """
    wording = Wording(sentence, words, is_fact, instead)
    if _WORDINGS.setdefault(kind, wording) != wording:
        raise ValueError(f"the kind {kind!r} is registered twice")


def known_kinds() -> tuple[str, ...]:
    return tuple(sorted(_WORDINGS))


def passing_kinds() -> tuple[str, ...]:
    """Return the kinds that are no facts. A kind of another release counts as one."""
    return tuple(kind for kind, wording in sorted(_WORDINGS.items()) if not wording.is_fact)


def is_known(kind: str) -> bool:
    return kind in _WORDINGS


def kinds_saying(word: str) -> tuple[str, ...]:
    """Return the kinds whose sentence has the word in the active language, whatever its data."""
    wanted = word.casefold()
    return tuple(
        kind
        for kind, wording in sorted(_WORDINGS.items())
        if wanted in PLACES.sub("", str(wording.sentence)).casefold()
    )


class _Values(dict[str, Any]):
    """The values for a sentence; a value that an old row does not have is shown as a dash."""

    def __missing__(self, name: str) -> str:
        return "–"


def sentence_of(kind: str, *, actor: str, data: Data) -> str:
    """Return the sentence in the active language.

    A kind that is no longer known (its row was written by another release) is named as it is.
    """
    wording = _WORDINGS.get(kind)
    if wording is None:
        return f"{actor}: {kind}"
    values = _Values(data, actor=actor)
    values.update({name: figure(data[name]) for name in COUNTED & data.keys()})
    if wording.words is not None:
        values.update(wording.words(data))
    other = wording.instead(data) if wording.instead is not None else None
    sentence = str(wording.sentence if other is None else other)
    # places for texts: a row may lack the number, and a count is written as the reader writes it
    return WHOLE.sub(r"\1s", sentence) % values
