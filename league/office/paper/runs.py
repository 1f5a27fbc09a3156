"""A text in runs: pieces in one font and of one direction, as they stand from left to right.

Scripts that are written from right to left are set in order here, once for pictures and paper;
forms of letters that depend on their neighbours are the work of whoever draws the run.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from unicodedata import bidirectional, category, normalize

from league.office.paper.fonts import characters_of, is_shaped, part_with

TO_LEFT = {"R", "AL"}
# these join letters or keep them apart, and their fonts know them
JOINERS = "\u200c\u200d"
ELLIPSIS = "…"


class Run(NamedTuple):
    """A piece of a text in the order in which it is read; `part` is the file of its font.

    Without a part no font of ours has its characters. `is_shaped` says that its letters cannot be
    put down one by one, `to_left` that they are read from right to left.
    """

    text: str
    part: Path | None
    is_shaped: bool
    to_left: bool


@lru_cache(maxsize=4_096)
def runs_of(text: str) -> tuple[Run, ...]:
    """Return the text on a line in runs from left to right; signs without a form are left out."""
    shown = "".join(filter(_is_seen, normalize("NFC", text)))
    parts = list(_parts(shown))
    runs = []
    for (part, to_left), group in groupby(
        _in_sight(shown), key=lambda one: (parts[one[0]], one[1])
    ):
        places = [place for place, _to_left in group]
        piece = "".join(shown[place] for place in (places[::-1] if to_left else places))
        shaped = part is not None and (to_left or is_shaped(part))
        runs.append(Run(piece, part, shaped, to_left))
    return tuple(runs)


def without_last(text: str) -> str:
    """Return the text without its last letter and what is written on it."""
    end = len(text) - 1
    while end > 0 and is_on_another(text[end]):
        end -= 1
    return text[:end].rstrip(JOINERS) if end > 0 else ""


def _is_seen(character: str) -> bool:
    return character in JOINERS or category(character) != "Cf"


def _parts(text: str) -> Iterator[Path | None]:
    """Yield the part of each character; what is written on a letter, or joins it, stays with it."""
    last: Path | None = None
    for character in text:
        if not _stays(character, last):
            last = part_with(character)
        yield last


def _stays(character: str, part: Path | None) -> bool:
    if part is None:
        return is_on_another(character)
    stays = character == " " or is_on_another(character)
    return stays and character in characters_of(part)


def is_on_another(character: str) -> bool:
    """Say whether the character belongs to the letter before it: an accent, a vowel, a joiner."""
    return character in JOINERS or category(character).startswith("M")


def _in_sight(text: str) -> list[tuple[int, bool]]:
    """Return the places of the characters from left to right, and whether each goes to the left."""
    if not any(bidirectional(character) in TO_LEFT for character in text):
        return [(place, False) for place in range(len(text))]
    # takes long to read, and few names are written from right to left
    from fpdf.bidi import BidiParagraph  # noqa: PLC0415
    from fpdf.enums import TextDirection  # noqa: PLC0415

    line = BidiParagraph(text, TextDirection.LTR, preserve_bn_chars=True)
    return [
        (one.character_index, one.embedding_level % 2 == 1)
        for one in line.get_reordered_characters()
    ]
