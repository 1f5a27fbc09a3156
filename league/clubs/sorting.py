"""How names are sorted: by a key of our own, so that every database sorts them alike.

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
    written = " ".join(unicodedata.normalize("NFKC", sort_name.strip() or name).split()).casefold()
    apart = unicodedata.normalize("NFD", written)
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    plain = plain.translate(KATAKANA).translate(SMALL_KANA).translate(LETTERS)
    return f"{plain[:LONGEST]}\t{written[:LONGEST]}"
