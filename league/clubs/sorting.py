"""How names are sorted: by a stored key, so that every database sorts them in the same order.

Letters come without their accents and in lower case, kana without voicing marks and in hiragana,
as a register sorts them. What is equal then goes by how it is written.
"""

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


def folded(text: str) -> str:
    """Return the text without differences in accents, case, width and kind of kana."""
    apart = unicodedata.normalize("NFD", _written(text))
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return plain.translate(KATAKANA).translate(SMALL_KANA).translate(LETTERS)


def _written(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split()).casefold()
