"""How names are sorted: by a stored key, so that every database sorts them in the same order.

Letters come without their accents and in lower case, kana without voicing marks and in hiragana,
as a register sorts them. What is equal then goes by how it is written.
"""

import re
import unicodedata

KATAKANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
SMALL_KANA = str.maketrans("ぁぃぅぇぉっゃゅょゎ", "あいうえおつやゆよわ")
# letters that no decomposition turns into plain ones
LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})
LONGEST = 129


def sort_key(name: str, sort_name: str = "") -> str:
    """Return what a player's name is sorted by; the sort name goes before the name."""
    written = _written(sort_name.strip() or name)
    return f"{folded(written)[:LONGEST]}\t{written[:LONGEST]}"


def player_key(*, name: str, sort_name: str, family_name: str, by_family: bool) -> str:
    """Return what a player is sorted by in a club that sorts by family or by first name.

    A sort name goes before both: somebody said how this one is sorted.
    """
    written = sort_name.strip()
    if by_family and not written:
        written = family_first(name, family_name)
    return sort_key(name, written)


def family_first(name: str, family_name: str = "") -> str:
    """Return the name with the family name first; without one it is guessed from the name."""
    family = family_name.strip() or guess_family_name(name)
    rest = " ".join(name.replace(family, " ", 1).split())
    return f"{family} {rest}".strip()


# what stands behind a family name and is none
TITLES = frozenset(["jr", "sr", "jun", "sen", "ii", "iii", "iv", "phd", "md"])
EAST_ASIAN = re.compile(r"[\u3041-\u309f\u30a1-\u30fa\u3400-\u9fff\uac00-\ud7a3]")


def guess_family_name(name: str) -> str:
    """Return the part of a name that is most likely the family name.

    It is first in Japanese, Chinese and Korean letters, and before a comma; else it is the last
    word, with small words before it (van der Berg) and without what follows it (Jr., III).
    """
    before, comma, _after = name.partition(",")
    if comma and not _is_title(_after):
        return before.strip()
    plain = name.split(" (")[0].replace(",", " ")
    if "・" in plain:
        return plain.split("・")[-1].strip()
    words = plain.split() or [name]
    return words[0] if EAST_ASIAN.search(plain) else _last_of(words)


def _last_of(words: list[str]) -> str:
    named = [word for word in words if not _is_title(word)] or words
    first = len(named) - 1
    while first > 1 and named[first - 1].islower() and not named[-1].islower():
        first -= 1
    return " ".join(named[first:])


def _is_title(word: str) -> bool:
    return word.strip(" .").casefold() in TITLES


def folded(text: str) -> str:
    """Return the text without differences in accents, case, width and kind of kana."""
    apart = unicodedata.normalize("NFD", _written(text))
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return plain.translate(KATAKANA).translate(SMALL_KANA).translate(LETTERS)


def _written(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split()).casefold()
