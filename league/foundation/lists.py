"""Several things in a row, and a name with what is said of it, parted as the language does."""

import unicodedata
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _


def listed(things: Iterable[object]) -> str:
    """Return "wins, points, lot"; in Japanese the things are parted by 、."""
    return _(", ").join(map(str, things))


def listed_some(things: Sequence[object], most: int) -> str:
    """Return the things as `listed` does; of more than `most` the first ones and how many more."""
    if len(things) <= most:
        return listed(things)
    more = len(things) - (most - 1)
    return _("%(names)s and %(count)d more") % {"names": listed(things[: most - 1]), "count": more}


def labelled(label: object, words: object) -> str:
    """Return "Password: too short"; in Japanese the colon is ：."""
    return _("%(label)s: %(words)s") % {"label": label, "words": words}


def noted(name: object, words: object) -> str:
    """Return "Ann Lee (12)", what is said of the name in brackets; in Japanese these are （）."""
    return _("%(name)s (%(words)s)") % {"name": name, "words": words}


def clauses(things: Iterable[object]) -> str:
    """Return "1. Ann, 2 points; 2. Bob", things that may have commas; in Japanese 、."""
    return _("; ").join(map(str, things))


def partners(names: Iterable[str]) -> str:
    """Return what players on one side are called: "Ann Lee & Bob Ray", "佐藤 美咲・鈴木 健太".

    What stands between them follows their writing, not the reader's language, as it is kept in
    files. A name with a dot of its own (ルイ・フェラン) could not be distinguished.
    """
    called = list(names)
    if len(called) == 1:
        return called[0]
    is_japanese = all(map(_is_japanese, called)) and not any("・" in name for name in called)
    return ("・" if is_japanese else " & ").join(called)


def _is_japanese(name: str) -> bool:
    """Say whether the name is written in Japanese: in kanji, hiragana or katakana."""
    return not name.isascii() and any(
        unicodedata.name(letter, "").startswith(("CJK ", "HIRAGANA", "KATAKANA")) for letter in name
    )
