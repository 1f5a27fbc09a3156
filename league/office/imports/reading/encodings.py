"""Which letters the bytes of a text mean: guessed, or chosen, with what is lost by it."""

import re
from dataclasses import dataclass

from charset_normalizer import from_bytes

from league.office.imports.reading.grid import Lost

# what a user can choose; the labels are names that are the same in every language, or translated
ENCODINGS = ("utf-8", "cp1252", "cp1250", "cp932", "euc_jp", "iso2022_jp", "utf-16")
# Japanese ones that differ from the others by their bytes alone
JAPANESE_BY_BYTES = ("euc_jp", "iso2022_jp")
MOST_LOST = 20
LOST = "\ufffd"
SAMPLE = 60  # characters of a line with something lost
GUESSED_FROM = 100_000  # bytes
# what cp932 makes of bytes that mean nothing there
NO_SIGNS = dict.fromkeys([0x80, 0xF8F0, 0xF8F1, 0xF8F2, 0xF8F3], LOST)
JAPANESE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
# one such sign alone between Latin letters is more likely an accented letter of a Western file
LONELY = re.compile(r"(?<=[A-Za-z])[\u4e00-\u9fff\uff61-\uff9f](?=[A-Za-z\s,;\t]|$)", re.MULTILINE)


class NotText(ValueError):
    """The bytes are no text in the encoding asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    text: str
    encoding: str
    lost: tuple[Lost, ...] = ()


def decoded(content: bytes, encoding: str = "") -> Decoded:
    """Return the text of a file in the encoding, or in the likeliest one.

    What cannot be read becomes �, and is named. Raises NotText for what is no text.
    """
    chosen = encoding or guessed(content)
    if chosen != "utf-16" and b"\x00" in content:
        raise NotText
    name = "utf-8-sig" if chosen == "utf-8" else chosen
    text = content.decode(name, errors="replace")
    if chosen == "cp932":
        text = text.translate(NO_SIGNS)
    return Decoded(text=text, encoding=chosen, lost=_lost(text))


def guessed(content: bytes) -> str:
    """Return the likeliest encoding of a text; a few bytes may be wrong. Raises NotText."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if b"\x00" in content:
        raise NotText
    if content.startswith(b"\xef\xbb\xbf") or _is_utf8(content):
        return "iso2022_jp" if b"\x1b$" in content else "utf-8"
    likeliest = from_bytes(
        content[:GUESSED_FROM], cp_isolation=["cp932", "cp1252", *JAPANESE_BY_BYTES]
    ).best()
    if likeliest is not None and likeliest.encoding in JAPANESE_BY_BYTES:
        return likeliest.encoding
    return "cp932" if _is_japanese(content) else "cp1252"


def _is_utf8(content: bytes) -> bool:
    """Say whether most that is not ASCII is UTF-8, which hardly any other text is by chance."""
    text = content.decode("utf-8", errors="replace")
    lost = text.count(LOST)
    letters = len(text) - len(text.encode("ascii", errors="ignore")) - lost
    return letters >= 2 * lost or letters >= lost == 1


def _is_japanese(content: bytes) -> bool:
    """Decide between Japanese and Western: both give some text for most bytes."""
    text = content.decode("cp932", errors="replace").translate(NO_SIGNS)
    signs = len(JAPANESE.findall(text))
    return len(LONELY.findall(text)) * 2 < signs > 4 * text.count(LOST)


def _lost(text: str) -> tuple[Lost, ...]:
    if LOST not in text:
        return ()
    lines = [
        Lost(number, line[:SAMPLE])
        for number, line in enumerate(text.splitlines(), start=1)
        if LOST in line
    ]
    return tuple(lines[:MOST_LOST])
