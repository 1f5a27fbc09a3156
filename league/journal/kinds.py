"""What each kind of happening reads like. The subject that writes a kind registers its sentence."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise

_SENTENCES: dict[str, "str | Promise"] = {}


def register(kind: str, sentence: "str | Promise") -> None:
    """Make a kind known. Its sentence may name `%(actor)s` and whatever its `data` holds."""
    if _SENTENCES.setdefault(kind, sentence) is not sentence:
        raise ValueError(f"the kind {kind!r} is registered twice")


def known_kinds() -> tuple[str, ...]:
    return tuple(sorted(_SENTENCES))


def is_known(kind: str) -> bool:
    return kind in _SENTENCES


class _Told(dict[str, Any]):
    """What an old row does not know is shown as a dash: a sentence gained a place since then."""

    def __missing__(self, name: str) -> str:
        return "–"


def sentence_of(kind: str, *, actor: str, data: Mapping[str, Any]) -> str:
    """Return the sentence in the active language."""
    return str(_SENTENCES[kind]) % _Told(data, actor=actor)
